import type { SystemTransactionDetails } from '@sente/contract/transactions';
import { CircleCheck, CircleX, Clock, Send } from 'lucide-react';
import { Timeline } from '../../ui/timeline.tsx';

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
      <Timeline
        steps={[
          { icon: <Send />, title: 'Asked for', at: date },
          { ...ends[status], at: finishedAt },
        ]}
      />
    </section>
  );
}
