import { cn } from '../lib/cn.ts';
import { formatAmount } from '../lib/money.ts';

interface LeftOutProps {
  /** Completed transactions that are not business; null if the reader may not see them. */
  count: number | null | undefined;
  className?: string;
}

/** What the figures above do not contain; nothing if they contain everything. */
export function LeftOut({ count, className }: LeftOutProps) {
  if (!count) return null;
  return (
    <p className={cn('text-13 text-muted', className)}>
      <span className="tabular">{formatAmount(count)}</span> left out: reversals and what they took
      back, advances, repayments and transfers.
    </p>
  );
}
