import type { AttentionItem } from '@sente/contract/attention';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { attentionQueries } from '../notifications/attention-queries.ts';
import type { Decision } from './approval-queries.ts';
import { DecidePayoutDialog, type AskedDecision } from './decide-payout-dialog.tsx';
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
