import { requestDays } from '@sente/contract/api-requests';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { queryState } from '../../api/query-state.ts';
import { requestColumns, RequestSheet } from '../../features/api-requests/api-request-parts.tsx';
import { apiRequestQueries, loadFailure } from '../../features/api-requests/api-request-queries.ts';
import { apiKeyQueries } from '../../features/credentials/api-key-queries.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { Card } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { FilterChoice, listChoiceClass } from '../../ui/filter-choice.tsx';
import { ListStates, LoadMore } from '../../ui/list-states.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { DataTable } from '../../ui/table.tsx';
import { DeveloperFrame } from './developer-frame.tsx';

const urlSpec = {
  filters: {
    outcome: ['all', 'succeeded', 'failed'],
    days: ['30', '7', '1'],
    error: { fallback: 'all' },
    apiKey: { fallback: 'all' },
  },
} as const;
const outcomes = [
  { value: 'all', label: 'Status: All' },
  { value: 'succeeded', label: 'Succeeded' },
  { value: 'failed', label: 'Failed' },
] as const;
const times = [
  { value: '30', label: 'Last 30 days' },
  { value: '7', label: 'Last 7 days' },
  { value: '1', label: 'Today' },
] as const;

export default function ApiRequestsPage() {
  const address = useUrlState(urlSpec);
  const { search, filters, isFiltered, setFilter, clearFilters } = address;
  const pages = useInfiniteQuery(apiRequestQueries.list({ search, ...filters }));
  const rows = queryState(pages).data?.pages.flatMap((page) => page.rows) ?? [];
  const opened = useOverlayParam('request');
  return (
    <DeveloperFrame
      subtitle={`Signed requests of your systems of the last ${requestDays} days`}
      actions={<RefreshButton query={pages} />}
    >
      <ErrorGroups
        chosen={filters.error}
        onChoose={(error) => setFilter('error', error === filters.error ? 'all' : error)}
      />
      <div className="mb-4 flex flex-wrap gap-2">
        <SearchInput
          label="Search by path or request ID..."
          value={search}
          onChange={address.setSearch}
          className="max-sm:w-full sm:w-80"
        />
        <FilterChoice
          label="Status"
          className={listChoiceClass}
          options={outcomes}
          value={filters.outcome}
          onChange={(value) => setFilter('outcome', value)}
        />
        <KeyChoice value={filters.apiKey} onChange={(value) => setFilter('apiKey', value)} />
        <FilterChoice
          label="Time"
          className={listChoiceClass}
          options={times}
          value={filters.days}
          onChange={(value) => setFilter('days', value)}
        />
      </div>
      <ListStates
        query={pages}
        isFiltered={isFiltered}
        onClear={clearFilters}
        failed={{ title: loadFailure, retryLabel: 'Try Again' }}
        noneMatch={{ icon: <ScrollText />, title: 'No requests match your search.' }}
        noneYet={{
          icon: <ScrollText />,
          title: 'No requests yet',
          hint: 'Every request that is signed with one of your keys shows here a moment later.',
        }}
      >
        {(shown) => (
          <DataTable
            {...shown}
            caption="Requests"
            columns={requestColumns(opened.open)}
            rows={rows}
            rowKey={({ id }) => id}
            onRowOpen={({ id }) => opened.open(id)}
            footer={<LoadMore fullWidth query={pages} />}
          />
        )}
      </ListStates>
      <RequestSheet id={opened.value} onClose={opened.close} />
    </DeveloperFrame>
  );
}

interface KeyChoiceProps {
  value: string;
  onChange: (value: string) => void;
}

function KeyChoice({ value, onChange }: KeyChoiceProps) {
  const companyId = useCompanyId() ?? '';
  const { data = [] } = useQuery({
    ...apiKeyQueries.ofCompany(companyId),
    enabled: companyId !== '',
  });
  const options = [
    { value: 'all', label: 'Key: All' },
    ...data.map(({ channelId, name }) => ({
      value: channelId,
      // A rotated key and the one that follows it have one name.
      label: data.some((each) => each.name === name && each.channelId !== channelId)
        ? `${name} · …${channelId.slice(-4)}`
        : name,
    })),
  ];
  return (
    <FilterChoice
      label="Key"
      className={listChoiceClass}
      options={options}
      value={value}
      onChange={onChange}
    />
  );
}

interface ErrorGroupsProps {
  chosen: string;
  onChoose: (errorCode: string) => void;
}

/** What fails most is seen before single requests. Nothing without errors. */
function ErrorGroups({ chosen, onChoose }: ErrorGroupsProps) {
  const { data = [] } = useQuery(apiRequestQueries.errors());
  if (data.length === 0) return null;
  return (
    <Card
      title="Errors"
      description="By their code; choose one to see its requests."
      className="mb-4"
    >
      <ul className="flex flex-col gap-2">
        {data.map(({ errorCode, errorMessage, count, lastAt }) => (
          <li key={errorCode} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <button
              type="button"
              aria-pressed={errorCode === chosen}
              onClick={() => onChoose(errorCode)}
              className="link -mx-1 rounded-md px-1 text-left font-mono text-xs aria-pressed:font-bold"
            >
              {errorCode}
            </button>
            <span className="min-w-0 flex-1 text-13 text-muted max-sm:order-1 max-sm:basis-full">
              {errorMessage}
            </span>
            <span className="tabular text-13 text-muted">
              {count.toLocaleString('en')} {count === 1 ? 'time,' : 'times, the last one'}{' '}
              <RelativeTime value={lastAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
