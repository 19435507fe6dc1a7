import type { NetworkNotice } from '@sente/contract/network-notices';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { networkNoticeQueries } from './approval-queries.ts';
import { CloseNoticeDialog } from './close-notice-dialog.tsx';

/** What networks said about payments that do not exist here. */
export function UnknownPayments() {
  const { data, failure, isLoading } = queryState(useQuery(networkNoticeQueries.open()));
  const [asked, setAsked] = useState<NetworkNotice | null>(null);
  return (
    <>
      <p className="mb-3 text-13 text-muted">
        Networks reported these payments, but none of them exists here. Compare each with the
        statement of the network, then close it.
      </p>
      {failure ? (
        <ErrorPanel
          className="mb-3"
          title="Failed to load the unknown payments"
          failure={failure}
          retryLabel="Try Again"
        />
      ) : null}
      {isLoading ? <SkeletonRows count={4} label="Loading unknown payments" /> : null}
      {data && data.length === 0 ? (
        <EmptyState icon={<CircleCheck />} title="No network reports an unknown payment." />
      ) : null}
      <ul aria-label="Unknown payments" className="divide-y empty:hidden">
        {data?.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} onClose={() => setAsked(notice)} />
        ))}
      </ul>
      <CloseNoticeDialog notice={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function NoticeItem({ notice, onClose }: { notice: NetworkNotice; onClose: () => void }) {
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">
            {notice.network}: {notice.said}
          </p>
          <p className="text-13 wrap-anywhere text-muted">
            {notice.reference === '' ? 'No reference' : notice.reference}
          </p>
        </div>
        <Badge tone={notice.isProven ? 'danger' : 'neutral'}>
          {notice.isProven ? 'Proven' : 'Not proven'}
        </Badge>
      </div>
      <p className="text-13 text-muted">
        First <RelativeTime value={notice.firstAt} />, last <RelativeTime value={notice.lastAt} />,{' '}
        {notice.times === 1 ? 'once' : `${notice.times} times`}
      </p>
      <pre
        aria-label="Message"
        className="max-h-32 overflow-auto rounded-lg border bg-surface-sunken px-3 py-2 text-13 wrap-anywhere whitespace-pre-wrap"
      >
        {notice.content}
      </pre>
      <Button size="sm" className="self-end" aria-haspopup="dialog" onClick={onClose}>
        Close with a note
      </Button>
    </li>
  );
}
