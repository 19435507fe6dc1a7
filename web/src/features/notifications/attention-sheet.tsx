import type { Attention } from '@sente/contract/attention';
import type { UseQueryResult } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { queryState } from '../../api/query-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { AttentionList } from './attention-list.tsx';
import { GaveUpList } from './gave-up-list.tsx';
import { NotLoaded } from './not-loaded.tsx';

interface AttentionSheetProps extends ContentProps {
  open: boolean;
  onClose: () => void;
}

export default function AttentionSheet({ open, onClose, ...content }: AttentionSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Notifications">
      <Content {...content} />
    </Sheet>
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
      <NotLoaded failure={failure} retryLabel="Try Again" />
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
