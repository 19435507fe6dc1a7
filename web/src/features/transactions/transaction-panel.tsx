import type { SystemTransactionDetails } from '@sente/contract/transactions';
import { useQuery } from '@tanstack/react-query';
import { Route, SearchX, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { Button } from '../../ui/button.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import PaymentTraceSheet from '../api-transactions/payment-trace-sheet.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import { TransactionFacts, TransactionHead } from './transaction-facts.tsx';
import { TransactionLegs } from './transaction-legs.tsx';
import { transactionQueries } from './transaction-queries.ts';
import { TransactionSkeleton } from './transaction-skeleton.tsx';
import { TransactionTimeline } from './transaction-timeline.tsx';

interface TransactionPanelProps {
  id: string;
  /** Another one in place of this. */
  onShow: (id: string) => void;
}

/** All that is known of one transaction, in a side panel over any page. */
export default function TransactionPanel({ id, onShow }: TransactionPanelProps) {
  const { data, failure, isLoading } = queryState(useQuery(transactionQueries.details(id)));
  return (
    <>
      {failure ? (
        <RecordNotLoaded
          {...failure}
          icon={<SearchX />}
          missing={{
            title: 'Transaction not found',
            hint: 'There is no transaction with this ID.',
          }}
          failedTitle="Failed to load transaction"
          className="mb-4"
        />
      ) : null}
      {isLoading ? <TransactionSkeleton /> : null}
      {data ? <Details key={data.id} transaction={data} onShow={onShow} /> : null}
    </>
  );
}

interface DetailsProps {
  transaction: SystemTransactionDetails;
  onShow: (id: string) => void;
}

function Details({ transaction, onShow }: DetailsProps) {
  const [isReversing, setIsReversing] = useState(false);
  const [isTracing, setIsTracing] = useState(false);
  const { companyId, apiTransactionId, isCompanyArchived } = transaction;
  return (
    <div className="flex flex-col gap-6">
      <TransactionHead transaction={transaction} onShow={onShow} />
      {apiTransactionId && !isCompanyArchived ? (
        <div>
          <Button icon={<Route />} aria-haspopup="dialog" onClick={() => setIsTracing(true)}>
            Payment trace
          </Button>
          <PaymentTraceSheet
            companyId={companyId}
            open={isTracing}
            recordId={apiTransactionId}
            onClose={() => setIsTracing(false)}
          />
        </div>
      ) : null}
      <TransactionFacts transaction={transaction} />
      <TransactionTimeline transaction={transaction} />
      <TransactionLegs transaction={transaction} />
      {canBeReversed(transaction) ? (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
          <p className="min-w-0 flex-1 basis-60 text-13 text-muted">
            An opposite transaction takes this one back. It can be done once.
          </p>
          <Button
            variant="danger-quiet"
            icon={<Undo2 />}
            aria-haspopup="dialog"
            onClick={() => setIsReversing(true)}
          >
            Reverse
          </Button>
        </div>
      ) : null}
      <ReverseDialog
        open={isReversing}
        onClose={() => setIsReversing(false)}
        transaction={transaction}
      />
    </div>
  );
}

/** The server has the last word; this only keeps what it would refuse out of the way. */
function canBeReversed(transaction: SystemTransactionDetails): boolean {
  const { status, reversalOf, reversedBy, isCompanyArchived } = transaction;
  return status === 'Success' && !reversalOf && !reversedBy && !isCompanyArchived;
}
