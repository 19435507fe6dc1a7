import { Money } from '../../ui/money.tsx';

/** Money that came in at the network has a plus, money that left it a minus; nothing has neither. */
export function SignedAmount({ amount, className }: { amount: number; className?: string }) {
  if (amount === 0) return <Money amount={0} className={className} />;
  const direction = amount > 0 ? 'credit' : 'debit';
  return <Money amount={Math.abs(amount)} direction={direction} isPlain className={className} />;
}
