import { cn } from '../lib/cn.ts';
import { formatAmount } from '../lib/money.ts';

interface MoneyProps {
  /** In UGX. */
  amount: number | null | undefined;
  /** Credit is green with a plus, debit red with a minus. */
  direction?: 'credit' | 'debit' | undefined;
  className?: string | undefined;
}

/** "UGX 1,234,567", the currency quieter than the number. */
export function Money({ amount, direction, className }: MoneyProps) {
  const text = formatAmount(amount);
  const sign = direction === 'credit' ? '+' : '-';
  return (
    <span
      className={cn(
        'tabular whitespace-nowrap',
        direction === 'credit' && 'text-success-text',
        direction === 'debit' && 'text-danger-text',
        className,
      )}
    >
      {text === '-' ? (
        text
      ) : (
        <>
          <span className={cn('text-[0.82em] font-normal', !direction && 'text-muted')}>UGX</span>{' '}
          {direction ? sign : ''}
          {text}
        </>
      )}
    </span>
  );
}
