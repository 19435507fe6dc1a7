import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AttentionBell } from '../features/dashboards/attention-bell.tsx';
import { summaryQuery } from '../features/notifications/summary-query.ts';
import type { BellProps } from '../ui/bell-props.ts';
import { late } from '../ui/late.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';

const NotificationsPanel = late(() => import('../features/notifications/notifications-panel.tsx'), {
  waiting: <SkeletonRows count={4} label="Loading notifications" />,
});

/** What waits for somebody as it is now, and below it what the person was told. */
export function AdminBell({ open, onClose, onNews }: BellProps) {
  const { data } = useQuery(summaryQuery());
  const [hasWork, setHasWork] = useState(false);
  const hasNews = hasWork || (data?.unreadCount ?? 0) > 0;
  useEffect(() => onNews(hasNews), [onNews, hasNews]);
  return (
    <AttentionBell open={open} onClose={onClose} onNews={setHasWork}>
      <NotificationsPanel retryLabel="Try Again" />
    </AttentionBell>
  );
}
