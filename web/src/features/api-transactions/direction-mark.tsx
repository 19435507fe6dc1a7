import type { PaymentDirection } from '@sente/contract/payments';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';

const directions = {
  collection: { word: 'Collection', icon: <ArrowDownLeft />, tone: 'text-success-text' },
  payout: { word: 'Payout', icon: <ArrowUpRight />, tone: 'text-danger-text' },
};

/** The direction of the money, as a word and an icon. */
export function DirectionMark({ direction }: { direction: PaymentDirection }) {
  const { word, icon, tone } = directions[direction];
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap [&_svg]:size-3.5 ${tone}`}>
      <span aria-hidden="true">{icon}</span>
      {word}
    </span>
  );
}
