import type { CompanyStatistics } from '@sente/contract/company-statistics';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { Badge, type Tone } from '../../ui/badge.tsx';

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

/** Coloured as the server says, with the word beside it. */
export function ActivityChip({ activity }: { activity: Pick<Activity, 'status' | 'statusColor'> }) {
  const { status, statusColor } = activity;
  return (
    <Badge tone={tones[statusColor] ?? 'neutral'} icon={icons[status]} className="capitalize">
      {status}
    </Badge>
  );
}
