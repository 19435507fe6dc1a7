import type { BulkPayout } from '@sente/contract/bulk-payouts';
import { useQuery } from '@tanstack/react-query';
import { Ban, Download, ListChecks, RotateCcw, Send, Undo2, Upload } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useNavigate, useParams } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import { approvalQueries } from '../../features/approvals/approval-queries.ts';
import type { AskedAct } from '../../features/approvals/decision-dialog.tsx';
import { BulkLines, firstLines } from '../../features/bulk-payouts/bulk-lines.tsx';
import {
  bulkQueries,
  downloadResults,
  useCancelBulk,
  useRetryBulk,
  useSubmitBulk,
} from '../../features/bulk-payouts/bulk-queries.ts';
import { BulkFacts, BulkState, shareText } from '../../features/bulk-payouts/bulk-summary.tsx';
import { BulkBadge, linesText, needsText } from '../../features/bulk-payouts/bulk-texts.tsx';
import { formatAmount } from '../../lib/money.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

const DecisionDialog = lateWindow(() => import('../../features/approvals/decision-dialog.tsx'));

type Act = 'submit' | 'cancel' | 'retry';

export default function BulkPayoutPage() {
  const { id = '' } = useParams();
  // Another one begins with all its lines.
  return <OneBulkPayout key={id} id={id} />;
}

function OneBulkPayout({ id }: { id: string }) {
  const { data: bulk, failure } = queryState(useQuery(bulkQueries.details(id)));
  const [act, setAct] = useState<Act | null>(null);
  const [shown, setShown] = useState(firstLines);
  const lines = useRef<HTMLDivElement>(null);
  const canViewTransactions = useCan('canViewTransactions');
  const approvedBy = useApprovedBy(bulk);
  usePageTitle(bulk?.name);
  const back = { to: paths.client.bulkPayouts(), label: 'Back to Bulk Payouts' };
  return (
    <>
      <PageHeader
        title={bulk?.name ?? 'Bulk Payout'}
        subtitle={bulk ? shareText(bulk) : undefined}
        meta={bulk ? <BulkBadge bulk={bulk} /> : undefined}
        back={back}
        actions={bulk ? <Actions bulk={bulk} onAct={setAct} /> : undefined}
      />
      {failure ? (
        <RecordNotLoaded
          {...failure}
          icon={<ListChecks />}
          missing={{
            title: 'Bulk payout not found',
            hint: 'It may be of another company.',
            mayCome: false,
          }}
          failedTitle="Failed to load the bulk payout"
          back={back}
        />
      ) : null}
      {bulk ? (
        <div className="flex flex-col gap-4">
          <BulkState
            bulk={bulk}
            onShow={(view) => {
              setShown({ view, page: 1 });
              lines.current?.scrollIntoView({ block: 'start' });
            }}
          />
          <BulkFacts bulk={bulk} approvedBy={approvedBy} />
          <div ref={lines} className="scroll-mt-16">
            <BulkLines
              bulk={bulk}
              hrefFor={canViewTransactions ? paths.client.transaction : undefined}
              shown={shown}
              onShow={setShown}
            />
          </div>
        </div>
      ) : null}
      {!bulk && !failure ? <SkeletonRows count={7} label="Loading bulk payout" /> : null}
      <Dialogs bulk={bulk ?? null} act={act} onClose={() => setAct(null)} />
    </>
  );
}

/** Who approved it and when, with the way to the request; null until it is known, or if nobody had to. */
function useApprovedBy(bulk: BulkPayout | undefined): ReactNode {
  const isDecided = bulk?.state === 'running' || bulk?.state === 'finished';
  const { data } = useQuery({
    ...approvalQueries.details(bulk?.id ?? ''),
    enabled: isDecided && bulk.needs !== 'none',
  });
  const approvals = data?.history.filter(({ what }) => what === 'approved') ?? [];
  if (!data || approvals.length === 0) return null;
  return (
    <>
      {approvals.map(({ at, by }) => (
        <span key={at} className="block">
          {by?.name}, <DateText value={at} format="shortTime" />
        </span>
      ))}
      <Link to={paths.client.approval(data.id)} className="rounded-sm underline underline-offset-3">
        Open the approval
      </Link>
    </>
  );
}

