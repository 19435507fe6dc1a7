import { ArrowLeftRight, Undo2 } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/link.tsx';
import { OpenButton, shortenId } from '../../ui/open-transaction.tsx';
import { TransactionNote } from './transaction-summary.tsx';

/** A reversal names what it took back, and that one the reversal. */
export interface Reversible {
  readonly reversalOf: string | null;
  readonly reversedBy: string | null;
}

type Mark = { word: 'Reversal' | 'Reversed'; link: 'of' | 'by'; otherId: string };

function markOf({ reversalOf, reversedBy }: Reversible): Mark | null {
  if (reversalOf) return { word: 'Reversal', link: 'of', otherId: reversalOf };
  return reversedBy ? { word: 'Reversed', link: 'by', otherId: reversedBy } : null;
}

/** Neither a reversal nor what it took back is income or spending. */
export function isReversal(row: Reversible): boolean {
  return markOf(row) !== null;
}

/** For an export; empty for an ordinary transaction. */
export function reversalText(row: Reversible): string {
  const mark = markOf(row);
  return mark ? `${mark.word} ${mark.link} ${mark.otherId}` : '';
}

interface ReversalMarkProps {
  row: Reversible;
  /** The address of the other transaction; without it a panel over the page shows it. */
  hrefFor?: (id: string) => string;
}

/** In a list, beside the status: leads to the other transaction. */
export function ReversalMark({ row, hrefFor }: ReversalMarkProps) {
  const mark = markOf(row);
  if (!mark) return null;
  const text = (
    <>
      <Badge icon={<Undo2 />} className="align-middle hover:underline hover:underline-offset-3">
        {mark.word}
      </Badge>{' '}
      <span className="sr-only">{`${mark.link} transaction ${mark.otherId}`}</span>
    </>
  );
  return hrefFor ? (
    <Link to={hrefFor(mark.otherId)} className="rounded-md">
      {text}
    </Link>
  ) : (
    <OpenButton transactionId={mark.otherId} className="rounded-md">
      {text}
    </OpenButton>
  );
}

interface ReversalNoteProps {
  row: Reversible;
  onShow: (id: string) => void;
}

/** Above the details. */
export function ReversalNote({ row, onShow }: ReversalNoteProps) {
  const mark = markOf(row);
  if (!mark) return null;
  return (
    <TransactionNote tone="neutral" icon={<ArrowLeftRight />}>
      {mark.word} {mark.link}{' '}
      <button
        type="button"
        title={mark.otherId}
        onClick={() => onShow(mark.otherId)}
        className="tabular rounded-sm font-medium text-accent-text hover:underline hover:underline-offset-3"
      >
        <span aria-hidden="true">{shortenId(mark.otherId)}</span>
        <span className="sr-only">transaction {mark.otherId}</span>
      </button>
      . Neither counts in the figures.
    </TransactionNote>
  );
}
