import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Money } from '../../ui/money.tsx';
import { TypeText } from '../../ui/status-badges.tsx';
import { failureReason } from './transaction-texts.ts';

interface TransactionSummaryProps {
  /** What the account gained or lost, or is to. */
  amount: number;
  /** Colours the amount. */
  direction?: 'credit' | 'debit' | undefined;
  isPlain?: boolean;
  type: 'Credit' | 'Debit';
  status: ReactNode;
  description: string;
  hasFailed: boolean;
  /** Why it failed. */
  reason: string | null;
  /** More notes. */
  children?: ReactNode;
}

/** The amount, its direction and the status, above the details of a transaction. */
export function TransactionSummary(props: TransactionSummaryProps) {
  const { amount, direction, isPlain, type, status, description, hasFailed, reason, children } =
    props;
  return (
    <section aria-label="Summary">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Money
          amount={amount}
          direction={direction}
          isPlain={isPlain}
          isVoid={hasFailed}
          className="text-2xl font-semibold tracking-tight"
        />
        {status}
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 wrap-anywhere">
        <TypeText type={type} />
        <span className="text-muted">{description}</span>
      </p>
      {hasFailed ? (
        <TransactionNote tone="danger" icon={<CircleAlert />}>
          {failureReason(reason)}
        </TransactionNote>
      ) : null}
      {children}
    </section>
  );
}

const noteTones = {
  danger: 'border-danger-line bg-danger-soft text-danger-text',
  neutral: 'bg-surface-sunken',
};

interface TransactionNoteProps {
  tone: keyof typeof noteTones;
  icon: ReactNode;
  children: ReactNode;
}

export function TransactionNote({ tone, icon, children }: TransactionNoteProps) {
  return (
    <p className={`mt-4 flex gap-2.5 rounded-lg border px-3 py-2 ${noteTones[tone]}`}>
      <span aria-hidden="true" className="mt-0.5 [&_svg]:size-4">
        {icon}
      </span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
