import type { WholeBatch } from '@sente/contract/settlement-batches';
import type { Settlement } from '@sente/contract/settlement';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, SearchX, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useParams } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import { WaitingBadge, WaitingDecision } from '../../features/approvals/waiting-decision.tsx';
import { BatchActions, heldUpId } from '../../features/settlements/batch-actions.tsx';
import { PayDialog, type ToPay } from '../../features/settlements/pay-dialog.tsx';
import { allColumns } from '../../features/settlements/settlement-columns.tsx';
import { settlementQueries, useReturn } from '../../features/settlements/settlement-queries.ts';
import { BatchBadge, countText } from '../../features/settlements/settlement-texts.tsx';
import { formatShortTime } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { NoteDialog } from '../../ui/note-dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { DataTable } from '../../ui/table.tsx';

export default function SettlementBatchPage() {
  const { id = '' } = useParams();
  const { data, failure, isLoading } = queryState(useQuery(settlementQueries.batch(id)));
  const list = { to: paths.settlements({ tab: 'batches' }), label: 'Back to Settlements' };
  const [toPay, setToPay] = useState<ToPay | null>(null);
  return (
    <>
      <PageHeader
        title={data ? `Settlement Batch of ${formatShortTime(data.createdAt)}` : 'Settlement Batch'}
        subtitle={data ? countText(data.count) : undefined}
        meta={data ? <StateOf batch={data} /> : undefined}
        back={list}
        actions={data ? <BatchActions batch={data} onPay={setToPay} /> : undefined}
      />
      {failure ? (
        <RecordNotLoaded
          {...failure}
          icon={<SearchX />}
          missing={{ title: 'Batch not found', hint: 'There is no batch with this ID.' }}
          failedTitle="Failed to load the batch"
          back={list}
          className="mb-4"
        />
      ) : null}
      {isLoading ? <SkeletonRows count={6} label="Loading the batch" /> : null}
      {data ? <Content batch={data} onPay={setToPay} /> : null}
      <PayDialog toPay={toPay} onClose={() => setToPay(null)} />
    </>
  );
}

/** To whoever can decide it now, that it waits for them. */
function StateOf({ batch }: { batch: WholeBatch }) {
  const badge = <BatchBadge {...batch} />;
  return batch.state === 'waiting' && batch.approvalId ? (
    <WaitingBadge id={batch.approvalId}>{badge}</WaitingBadge>
  ) : (
    badge
  );
}

interface BatchProps {
  batch: WholeBatch;
  onPay: (toPay: ToPay) => void;
}

function Content({ batch, onPay }: BatchProps) {
  const canPay = useCan('staffMoney');
  const [returned, setReturned] = useState<Settlement | null>(null);
  return (
    <div className="flex flex-col gap-6">
      <Card>
        <DetailList columns={3} items={factsOf(batch)} />
        {batch.state === 'waiting' && batch.approvalId ? (
          <WaitingDecision id={batch.approvalId} />
        ) : batch.heldUpBy ? (
          <p id={heldUpId} className="mt-4 border-t pt-3 text-warning-text">
            {batch.heldUpBy}.
          </p>
        ) : null}
      </Card>
      <DataTable
        caption="Settlements of the batch"
        columns={allColumns}
        rows={batch.settlements}
        rowKey={({ id }) => id}
        rowActions={
          canPay && batch.state === 'approved'
            ? (row) => (
                <RowActions
                  row={row}
                  isStopped={batch.heldUpBy !== null}
                  onPay={onPay}
                  onReturn={setReturned}
                />
              )
            : undefined
        }
        empty={
          <EmptyState
            title="Nobody approved this batch"
            hint="Its settlements are requested again."
          />
        }
      />
      <NoteDialog
        subject={returned}
        change={useReturn()}
        values={({ id }) => ({ id })}
        title={({ reference }) => `Was ${reference} returned?`}
        description={({ state }) =>
          state === 'paid'
            ? 'It was booked as paid: a second person approves the return. Then the money and the fee go back to the account, and the company is told.'
            : 'The bank has the file: a second person approves the return. Then the money and the fee are free on the account again, and the company is told.'
        }
        noteLabel="Reason"
        noteHint="What the bank said; the company reads it"
        confirmLabel="Ask for Approval"
        busyLabel="Asking..."
        tone="danger"
        done="The return waits for a second person"
        failed="Failed to ask for the return"
        onClose={() => setReturned(null)}
      />
    </div>
  );
}

interface RowActionsProps extends Pick<BatchProps, 'onPay'> {
  row: Settlement;
  isStopped: boolean;
  onReturn: (row: Settlement) => void;
}

function RowActions({ row, isStopped, onPay, onReturn }: RowActionsProps) {
  const { id, reference, amount, state, returnApprovalId } = row;
  return (
    // Both do not fit beside each other on a phone's card.
    <span className="inline-flex gap-1 max-sm:flex-col max-sm:items-end">
      {state === 'batched' ? (
        <Button
          size="sm"
          aria-label={`Mark Paid: ${reference}`}
          icon={<CircleCheck />}
          onClick={() =>
            onPay({ id, isBatch: false, count: 1, amount, isFetched: row.isAtBank, isStopped })
          }
        >
          Mark Paid
        </Button>
      ) : null}
      {(state === 'batched' || state === 'paid') && returnApprovalId === null ? (
        <Button
          size="sm"
          variant="danger-quiet"
          aria-label={`Mark Returned: ${reference}`}
          icon={<Undo2 />}
          onClick={() => onReturn(row)}
        >
          Mark Returned
        </Button>
      ) : null}
    </span>
  );
}

function factsOf(batch: WholeBatch) {
  return [
    { label: 'Amount', value: <Money amount={batch.amount} /> },
    {
      label: 'Made',
      value: (
        <>
          <DateText value={batch.createdAt} format="dateTime" />
          <span className="block text-13 text-muted">{batch.createdBy}</span>
        </>
      ),
    },
    {
      label: 'Approved',
      value: batch.approvedAt ? (
        <>
          <DateText value={batch.approvedAt} format="dateTime" />
          <span className="block text-13 text-muted">{batch.approvedBy}</span>
        </>
      ) : batch.approvalId ? (
        <Link
          to={paths.approval(batch.approvalId)}
          className="rounded-sm text-accent-text underline underline-offset-3"
        >
          {batch.state === 'waiting' ? 'Waits for a second person' : 'No'}
        </Link>
      ) : (
        'No'
      ),
    },
    {
      label: 'File fetched',
      value: batch.fetchedAt ? (
        <>
          <DateText value={batch.fetchedAt} format="dateTime" />
          <span className="block text-13 text-muted">{batch.fetchedBy}</span>
        </>
      ) : batch.openCount > 0 ? (
        'No: nothing of it is at the bank'
      ) : (
        'Not from here'
      ),
    },
    { label: 'Settlements', value: <Counts batch={batch} /> },
  ];
}

function Counts({ batch: { openCount, paidCount, returnedCount } }: { batch: WholeBatch }) {
  const counts = [
    [openCount, 'open'],
    [paidCount, 'paid'],
    [returnedCount, 'returned'],
  ] as const;
  return counts.map(([count, word]) => `${count.toLocaleString('en-US')} ${word}`).join(', ');
}
