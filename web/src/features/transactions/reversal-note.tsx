import { ArrowLeftRight } from 'lucide-react';
import { shortenId } from '../../ui/open-transaction.tsx';
import { reversalMarkOf, type Reversible } from '../../ui/reversal-mark.tsx';
import { TransactionNote } from './transaction-summary.tsx';

interface ReversalNoteProps {
  row: Reversible;
  onShow: (id: string) => void;
}

/** Above the details. */
export function ReversalNote({ row, onShow }: ReversalNoteProps) {
  const mark = reversalMarkOf(row);
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
