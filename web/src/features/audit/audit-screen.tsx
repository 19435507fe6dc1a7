import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { dayRangeOptions, dayRanges, daysOfRange } from '../../lib/day-range.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { ListChoice, type FilterOption } from '../../ui/filter-choice.tsx';
import { PhoneFilters } from '../../ui/folded-filters.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { LoadMore } from '../../ui/list-states.tsx';
import { actionsOfArea, areaOptions } from './audit-areas.ts';
import { AuditEntries } from './audit-entries.tsx';
import { clientLinksOf, staffLinksOf } from './entry-links.ts';
import { auditQueries, auditToExport, type AuditOf } from './audit-queries.ts';
import { HistorySkeleton } from './history-skeleton.tsx';

const results = ['', 'done', 'refused'] as const;
const resultOptions: readonly FilterOption<(typeof results)[number]>[] = [
  { value: '', label: 'Done and refused' },
  { value: 'done', label: 'Done' },
  { value: 'refused', label: 'Refused' },
];

const listState = {
  filters: {
    range: dayRanges,
    action: { fallback: '' },
    result: results,
    companyId: { fallback: '' },
  },
} as const;

interface AuditScreenProps {
  of: AuditOf;
  subtitle: string;
  /** The choice of a company, where the log has several. */
  companyFilter?: ((companyId: string, onChange: (id: string) => void) => ReactNode) | undefined;
}

/** The audit log with its filters in the address, newest first. */
export function AuditScreen({ of, subtitle, companyFilter }: AuditScreenProps) {
  const address = useUrlState(listState);
  const { search, filters: chosen } = address;
  const { range, ...filters } = chosen;
  const days = range === 'all' ? { startDate: '', endDate: '' } : daysOfRange(range);
  const action = actionsOfArea(filters.action);
  const asked = { ...filters, ...days, action, search: search.trim() };
  const query = useInfiniteQuery(auditQueries.log(of, asked));

  return (
    <ListScreen
      heading={{ title: 'Audit Log', subtitle }}
      actions={
        <ExportButton
          noun="entries"
          list={() => auditToExport(of, asked)}
          disabled={!query.data?.pages.some(({ entries }) => entries.length > 0)}
        />
      }
      address={address}
      query={query}
      rows={({ pages }) => pages.flatMap(({ entries }) => entries)}
      search={{
        label: 'Person (name or email)',
        className: 'min-w-0 flex-1 sm:w-60 sm:flex-none',
        debounceMs: 250,
      }}
      filters={
        <PhoneFilters spec={listState} values={chosen}>
          {companyFilter?.(filters.companyId, (id) => address.setFilter('companyId', id))}
          <ListChoice
            label="Action"
            address={address}
            name="action"
            options={areaOptions(of === 'platform' ? 'platform' : 'company')}
          />
          <ListChoice label="Result" address={address} name="result" options={resultOptions} />
          <ListChoice label="Range" address={address} name="range" options={dayRangeOptions} />
        </PhoneFilters>
      }
      failed={{ title: 'Failed to load the audit log', retryLabel: 'Try Again' }}
      noneMatch={{
        title: 'Nothing matches these filters.',
        hint:
          asked.search === ''
            ? undefined
            : 'The search looks for people by name or email. Choose what was done under Action.',
      }}
      noneYet={{
        icon: <ScrollText />,
        title: 'Nothing in these days.',
        hint: 'Changes, decisions, and attempts that were refused, will appear here.',
      }}
    >
      {({ rows, loading, empty }) =>
        loading ? (
          <HistorySkeleton />
        ) : rows.length === 0 ? (
          empty
        ) : (
          <>
            <div className="rounded-lg border bg-surface px-4 py-3 sm:px-5">
              <AuditEntries
                entries={rows}
                isBusy={query.isPlaceholderData}
                linksOf={of === 'platform' ? staffLinksOf : clientLinksOf}
                withCompany={of === 'platform'}
              />
            </div>
            {query.isFetchNextPageError ? null : (
              <LoadMore className="mt-3" fullWidth busyLabel="Loading..." query={query} />
            )}
          </>
        )
      }
    </ListScreen>
  );
}
