import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { summaryQuery } from '../features/notifications/summary-query.ts';
import { useOverPage } from '../lib/use-over-page.ts';
import { saveSeen, useLastSeen } from '../session/bell-seen.ts';
import { useSession } from '../session/use-session.ts';
import type { BellProps } from '../ui/bell-props.ts';
import { IconButton } from '../ui/icon-button.tsx';

interface PortalBellProps {
  /** What the bell shows. */
  bell: ComponentType<BellProps>;
}

/** The button has a dot if the person was told something after the last look on this browser, or the bell has more. */
export function PortalBell({ bell: Bell }: PortalBellProps) {
  const [isOpen, setIsOpen] = useOverPage<true>();
  const { data, refetch } = useQuery(summaryQuery());
  const [hasMore, setHasMore] = useState(false);
  const userId = useSession()?.user.id ?? '';
  const lastSeen = useLastSeen('told', userId);
  const newest = data?.newestUnread ?? '';
  const hasNews = hasMore || newest > lastSeen;
  const isLooking = isOpen !== null;
  // What came in the last minute is in the panel, and is seen as well.
  useEffect(() => {
    if (isLooking) void refetch();
  }, [isLooking, refetch]);
  useEffect(() => {
    if (isLooking) saveSeen('told', userId, newest);
  }, [isLooking, userId, newest]);
  return (
    <>
      <IconButton
        label={hasNews ? 'Notifications, something is new' : 'Notifications'}
        icon={
          <span className="relative">
            <BellIcon />
            {hasNews ? (
              <span
                aria-hidden="true"
                data-bell-dot=""
                className="absolute -top-1 -right-1 size-2 rounded-full border border-surface bg-danger"
              />
            ) : null}
          </span>
        }
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      />
      <Bell open={isLooking} onClose={() => setIsOpen(null)} onMore={setHasMore} />
    </>
  );
}
