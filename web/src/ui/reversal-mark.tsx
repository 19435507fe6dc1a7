import { reversalMarkOf, type Reversible } from '@sente/contract/movement-words';
import { Undo2 } from 'lucide-react';
import { Badge } from './badge.tsx';
import { Link } from './link.tsx';

/** Neither a reversal nor what it took back is income or spending. */
export function isReversal(row: Reversible): boolean {
  return reversalMarkOf(row) !== null;
}

interface ReversalMarkProps {
  row: Reversible;
  /** The page of the other transaction. */
  hrefFor: (id: string) => string;
}

/** In a list, beside the status: leads to the other transaction. */
export function ReversalMark({ row, hrefFor }: ReversalMarkProps) {
  const mark = reversalMarkOf(row);
  if (!mark) return null;
  return (
    <Link to={hrefFor(mark.otherId)} className="rounded-md">
      <Badge icon={<Undo2 />} className="align-middle hover:underline hover:underline-offset-3">
        {mark.word}
      </Badge>{' '}
      <span className="sr-only">{`${mark.link} transaction ${mark.otherId}`}</span>
    </Link>
  );
}

/** The same without a link, at the head of the transaction's own page. */
export function ReversalBadge({ row }: Pick<ReversalMarkProps, 'row'>) {
  const mark = reversalMarkOf(row);
  return mark ? <Badge icon={<Undo2 />}>{mark.word}</Badge> : null;
}
