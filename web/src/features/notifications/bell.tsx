import type { Attention } from '@sente/contract/dashboards';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { AttentionList } from './attention-list.tsx';
import { attentionQueries } from './attention-queries.ts';
import { BellButton } from './bell-button.tsx';
import { GaveUpList } from './gave-up-list.tsx';
import { newestOf } from './last-look.ts';
import { useBellLook } from './use-bell-look.ts';

/** What needs attention, with a dot while something is newer than the last look. */
export default function Bell({ isOpenAtFirst }: { isOpenAtFirst: boolean }) {
  const attention = useQuery(attentionQueries.now());
  const newest = newestOf([
    ...(attention.data?.items ?? []),
    ...(attention.data?.webhooksGaveUp ?? []),
  ]);
  const look = useBellLook(newest, isOpenAtFirst);
  return (
    <>
      <BellButton
        hasNews={look.hasNews}
        onClick={() => {
          look.open();
          void attention.refetch();
        }}
      />
      <Sheet open={look.seenUntil !== null} onClose={look.close} title="Notifications">
        <Content attention={attention} seenUntil={look.seenUntil ?? ''} />
      </Sheet>
    </>
  );
}

interface ContentProps {
  attention: UseQueryResult<Attention>;
  seenUntil: string;
}

function Content({ attention, seenUntil }: ContentProps) {
  const { data, failure, isLoading } = queryState(attention);
  const counted = data
    ? data.pendingApprovals + (data.paymentReviews ?? 0) + data.failedTransactions
    : 0;
  const hidden = data ? counted - data.items.length : 0;
  return (
    <>
      {failure ? (
        <ErrorPanel
          className="mb-4"
          title="Failed to load notifications"
          message={errorSentences(failure.error, '')}
          retryLabel="Try Again"
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {isLoading ? <SkeletonRows count={4} label="Loading notifications" /> : null}
      {data && data.items.length === 0 && data.webhooksGaveUp.length === 0 ? (
        <EmptyState
          icon={<BellOff />}
          title="Nothing needs attention"
          hint="Payouts that wait for approval and failed transactions of the last day show here."
        />
      ) : null}
      {data && data.webhooksGaveUp.length > 0 ? (
        <GaveUpList items={data.webhooksGaveUp} seenUntil={seenUntil} />
      ) : null}
      {data && data.items.length > 0 ? (
        <AttentionList items={data.items} seenUntil={seenUntil} />
      ) : null}
      {hidden > 0 ? <p className="pt-3 text-13 text-muted">And {hidden} older ones.</p> : null}
    </>
  );
}
