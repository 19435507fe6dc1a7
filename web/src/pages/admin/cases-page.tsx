import { caseKindNames, caseKinds } from '@sente/contract/case-kinds';
import { caseSortKeys } from '@sente/contract/reconciliation';
import type { StatementPlace } from '@sente/contract/network-statements';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { casesToExport } from '../../features/reconciliation/cases-to-export.ts';
import { useCasesTogether } from '../../features/reconciliation/cases-together.tsx';
import { FloatBridgeCard } from '../../features/reconciliation/float-bridge.tsx';
import { ReconciliationNav } from '../../features/reconciliation/reconciliation-nav.tsx';
import {
  casesPageSize,
  reconciliationQueries,
  shownAssignees,
  shownCaseKinds,
  shownCaseStates,
  shownDues,
  shownNetworks,
  type CasesPage as Page,
} from '../../features/reconciliation/reconciliation-queries.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { DetailList } from '../../ui/detail-list.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { ListChoice } from '../../ui/filter-choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { PhoneFilters } from '../../ui/folded-filters.tsx';
import { Money } from '../../ui/money.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';

const listState = {
  filters: {
    state: shownCaseStates,
    kind: shownCaseKinds,
    network: shownNetworks,
    assignee: shownAssignees,
    due: shownDues,
    day: { fallback: '' },
  },
  sort: { keys: caseSortKeys, fallback: { key: 'day', direction: 'desc' } },
} as const;

const stateOptions = [
  { value: 'open', label: 'Open' },
  { value: 'settled', label: 'Settled' },
  { value: 'all', label: 'All States' },
] as const;
const kindOptions = [
  { value: 'all', label: 'All Kinds' } as const,
  ...caseKindNames.map((value) => ({ value, label: caseKinds[value].label })),
];
const networkOptions = [
  { value: 'all', label: 'Networks and bank' },
  { value: 'MTN', label: 'MTN' },
  { value: 'AIRTEL', label: 'Airtel' },
  { value: 'BANK', label: 'Bank' },
] as const;

const assigneeOptions = [
  { value: 'all', label: 'Everybody' },
  { value: 'me', label: 'Mine' },
  { value: 'none', label: 'Nobody yet' },
] as const;
const dueOptions = [
  { value: 'all', label: 'Any Due Date' },
  { value: 'overdue', label: 'Overdue' },
] as const;

/** What the books and the statements do not agree about. */
export default function CasesPage() {
  const address = useUrlState(listState);
  const { search, filters, sort, page } = address;
  const request = { search, ...filters, sort: sort.key, direction: sort.direction, page };
  const query = useQuery(reconciliationQueries.cases(request));
  const { columns, bar } = useCasesTogether(query.data?.rows ?? []);
  return (
    <>
      <PageHeader
        title="Reconciliation"
        subtitle="What the books, the networks and the bank do not agree about"
        actions={
          <>
            <ExportButton
              noun="cases"
              list={() => casesToExport(request)}
              disabled={!query.data?.rows.length}
            />
            <RefreshButton query={query} />
          </>
        }
      />
      <ReconciliationNav current="cases" />
      {filters.network !== 'all' && filters.day !== '' ? (
        <DayBridge network={filters.network} day={filters.day} />
      ) : null}
      <ListScreen
        address={address}
        query={query}
        summary={(data) =>
          data ? (
            <>
              <Sums page={data} />
              {bar}
            </>
          ) : null
        }
        search={{
          label: 'Search cases...',
          debounceMs: 200,
          className: 'min-w-0 flex-1 sm:min-w-36 sm:max-w-60',
        }}
        filters={
          <PhoneFilters spec={listState} values={filters}>
            <ListChoice label="State" address={address} name="state" options={stateOptions} />
            <ListChoice
              label="Kind"
              address={address}
              name="kind"
              options={kindOptions}
              // As narrow as the others: all filters are one line at 1440.
              className="max-sm:min-w-[calc(50%-0.25rem)] max-sm:flex-1 sm:w-36"
            />
            <ListChoice
              label="Network or bank"
              address={address}
              name="network"
              options={networkOptions}
            />
            <ListChoice
              label="Works on it"
              address={address}
              name="assignee"
              options={assigneeOptions}
            />
            <ListChoice label="Due" address={address} name="due" options={dueOptions} />
            <div className="flex items-center gap-2 max-sm:w-full">
              <span aria-hidden className="text-13 text-muted">
                Day
              </span>
              <TextField
                type="date"
                label="Day"
                hideLabel
                className="min-w-0 flex-1 sm:w-34"
                value={filters.day}
                onChange={(event) => address.setFilter('day', event.target.value)}
              />
            </div>
          </PhoneFilters>
        }
        failed={{ title: 'Failed to load cases' }}
        noneMatch={{ title: 'No cases match your search.' }}
        noneYet={{
          icon: <CircleCheck />,
          title: 'No open cases.',
          hint: 'What the statements and the books do not agree about comes here by itself.',
        }}
        caption="Cases"
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.reconciliationCase(id)}
        pager={{ pageSize: casesPageSize, noun: 'cases' }}
      />
    </>
  );
}

function Sums({ page: { totalCount, more, less, inPairs, flow } }: { page: Page }) {
  return (
    <section aria-label="Sums" className="mb-4 rounded-lg border bg-surface px-4 py-3">
      <DetailList
        columns={3}
        items={[
          { label: 'More Than in the Books', value: <Money amount={more} /> },
          { label: 'Less Than in the Books', value: <Money amount={Math.abs(less)} /> },
          ...(inPairs > 0 ? [{ label: 'May Cancel Out', value: <Money amount={inPairs} /> }] : []),
        ]}
      />
      <p className="mt-2 text-13 text-muted">
        {`${totalCount.toLocaleString('en-US')} ${totalCount === 1 ? 'case' : 'cases'}. Today: ${flow.before} before + ${flow.opened} opened - ${flow.cleared} cleared = ${flow.open} open.`}
        {inPairs > 0
          ? ' What may cancel out has another case of the network with the same amount the other way round.'
          : ''}
      </p>
    </section>
  );
}

function DayBridge({ network, day }: { network: StatementPlace; day: string }) {
  const { data } = useQuery(reconciliationQueries.bridge(network, day));
  return data ? (
    <div className="mb-4 max-w-2xl">
      <FloatBridgeCard bridge={data} />
    </div>
  ) : null;
}
