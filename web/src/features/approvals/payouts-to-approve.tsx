import type { AttentionItem } from '@sente/contract/attention';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { formatAmount } from '../../lib/money.ts';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { WalletHolder } from '../../ui/wallet-holder.tsx';
import { attentionQueries } from '../dashboards/attention-queries.ts';
import { type Decision, useDecidePayout } from './approval-queries.ts';
import { WaitingPayoutItem } from './waiting-payout-item.tsx';

export function PayoutsToApprove() {
  const { data, failure, isLoading } = queryState(useQuery(attentionQueries.now()));
  const { items = [], pendingApprovals = 0 } = data ?? {};
  // The longest waiting first.
  const waiting = items.filter(({ kind }) => kind === 'pending-approval').toReversed();
  const [asked, setAsked] = useState<AskedDecision | null>(null);
  const ask = (item: AttentionItem, decision: Decision) => setAsked({ item, decision });
  return (
    <>
      {failure ? (
        <ErrorPanel
          className="mb-3"
          title="Failed to load pending approvals"
          failure={failure}
          retryLabel="Try Again"
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
      <ConfirmAction
        subject={asked}
        change={useDecidePayout()}
        input={({ item, decision }) => ({ id: item.id, decision })}
        title={({ decision }) => texts[decision].title}
        description={effectOf}
        confirmLabel={({ decision }) => texts[decision].confirm}
        busyLabel={({ decision }) => texts[decision].busy}
        tone={({ decision }) => texts[decision].tone}
        done={({ decision }) => texts[decision].done}
        failed={({ decision }) => texts[decision].failed}
        onClose={() => setAsked(null)}
      >
        {({ item: { companyId, payout }, decision }) =>
          payout && decision === 'approve' ? (
            <WalletHolder
              companyId={companyId}
              phoneNumber={payout.phoneNumber}
              network={payout.network}
              className="mt-3"
            />
          ) : null
        }
      </ConfirmAction>
    </>
  );
}

interface AskedDecision {
  readonly item: AttentionItem;
  readonly decision: Decision;
}

const texts = {
  approve: {
    title: 'Approve this payout?',
    confirm: 'Approve',
    busy: 'Approving...',
    done: 'Payout approved',
    failed: 'Failed to approve payout',
    tone: 'primary',
  },
  reject: {
    title: 'Reject this payout?',
    confirm: 'Reject',
    busy: 'Rejecting...',
    done: 'Payout rejected',
    failed: 'Failed to reject payout',
    tone: 'danger',
  },
} as const;

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
