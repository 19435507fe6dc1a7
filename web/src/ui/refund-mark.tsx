import type { Transaction } from '@sente/contract/transactions';
import { Undo } from 'lucide-react';
import { Badge } from './badge.tsx';
import { Link } from './link.tsx';

interface RefundMarkProps {
  row: Pick<Transaction, 'refundOf' | 'refunded'>;
  /** The page of the payment that a refund is of; without it, the mark is no link. */
  hrefFor?: (id: string) => string;
}

const words = { whole: 'Refunded', part: 'Partly refunded' };

/** Beside the status: a refund leads to its payment, and a payment says how much of it was given back. */
export function RefundMark({ row: { refundOf, refunded }, hrefFor }: RefundMarkProps) {
  if (refunded) return <Badge icon={<Undo />}>{words[refunded]}</Badge>;
  if (!refundOf) return null;
  if (!hrefFor) return <Badge icon={<Undo />}>Refund</Badge>;
  return (
    <Link to={hrefFor(refundOf)} className="rounded-md">
      <Badge icon={<Undo />} className="align-middle hover:underline hover:underline-offset-3">
        Refund
      </Badge>{' '}
      <span className="sr-only">{`of transaction ${refundOf}`}</span>
    </Link>
  );
}
