import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { ActivityChip, type Activity } from '../company-dashboard/activity-chip.tsx';
import { EntryHead } from './entry-head.tsx';

interface ActivityListProps {
  activities: readonly Activity[];
  /** Where the last look ended; what came later is marked. */
  seenUntil: string;
}

/** Each leads to its transaction: by the id the list finds it, however old it is. */
export function ActivityList({ activities, seenUntil }: ActivityListProps) {
  return (
    <ul aria-label="Recent activities" className="divide-y">
      {activities.map((activity) => (
        <li
          key={activity.id}
          className="relative -mx-5 flex gap-3 px-5 py-3 transition-colors duration-75 hover:bg-surface-hover"
        >
          <Sign type={activity.type} />
          <div className="min-w-0 flex-1">
            <EntryHead since={activity.date} isNew={activity.date > seenUntil}>
              <Link
                to={paths.client.transactions({ search: activity.id, range: 'all' })}
                // The whole entry is the link's.
                className="rounded-sm wrap-anywhere after:absolute after:inset-0 hover:underline hover:underline-offset-3"
              >
                {activity.description}
              </Link>
            </EntryHead>
            <div className="mt-1 flex items-center justify-between gap-3">
              <ActivityChip activity={activity} />
              <Money
                amount={activity.amount}
                direction={activity.type}
                isVoid={activity.status === 'failed'}
                className="shrink-0 font-medium"
              />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Sign({ type }: Pick<Activity, 'type'>) {
  const isCredit = type === 'credit';
  const Icon = isCredit ? ArrowDownLeft : ArrowUpRight;
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid size-8 shrink-0 place-items-center rounded-lg [&_svg]:size-4',
        isCredit ? 'bg-success-soft text-success-text' : 'bg-danger-soft text-danger-text',
      )}
    >
      <Icon />
    </span>
  );
}
