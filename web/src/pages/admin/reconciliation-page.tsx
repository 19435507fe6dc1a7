import type { ReplyOf } from '@sente/contract/endpoint';
import { placeNames } from '@sente/contract/network-statements';
import type { reconciliation, ReconciliationDay } from '@sente/contract/reconciliation';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { queryState } from '../../api/query-state.ts';
import { DaysTable } from '../../features/reconciliation/days-table.tsx';
import { FloatBridgeCard } from '../../features/reconciliation/float-bridge.tsx';
import { ReconciliationNav } from '../../features/reconciliation/reconciliation-nav.tsx';
import { reconciliationQueries } from '../../features/reconciliation/reconciliation-queries.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** The last day that is shown; empty for today. */
const listState = { filters: { to: { fallback: '' } } } as const;

/** Without the days before there were statements. */
function sinceFirst(days: readonly ReconciliationDay[]): readonly ReconciliationDay[] {
  const last = days.findLastIndex(({ cells }) => cells.some(({ state }) => state !== 'none'));
  return days.slice(0, last + 1);
}

/** Whether the books agree with the networks and the bank, day by day. */
export default function ReconciliationPage() {
  const address = useUrlState(listState);
  const query = useQuery(reconciliationQueries.days(address.filters.to));
  const { data, failure, isLoading } = queryState(query);
  const hasStatements =
    data !== undefined &&
    (data.hasEarlier || data.days.some(({ cells }) => cells.some(({ state }) => state !== 'none')));
  const earlier = data?.days.at(-1)?.day ?? '';
  return (
    <>
      <PageHeader
        title="Reconciliation"
        subtitle="The books against the statements of the networks and the bank"
        actions={<RefreshButton query={query} />}
      />
      <ReconciliationNav current="days" />
      {failure ? (
        <ErrorPanel
          title="Failed to load the days"
          failure={failure}
          message="The days could not be loaded"
        />
      ) : null}
      {isLoading ? <SkeletonRows count={8} label="Loading the days" /> : null}
      {data && !hasStatements ? (
        <EmptyState
          icon={<CalendarDays />}
          title="No statements yet."
          hint={
            <>
              Days are compared once a statement covers them. Upload one under{' '}
              <Link to={paths.statements()} className="underline underline-offset-3">
                Statements
              </Link>
              .
            </>
          }
        />
      ) : null}
      {data && hasStatements ? (
        <div className="flex flex-col gap-5">
          <Through of={data.reconciledThrough} />
          <div>
            <p className="mb-2 text-13 text-muted">
              An amount is what a day differs by: + is more at the network or the bank than in the
              books, - is less. Press it for its cases.
            </p>
            <DaysTable days={data.hasEarlier ? data.days : sinceFirst(data.days)} />
          </div>
          <div className="flex justify-between gap-3 empty:hidden">
            {data.hasEarlier ? (
              <Button onClick={() => address.setFilter('to', earlier)}>Earlier days</Button>
            ) : null}
            {address.filters.to ? (
              <Button onClick={() => address.setFilter('to', '')}>Latest days</Button>
            ) : null}
          </div>
          <section aria-labelledby="floats">
            <h2 id="floats" className="mb-1 text-base">
              What is there, and what should be
            </h2>
            <p className="mb-3 text-13 text-muted">
              The sum of all days until the last statement of each; a cell above has what one day
              added.
            </p>
            <div className="grid items-start gap-4 lg:grid-cols-2 xl:grid-cols-3">
              {data.now
                .filter(({ called, day }) => called !== null || day !== null)
                .map((bridge) => (
                  <FloatBridgeCard key={bridge.network} bridge={bridge} />
                ))}
            </div>
          </section>
        </div>
      ) : null}
    </>
  );
}

/** Until when nothing is left to do, for each place. */
function Through({ of }: { of: ReplyOf<typeof reconciliation.days>['reconciledThrough'] }) {
  return (
    <section
      aria-labelledby="through"
      className="flex flex-wrap items-baseline gap-x-6 gap-y-1 rounded-lg border bg-surface px-4 py-3"
    >
      <h2 id="through" className="text-base font-medium">
        Reconciled through
      </h2>
      {of.map(({ network, day }) => (
        <p key={network}>
          <span className="text-muted">{placeNames[network]}</span>{' '}
          {day === null ? 'no day yet' : <DateText value={day} />}
        </p>
      ))}
    </section>
  );
}
