import type { CompanyStatistics } from '@sente/contract/company-statistics';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { MovementBadge } from '../../ui/status-badges.tsx';

export type Activity = CompanyStatistics['recentActivities'][number];

const tones: Partial<Record<string, Tone>> = {
  green: 'success',
  yellow: 'warning',
  red: 'danger',
  blue: 'info',
};
const icons = {
  completed: <CircleCheck />,
  pending: <Clock />,
  failed: <CircleX />,
};

/** In the colour that the server sends, always with a text. */
export function ActivityChip({
  activity,
}: {
  activity: Pick<Activity, 'status' | 'statusColor' | 'check'>;
}) {
  const { status, statusColor, check } = activity;
  // Says more than the state, and that in amber.
  if (check) return <MovementBadge status={status} check={check} />;
  return (
    <Badge tone={tones[statusColor] ?? 'neutral'} icon={icons[status]} className="capitalize">
      {status}
    </Badge>
  );
}
