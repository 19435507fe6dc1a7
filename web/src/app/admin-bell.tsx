import { AttentionBell } from '../features/dashboards/attention-bell.tsx';
import type { BellProps } from '../ui/bell-props.ts';
import { lateChosen } from '../ui/late.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';

const NotificationsPanel = lateChosen(
  () => import('../features/notifications/notifications-panel.tsx'),
  {
    waiting: <SkeletonRows count={4} label="Loading notifications" />,
  },
);

/** What waits for somebody as it is now, and below it what the person was told. */
export function AdminBell(bell: BellProps) {
  return (
    <AttentionBell {...bell}>
      <NotificationsPanel retryLabel="Try Again" />
    </AttentionBell>
  );
}
