import { cn } from '../lib/cn.ts';
import { formatAmount } from '../lib/money.ts';
import { NoValue } from './no-value.tsx';

interface MoneyProps {
  /** In UGX. */
  amount: number | null | undefined;
  /** Credit is green with a plus, debit red with a minus. */
  direction?: 'credit' | 'debit' | undefined;
  /** Money that never moved, such as a failed payment: muted and struck through. */
  isVoid?: boolean | undefined;
  /** The sign without its colour: money that is neither income nor spending, such as a reversal. */
  isPlain?: boolean | undefined;
  className?: string | undefined;
}

/** "UGX 1,234,567", with a muted currency. */
export function Money({ amount, direction, isVoid = false, isPlain, className }: MoneyProps) {
  const text = formatAmount(amount);
  const sign = direction === 'credit' ? '+' : '-';
  const hasTone = direction !== undefined && !isVoid && !isPlain;
  return (
    <span
      className={cn(
        'tabular whitespace-nowrap',
        hasTone && (direction === 'credit' ? 'text-success-text' : 'text-danger-text'),
        className,
        isVoid && 'text-muted',
      )}
    >
      {text === '-' ? (
        text
      ) : (
        <>
          <span className={cn('text-[0.82em] font-normal', !hasTone && 'text-muted')}>UGX</span>{' '}
          {direction && (isVoid ? <span className="font-normal">{sign}</span> : sign)}
          {/* Only the number: struck through, the minus would be part of the stroke. */}
          {isVoid ? <s className="font-normal decoration-1">{text}</s> : text}
        </>
      )}
    </span>
  );
}

/** A cell of a table of amounts that has none. */
export function NoAmount() {
  return (
    <NoValue>
      <span aria-hidden="true">–</span>
      <span className="sr-only">None</span>
    </NoValue>
  );
}
