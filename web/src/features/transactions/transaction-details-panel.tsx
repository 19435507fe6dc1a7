import type { SystemTransactionDetails } from '@sente/contract/transactions';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock, Route, SearchX, Send, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { debtEffect } from '../../lib/debt-texts.ts';
import { formatAmount } from '../../lib/money.ts';
import { useCan } from '../../session/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { LegsTable } from '../../ui/legs-table.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { ApprovalsAbout } from '../approvals/approvals-about.tsx';
import PaymentTraceSheet from '../api-transactions/payment-trace-sheet.tsx';
import { TransactionFacts, TransactionHead } from './transaction-facts.tsx';
import { transactionQueries, useReverseTransaction } from './transaction-queries.ts';
import { TransactionSkeleton } from './transaction-skeleton.tsx';

interface TransactionDetailsPanelProps {
  id: string;
  /** Shows another one instead. */
  onShow: (id: string) => void;
}

/** All details of one transaction, in a side panel over any page. */
export default function TransactionDetailsPanel({ id, onShow }: TransactionDetailsPanelProps) {
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
  const canReverse = useCan('staffMoney');
  const { companyId, apiTransactionId, isCompanyArchived, approvals } = transaction;
  const isReversalAsked = approvals.some(
    ({ kind, state }) => kind === 'reversal' && state === 'waiting',
  );
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
      <ApprovalsAbout approvals={transaction.approvals} portal="admin" />
      <TransactionFacts transaction={transaction} />
      <TransactionTimeline transaction={transaction} />
      <TransactionLegs transaction={transaction} />
      {transaction.reversal && canReverse && !isReversalAsked ? (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
          <p className="min-w-0 flex-1 basis-60 text-13 text-muted">
            An opposite transaction takes this one back, once a second person approves it.
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

interface ReverseDialogProps {
  open: boolean;
  onClose: () => void;
  transaction: SystemTransactionDetails;
}

const reasonMaxLength = 200;

function ReverseDialog({ open, onClose, transaction }: ReverseDialogProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const change = useReverseTransaction();
  const isMissing = reason.trim() === '';

  function input({ id }: SystemTransactionDetails) {
    setIsTried(true);
    if (!isMissing) return { id, reason: reason.trim() };
    field.current?.focus();
    return undefined;
  }

  return (
    <ConfirmAction
      subject={open ? transaction : null}
      change={change}
      input={input}
      title={() => 'Ask to reverse this transaction?'}
      description={effectOf}
      confirmLabel="Ask for approval"
      busyLabel="Asking..."
      done="The reversal waits for a second person"
      failed="Failed to ask for the reversal"
      onClose={() => {
        setReason('');
        setIsTried(false);
        onClose();
      }}
    >
      <TextAreaField
        ref={field}
        label="Reason"
        required
        counter
        rows={3}
        maxLength={reasonMaxLength}
        hint="Kept in the history with your name."
        error={isTried && isMissing ? 'Reason is required' : undefined}
        readOnly={change.isPending}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        className="mt-4"
      />
    </ConfirmAction>
  );
}

/** From the account's own entry: a deducted fee is returned with the rest. */
function effectOf(transaction: SystemTransactionDetails): string {
  const { type, amount, legs, accountName, companyName, reversal } = transaction;
  const own = legs.find(({ account: name }) => name === accountName)?.amount ?? amount;
  const sum = `UGX ${formatAmount(Math.abs(own))}`;
  const account = `${accountName} of ${companyName}`;
  const effect =
    type === 'Credit'
      ? `${sum} will be taken from ${account}`
      : `${sum} will be given back to ${account}`;
  const keeps = phoneKeeps(transaction);
  return [
    `${effect} when a second person approves it, by an opposite transaction; both stay in the records.`,
    ...(keeps === null ? [] : [keeps]),
    ...(reversal ? debtEffect(reversal, companyName) : []),
    'This can be done once and cannot be undone.',
  ].join(' ');
}

/** The network takes nothing back. */
function phoneKeeps({ kind }: SystemTransactionDetails): string | null {
  if (kind === 'payout') return 'The phone that was paid keeps the money.';
  return kind === 'collection' ? 'The payer does not get the money back.' : null;
}

/** The source and target of the money: all entries, which sum to zero. */
function TransactionLegs({ transaction }: { transaction: SystemTransactionDetails }) {
  const { legs } = transaction;
  return (
    <section aria-labelledby="transaction-legs">
      <h3 id="transaction-legs" className="mb-1 text-13 font-medium text-muted">
        Ledger
      </h3>
      {legs.length === 0 ? (
        <p className="py-1 text-muted">No money has moved.</p>
      ) : (
        <LegsTable legs={legs} />
      )}
    </section>
  );
}

const ends = {
  Success: { title: 'Completed', icon: <CircleCheck /> },
  Failed: { title: 'Failed', icon: <CircleX /> },
  Pending: { title: 'Not finished yet', icon: <Clock /> },
};

function TransactionTimeline({ transaction }: { transaction: SystemTransactionDetails }) {
  const { date, finishedAt, status } = transaction;
  return (
    <section aria-labelledby="transaction-timeline">
      <h3 id="transaction-timeline" className="mb-3 text-13 font-medium text-muted">
        Timeline
      </h3>
      <Timeline
        steps={[
          { icon: <Send />, title: 'Asked for', at: date },
          { ...ends[status], at: finishedAt },
        ]}
      />
    </section>
  );
}
