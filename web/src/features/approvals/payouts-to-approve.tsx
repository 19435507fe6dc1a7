import type { AttentionItem } from '@sente/contract/attention';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { formatAmount } from '../../lib/money.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import { attentionQueries } from '../dashboards/attention-queries.ts';
import { type Decision, useDecidePayout } from './approval-queries.ts';
import { WaitingPayoutItem } from './waiting-payout-item.tsx';

export function PayoutsToApprove() {
  const { data, failure, isLoading } = queryState(useQuery(attentionQueries.now()));
  const { items = [], pendingApprovals = 0 } = data ?? {};
  // What waits longest comes first.
  const waiting = items.filter(({ kind }) => kind === 'pending-approval').toReversed();
  const [asked, setAsked] = useState<AskedDecision | null>(null);
  const ask = (item: AttentionItem, decision: Decision) => setAsked({ item, decision });
  return (
    <>
      {failure ? (
        <ErrorPanel
          className="mb-3"
          title="Failed to load pending approvals"
          message={errorSentences(failure.error, '')}
          retryLabel="Try Again"
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {isLoading ? <SkeletonRows count={4} label="Loading pending approvals" /> : null}
      {data && waiting.length === 0 ? (
        <EmptyState icon={<CircleCheck />} title="No payouts wait for approval." />
      ) : null}
      <ul aria-label="Waiting payouts" className="divide-y empty:hidden">
        {waiting.map((item) => (
          <WaitingPayoutItem key={item.id} item={item} onDecide={(how) => ask(item, how)} />
        ))}
      </ul>
      {pendingApprovals > waiting.length ? (
        <p className="pt-3 text-13 text-muted">
          Showing the oldest {waiting.length} of {pendingApprovals}
        </p>
      ) : null}
      <DecidePayoutDialog asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

interface AskedDecision {
  readonly item: AttentionItem;
  readonly decision: Decision;
}

const words = {
  approve: {
    title: 'Approve this payout?',
    label: 'Approve',
    busy: 'Approving...',
    done: 'Payout approved',
    failed: 'Failed to approve payout',
    tone: 'primary',
  },
  reject: {
    title: 'Reject this payout?',
    label: 'Reject',
    busy: 'Rejecting...',
    done: 'Payout rejected',
    failed: 'Failed to reject payout',
    tone: 'danger',
  },
} as const;

interface DecidePayoutDialogProps {
  asked: AskedDecision | null;
  onClose: () => void;
}

function DecidePayoutDialog({ asked, onClose }: DecidePayoutDialogProps) {
  const [shown, setShown] = useState(asked);
  // The texts stay while the dialog fades away.
  if (asked !== null && asked !== shown) setShown(asked);
  const { mutateAsync, isPending } = useDecidePayout();
  const text = words[shown?.decision ?? 'approve'];
  const { error, close, confirm } = useConfirmed({
    subject: asked && { id: asked.item.id, decision: asked.decision },
    act: mutateAsync,
    done: text.done,
    failed: text.failed,
    onClose,
  });
  return (
    <ConfirmDialog
      open={asked !== null}
      onClose={close}
      onConfirm={confirm}
      title={text.title}
      description={shown ? effectOf(shown) : ''}
      confirmLabel={text.label}
      busyLabel={text.busy}
      tone={text.tone}
      busy={isPending}
      error={error}
    />
  );
}

function effectOf({ item, decision }: AskedDecision): string {
  const { amount, company, payout } = item;
  const sum = `UGX ${formatAmount(amount)}`;
  if (decision === 'reject') {
    const held = `UGX ${formatAmount(payout?.held ?? amount)}`;
    return `${held} will be free again on the account of ${company}, and nothing is paid out. This cannot be undone.`;
  }
  const to = payout ? `${payout.phoneNumber} (${payout.network})` : 'the receiver';
  return `${sum} of ${company} will be sent to ${to} at once. A payout that has arrived cannot be taken back.`;
}
