import type { AttentionItem } from '@sente/contract/dashboards';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Money } from '../../ui/money.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { OpenableItem, OpenButton } from '../transactions/openable-item.tsx';
import { attentionQueries } from '../notifications/attention-queries.ts';

interface PendingApprovalsDialogProps {
  open: boolean;
  onClose: () => void;
}

export function PendingApprovalsDialog({ open, onClose }: PendingApprovalsDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Pending Approvals"
      description="Payouts that wait for a second person. Approving and rejecting them here is not available yet."
      size="lg"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <WaitingPayouts />
    </Dialog>
  );
}

function WaitingPayouts() {
  const { data, failure, isLoading } = queryState(useQuery(attentionQueries.now()));
  const waiting = data?.items.filter(({ kind }) => kind === 'pending-approval') ?? [];
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
          <WaitingPayout key={item.id} item={item} />
        ))}
      </ul>
      {data && data.pendingApprovals > waiting.length ? (
        <p className="pt-3 text-13 text-muted">
          The newest {waiting.length} of {data.pendingApprovals}.
        </p>
      ) : null}
    </>
  );
}

function WaitingPayout({ item }: { item: AttentionItem }) {
  return (
    <OpenableItem transactionId={item.id} className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <Link
          to={paths.company(item.companyId)}
          className="inline-block min-h-6 rounded-sm font-medium wrap-anywhere hover:underline hover:underline-offset-3"
        >
          {item.company}
        </Link>
        <p className="text-13 wrap-anywhere text-muted">
          <OpenButton transactionId={item.id}>{item.description}</OpenButton>
        </p>
      </div>
      <div className="shrink-0 text-right">
        <Money amount={item.amount} className="font-medium" />
        <p className="mt-0.5 text-13 text-muted">
          <RelativeTime value={item.since} />
        </p>
      </div>
    </OpenableItem>
  );
}
