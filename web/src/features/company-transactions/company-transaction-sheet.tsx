import type { Transaction } from '@sente/contract/transactions';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TransactionSkeleton } from '../transactions/transaction-skeleton.tsx';
import { CompanyTransactionDetails } from './company-transaction-details.tsx';
import type { CompanyTransactionsView } from './use-company-transactions.ts';

interface CompanyTransactionSheetProps {
  view: CompanyTransactionsView;
  /** Null: closed. */
  id: string | null;
  onClose: () => void;
}

/** One transaction of the list, over the page. */
export function CompanyTransactionSheet({ view, id, onClose }: CompanyTransactionSheetProps) {
  // The content stays while the panel slides away.
  const [shownId, setShownId] = useState(id);
  if (id !== null && id !== shownId) setShownId(id);
  return (
    <Sheet open={id !== null} onClose={onClose} title="Transaction">
      {shownId === null ? null : <Content view={view} id={shownId} />}
    </Sheet>
  );
}

function Content({ view, id }: { view: CompanyTransactionsView; id: string }) {
  const { rows, query } = view;
  const transaction: Transaction | undefined = rows.find((row) => row.id === id);
  if (transaction) return <CompanyTransactionDetails transaction={transaction} />;
  if (query.isPending || query.isPlaceholderData) return <TransactionSkeleton />;
  return <NotAmongThem view={view} id={id} />;
}

/** There is no call for a single one: what the list does not hold cannot be shown. */
function NotAmongThem({ view, id }: { view: CompanyTransactionsView; id: string }) {
  const { request, searchEverywhere } = view;
  const wasSearched = request.search === id && request.range === 'all';
  return (
    <div role="alert">
      <EmptyState
        icon={<SearchX />}
        title="Transaction not found"
        hint={
          wasSearched
            ? 'Your company has no transaction with this ID.'
            : 'It is not among the transactions of this list. It may be older, or held back by a filter.'
        }
        action={
          wasSearched ? null : (
            <Button onClick={() => searchEverywhere(id)}>Search all transactions</Button>
          )
        }
      />
    </div>
  );
}
