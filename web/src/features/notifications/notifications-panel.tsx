import type { Notification } from '@sente/contract/notifications';
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  ArrowDownLeft,
  Bell,
  BellOff,
  ChartColumn,
  CircleX,
  ClipboardCheck,
  Mail,
  OctagonPause,
  PackageOpen,
  ShieldCheck,
  TriangleAlert,
} from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { cn } from '../../lib/cn.ts';
import { BellNotLoaded, EntryHead } from '../../ui/bell-parts.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notificationQueries, useReadAll, useReadNotification } from './notification-queries.ts';

interface NotificationsPanelProps {
  /** The two portals have different labels for the retry. */
  retryLabel?: 'Try again' | 'Try Again' | undefined;
}

/** What the person was told, newest first. An entry is read once it was opened or all were marked. */
export default function NotificationsPanel({ retryLabel }: NotificationsPanelProps) {
  const query = useInfiniteQuery(notificationQueries.pages());
  const { refetch } = query;
  // Shown in a panel: what came since it was last open is fetched when it opens.
  useEffect(() => void refetch({ cancelRefetch: false }), [refetch]);
  const { data, failure, isLoading } = queryState(query);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <BellNotLoaded failure={failure} retryLabel={retryLabel} />
      {isLoading ? <SkeletonRows count={4} label="Loading notifications" /> : null}
      {data && items.length === 0 ? (
        <EmptyState
          icon={<BellOff />}
          title="No notifications"
          hint="What concerns you shows here for 90 days. You choose what it is in your settings."
        />
      ) : null}
      {items.length > 0 ? <Entries items={items} /> : null}
      {query.hasNextPage ? (
        <Button
          className="mt-3 w-full"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older
        </Button>
      ) : null}
    </>
  );
}

function Entries({ items }: { items: readonly Notification[] }) {
  const readAll = useReadAll();
  const [newest] = items;
  const newCount = items.filter(({ readAt }) => readAt === null).length;
  return (
    <>
      {newCount > 0 && newest ? (
        <div className="-mt-2 mb-2 flex items-center justify-between">
          <p className="text-13 font-semibold text-muted">{`${newCount} new`}</p>
          <Button
            size="sm"
            variant="ghost"
            busy={readAll.isPending}
            onClick={() => readAll.mutate(newest.createdAt)}
          >
            Mark all as read
          </Button>
        </div>
      ) : null}
      <ul aria-label="Notifications" className="divide-y">
        {items.map((item) => (
          <Entry key={item.id} item={item} />
        ))}
      </ul>
    </>
  );
}

const icons: Partial<Record<Notification['kind'], ReactNode>> = {
  'payment-received': <ArrowDownLeft />,
  'payout-waits': <ClipboardCheck />,
  'approval-waits': <ClipboardCheck />,
  'request-decided': <ClipboardCheck />,
  'payout-failed': <CircleX />,
  'payment-checked': <TriangleAlert />,
  'payouts-stopped': <OctagonPause />,
  'low-stock': <PackageOpen />,
  'new-enquiry': <Mail />,
  'new-sign-in': <ShieldCheck />,
  protection: <ShieldCheck />,
  'weekly-summary': <ChartColumn />,
};

const newTiles: Readonly<Record<Notification['tone'], string>> = {
  plain: 'bg-accent-soft text-accent-text',
  warning: 'bg-warning-soft text-warning-text',
  failure: 'bg-danger-soft text-danger-text',
};

function Entry({ item }: { item: Notification }) {
  const read = useReadNotification();
  const isNew = item.readAt === null;
  const markRead = () => {
    if (isNew) read.mutate(item.id);
  };
  // The link covers the whole entry.
  const title =
    'rounded-sm text-left wrap-anywhere after:absolute after:inset-0 hover:underline hover:underline-offset-3';
  return (
    <li
      className={cn(
        'relative -mx-5 flex gap-3 px-5 py-3 transition-colors duration-75',
        (item.link || isNew) && 'hover:bg-surface-hover',
      )}
    >
      <span
        aria-hidden="true"
        className={cn(
          'grid size-8 shrink-0 place-items-center rounded-lg [&_svg]:size-4',
          isNew ? newTiles[item.tone] : 'bg-surface-sunken text-muted',
        )}
      >
        {icons[item.kind] ?? <Bell />}
      </span>
      <div className="min-w-0 flex-1">
        <EntryHead since={item.createdAt} isNew={isNew}>
          {item.link ? (
            <Link to={item.link} onClick={markRead} className={title}>
              {item.title}
            </Link>
          ) : isNew ? (
            <button type="button" onClick={markRead} className={title}>
              {item.title}
            </button>
          ) : (
            <span className="wrap-anywhere">{item.title}</span>
          )}
        </EntryHead>
        <p className="mt-0.5 text-13 wrap-anywhere text-muted">{item.text}</p>
      </div>
    </li>
  );
}
