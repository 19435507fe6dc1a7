import { RelativeTime } from '../../ui/date-display.tsx';
import type { Activity } from './activity-chip.tsx';

interface ActivityTimeProps {
  activity: Pick<Activity, 'date' | 'timeAgo'>;
  className?: string | undefined;
}

/** Kept up to date, with the exact time; a server that only tells the text is believed. */
export function ActivityTime({ activity: { date, timeAgo }, className }: ActivityTimeProps) {
  return date ? (
    <RelativeTime value={date} className={className} />
  ) : (
    <span className={className}>{timeAgo}</span>
  );
}
