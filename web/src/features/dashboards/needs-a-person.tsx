import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CircleAlert, CircleCheck, Clock, Inbox } from 'lucide-react';
import { queryState } from '../../api/query-state.ts';
import { useArrival } from '../../lib/arrival.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Link } from '../../ui/link.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { networkQueries } from '../networks/network-queries.ts';
import { attentionQueries } from './attention-queries.ts';
import { decisions, floatTasks, networkTasks, troubles, type Task } from './attention-tasks.ts';
import type { ShownStatistics } from './statistics.ts';

interface NeedsAPersonProps {
  payoutsPerDay: ShownStatistics['payoutsPerDay'];
}

/** The first part of the dashboard: what somebody has to do, each with the page that does it. */
export function NeedsAPerson({ payoutsPerDay }: NeedsAPersonProps) {
  const attention = useQuery({ ...attentionQueries.now(), retryOnMount: false });
  const { data, failure, isLoading } = queryState(attention);
  // Both are parts of the list below; without them the rest still shows.
  const networks = useQuery(networkQueries.health()).data ?? [];
  const floats = useQuery(networkQueries.floats()).data ?? [];
  const tasks = [
    ...(data ? troubles(data) : []),
    ...networkTasks(networks),
    ...floatTasks(floats, payoutsPerDay),
    ...(data ? decisions(data) : []),
  ];
  const arrival = useArrival<HTMLDivElement>('needs-a-person', !isLoading);
  return (
    <div ref={arrival} id="needs-a-person" className="mb-6 scroll-mt-20">
      <Card title="Needs a person" flush>
        {failure ? (
          <ErrorPanel
            className="m-4"
            title="What waits could not be loaded"
            failure={failure}
            message="Failed to fetch what needs attention"
            retryLabel="Try Again"
          />
        ) : null}
        {isLoading ? (
          <div className="p-4">
            <SkeletonRows count={2} label="Loading what needs a person" />
          </div>
        ) : null}
        {data && tasks.length === 0 ? (
          <p className="flex items-center gap-2 px-5 py-4 text-muted">
            <CircleCheck aria-hidden="true" className="size-4 text-success" />
            Nothing waits for a person.
          </p>
        ) : null}
        {tasks.length > 0 ? (
          // Two beside each other, so that the day itself begins on the first screen.
          <ul aria-label="What needs a person" className="grid overflow-clip lg:grid-cols-2">
            {tasks.map((task) => (
              <TaskRow key={task.key} task={task} />
            ))}
          </ul>
        ) : null}
      </Card>
    </div>
  );
}

function TaskRow({ task }: { task: Task }) {
  const { text, detail, to, isUrgent = false, isMinor = false } = task;
  const Icon = isUrgent ? CircleAlert : isMinor ? Inbox : Clock;
  const tone = isUrgent ? 'text-danger-text' : isMinor ? 'text-muted' : 'text-warning-text';
  return (
    <li className="relative -mt-px flex min-h-14 items-center gap-3 border-t px-5 py-2.5 hover:bg-surface-hover lg:even:border-l lg:last:odd:col-span-2">
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1">
        {to ? (
          <Link to={to} className="font-medium after:absolute after:inset-0">
            {text}
          </Link>
        ) : (
          <span className="font-medium">{text}</span>
        )}
        {detail ? <p className="text-13 wrap-anywhere text-muted">{detail}</p> : null}
      </div>
      {to ? <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-muted" /> : null}
    </li>
  );
}
