import { CircleAlert, Clock, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { formatAmount } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';
import type { ShownStatistics } from './statistics.ts';

interface AttentionTilesProps {
  statistics: Pick<
    ShownStatistics,
    'pendingApprovals' | 'activeUsers' | 'lastLoginAt' | 'failedTransactions'
  >;
  onInvestigate: () => void;
}

export function AttentionTiles(props: AttentionTilesProps) {
  const { statistics, onInvestigate } = props;
  const { pendingApprovals, activeUsers, lastLoginAt, failedTransactions } = statistics;
  return (
    <section aria-labelledby="attention" className="grid gap-4 md:grid-cols-3">
      <h2 id="attention" className="sr-only">
        Approvals, users and failures
      </h2>
      <Tile
        label="Pending Approvals"
        icon={<Clock />}
        tone={pendingApprovals > 0 ? 'text-warning' : undefined}
        value={pendingApprovals}
        to={paths.approvals({ tab: 'open' })}
        note="What waits for a second person"
        action={
          <ButtonLink size="sm" to={paths.approvals()}>
            View Details
          </ButtonLink>
        }
      />
      <Tile
        label="Active Users"
        icon={<Users />}
        value={activeUsers}
        to={paths.users({ status: 'active' })}
        note={
          <>
            Last login: <RelativeTime value={lastLoginAt} empty="nobody yet" />
          </>
        }
      />
      <Tile
        label="Failed Transactions"
        icon={<CircleAlert />}
        tone={failedTransactions > 0 ? 'text-danger-text' : undefined}
        value={failedTransactions}
        to={paths.transactions({ status: 'failed' })}
        note="In the last 30 days, collections included"
        action={
          <Button size="sm" onClick={onInvestigate}>
            Investigate
          </Button>
        }
      />
    </section>
  );
}

interface TileProps {
  label: string;
  icon: ReactNode;
  tone?: string | undefined;
  value: number;
  /** The list behind it. */
  to: string;
  note: ReactNode;
  action?: ReactNode;
}

function Tile({ label, icon, tone, value, to, note, action }: TileProps) {
  return (
    <article className="flex min-w-0 items-stretch justify-between gap-3 rounded-lg border bg-surface p-4">
      <div className="min-w-0">
        <h3 className="flex items-center gap-2 text-13 font-medium tracking-normal text-muted">
          <span aria-hidden="true" className={cn('[&_svg]:size-4', tone)}>
            {icon}
          </span>
          {label}
        </h3>
        <p className="tabular mt-2 text-2xl font-semibold tracking-tight">
          <Link to={to} className="rounded-sm hover:underline hover:underline-offset-3">
            {formatAmount(value)}
            <span className="sr-only"> {label}</span>
          </Link>
        </p>
        <p className="mt-1 text-13 text-muted">{note}</p>
      </div>
      {action ? <div className="self-end">{action}</div> : null}
    </article>
  );
}
