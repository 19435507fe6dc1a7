import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { summaryQuery } from '../features/notifications/summary-query.ts';
import { useOverPage } from '../lib/use-over-page.ts';
import type { BellProps } from '../ui/bell-props.ts';
import { IconButton } from '../ui/icon-button.tsx';

interface PortalBellProps {
  /** What the bell shows. */
  bell: ComponentType<BellProps>;
}

/** The button has a dot while the person was told something that is new, or the bell has more. */
export function PortalBell({ bell: Bell }: PortalBellProps) {
  const [isOpen, setIsOpen] = useOverPage<true>();
  const { data } = useQuery(summaryQuery());
  const [hasMore, setHasMore] = useState(false);
  const hasNews = hasMore || (data?.unreadCount ?? 0) > 0;
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
      <Bell open={isOpen !== null} onClose={() => setIsOpen(null)} onMore={setHasMore} />
    </>
  );
}