function Actions({ bulk, onAct }: { bulk: BulkPayout; onAct: (act: Act) => void }) {
  const canAsk = useCan('canManageAccounts');
  const { id, state, okCount, failedCount, doubtedCount, retriedBy } = bulk;
  const isOpen = state === 'checking' || state === 'draft';
  return (
    <>
      {state === 'waiting' ? <TakeBack id={id} /> : null}
      {state === 'checking' ? null : (
        <Button icon={<Download />} busyLabel="Downloading..." onClick={() => downloadResults(id)}>
          {state === 'finished' ? 'Result File' : 'Download Lines'}
        </Button>
      )}
      {canAsk && isOpen ? (
        <Button variant="danger-quiet" icon={<Ban />} onClick={() => onAct('cancel')}>
          Cancel Payout
        </Button>
      ) : null}
      {canAsk && state === 'draft' ? (
        <ButtonLink icon={<Upload />} to={paths.client.bulkPayoutNew({ replaces: id })}>
          Replace File
        </ButtonLink>
      ) : null}
      {canAsk && state === 'draft' && okCount > 0 ? (
        <Button variant="primary" icon={<Send />} onClick={() => onAct('submit')}>
          Submit
        </Button>
      ) : null}
      {canAsk && state === 'finished' && failedCount > doubtedCount && retriedBy === null ? (
        <Button variant="primary" icon={<RotateCcw />} onClick={() => onAct('retry')}>
          Retry Failed
        </Button>
      ) : null}
    </>
  );
}

/** What its approval offers whoever asked for it. */
function TakeBack({ id }: { id: string }) {
  const { data: approval } = useQuery(approvalQueries.details(id));
  const [asked, setAsked] = useState<AskedAct | null>(null);
  if (!approval) return null;
  return (
    <>
      {approval.canWithdraw ? (
        <Button
          icon={<Undo2 />}
          aria-haspopup="dialog"
          onClick={() => setAsked({ approval, act: 'withdraw' })}
        >
          Withdraw
        </Button>
      ) : null}
      {approval.canCancel ? (
        <Button
          icon={<Ban />}
          aria-haspopup="dialog"
          onClick={() => setAsked({ approval, act: 'cancel' })}
        >
          Cancel Payout
        </Button>
      ) : null}
      <DecisionDialog open={asked !== null} asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

interface DialogsProps {
  bulk: BulkPayout | null;
  act: Act | null;
  onClose: () => void;
}

function Dialogs({ bulk, act, onClose }: DialogsProps) {
  const navigate = useNavigate();
  const retried = useRef('');
  return (
    <>
      <ConfirmAction
        subject={act === 'submit' ? bulk : null}
        change={useSubmitBulk()}
        input={(subject) => subject}
        title={({ okCount }) => `Submit ${linesText(okCount)}?`}
        description={submitText}
        confirmLabel={({ doubled }) => (doubled ? 'Pay Twice' : 'Submit')}
        tone={({ doubled }) => (doubled ? 'danger' : 'primary')}
        busyLabel="Submitting..."
        done={(_, { state }) =>
          state === 'waiting' ? 'Submitted. It now waits for approval.' : 'Submitted'
        }
        failed="Failed to submit the bulk payout"
        onClose={onClose}
      />
      <ConfirmAction
        subject={act === 'cancel' ? bulk : null}
        change={useCancelBulk()}
        input={({ id }) => id}
        title={({ name }) => `Cancel ${name}?`}
        description="Nothing was paid. The lines stay here to look at, and cannot be submitted any more."
        confirmLabel="Cancel Bulk Payout"
        cancelLabel="Back"
        busyLabel="Cancelling..."
        tone="danger"
        done="Bulk payout cancelled"
        failed="Failed to cancel the bulk payout"
        onClose={onClose}
      />
      <ConfirmAction
        subject={act === 'retry' ? bulk : null}
        change={useRetryBulk()}
        input={({ id }) => id}
        title={({ failedCount, doubtedCount }) => `Retry ${linesText(failedCount - doubtedCount)}?`}
        description="A new bulk payout is made of the lines that failed. It is checked, submitted and approved like any other."
        confirmLabel="Make New Bulk Payout"
        cancelLabel="Back"
        busyLabel="Making..."
        done={(_, made) => {
          retried.current = made.id;
          return 'New bulk payout made of the failed lines';
        }}
        failed="Failed to retry the lines"
        onClose={onClose}
        onDone={() => navigate(paths.client.bulkPayout(retried.current))}
      />
    </>
  );
}

function submitText(bulk: BulkPayout): string {
  const { amount, fee, faultyCount, warnedCount, accountName, doubled } = bulk;
  return [
    doubled ? `${linesText(doubled.count)} of it are in ${doubled.name} and are paid twice.` : '',
    `UGX ${formatAmount(amount + fee)} with fees, from ${accountName}.`,
    faultyCount > 0
      ? `${linesText(faultyCount)} with a fault ${faultyCount === 1 ? 'is' : 'are'} left out.`
      : '',
    warnedCount > 0
      ? `${linesText(warnedCount)} with a warning ${warnedCount === 1 ? 'is' : 'are'} paid as ${warnedCount === 1 ? 'it is' : 'they are'}.`
      : '',
    needsText(bulk),
  ]
    .filter(Boolean)
    .join(' ');
}
