import type { SystemTransactionDetails } from '@sente/contract/transactions';
import { CircleCheck, CircleX, Clock, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { DateText, RelativeTime } from '../../ui/date-display.tsx';

const ends = {
  Success: { title: 'Completed', icon: <CircleCheck /> },
  Failed: { title: 'Failed', icon: <CircleX /> },
  Pending: { title: 'Not finished yet', icon: <Clock /> },
};

export function TransactionTimeline({ transaction }: { transaction: SystemTransactionDetails }) {
  const { date, finishedAt, status } = transaction;
  return (
    <section aria-labelledby="transaction-timeline">
      <h3 id="transaction-timeline" className="mb-3 text-13 font-medium text-muted">
        Timeline
      </h3>
      <ol className="flex flex-col">
        <Step
          icon={<Send />}
          title="Asked for"
          at={date}
          className="pb-5 before:absolute before:top-8 before:bottom-0 before:left-4 before:w-px before:bg-line"
        />
        <Step {...ends[status]} at={finishedAt} />
      </ol>
    </section>
  );
}

interface StepProps {
  icon: ReactNode;
  title: string;
  at: string | null;
  className?: string;
}

function Step({ icon, title, at, className }: StepProps) {
  return (
    <li className={`relative flex gap-3 ${className ?? ''}`}>
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full border bg-surface-sunken text-muted [&_svg]:size-4"
      >
        {icon}
      </span>
      <div className={at ? 'min-w-0' : 'min-w-0 self-center'}>
        <p className="font-medium">{title}</p>
        {at ? (
          <p className="flex flex-wrap gap-x-3 text-13 text-muted">
            <DateText value={at} format="dateTime" />
            <RelativeTime value={at} />
          </p>
        ) : null}
      </div>
    </li>
  );
}
