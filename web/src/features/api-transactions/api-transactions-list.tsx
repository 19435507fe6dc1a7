import { useQueryClient } from '@tanstack/react-query';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FilterChoice, type FilterOption } from '../../ui/filter-choice.tsx';
import { NoneMatch } from '../../ui/none-match.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import {
  apiTransactionsPerPage,
  networkChoices,
  statusChoices,
  totalPagesOf,
  type ApiTransactionPage,
} from './api-transaction-list.ts';
import { apiTransactionQueries } from './api-transaction-queries.ts';
import { ApiTransactionsTable } from './api-transactions-table.tsx';
import { PaymentTraceSheet } from './payment-trace-sheet.tsx';
import type { ApiTransactionsView } from './use-api-transactions.ts';

interface ApiTransactionsListProps extends ApiTransactionsView {
  retryLabel: 'Try again' | 'Try Again';
}

/** Search, filters, rows and pages; a row opens its trace over the page. */
export function ApiTransactionsList(props: ApiTransactionsListProps) {
  const { companyId, state, query, retryLabel } = props;
  const { data, failure, isLoading } = queryState(query);
  const client = useQueryClient();
  const opened = useOverlayParam('request');
  return (
    <>
      <Filters state={state} present={data} />
      {failure ? (
        <ErrorPanel
          className="mb-4"
          title="Failed to load API transactions"
          message={errorSentences(failure.error, 'Failed to fetch API transactions')}
          retryLabel={retryLabel}
          busy={failure.busy}
          onRetry={failure.onRetry}
        />
      ) : null}
      {data || isLoading ? (
        <ApiTransactionsTable
          rows={data?.rows ?? []}
          loading={isLoading}
          hrefFor={opened.hrefFor}
          onRowIntent={(row) =>
            void client.prefetchQuery(apiTransactionQueries.trace(companyId, row.record_id))
          }
          empty={<Nothing isFiltered={state.isFiltered} onClear={state.clearFilters} />}
          footer={data ? <Footer list={data} onPage={state.setPage} /> : null}
        />
      ) : null}
      <PaymentTraceSheet companyId={companyId} recordId={opened.value} onClose={opened.close} />
    </>
  );
}

interface FiltersProps extends Pick<ApiTransactionsView, 'state'> {
  present: ApiTransactionPage | undefined;
}

const choiceClass = 'max-sm:flex-1 sm:min-w-40';

function Filters({ state, present }: FiltersProps) {
  const { status, network } = state.filters;
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <SearchInput
        className="w-full sm:w-80"
        label="Search API transactions..."
        value={state.search}
        onChange={state.setSearch}
        debounceMs={200}
      />
      <FilterChoice
        label="Status"
        className={choiceClass}
        options={optionsOf(statusChoices(present?.statuses ?? []), 'All Statuses')}
        value={status}
        onChange={(next) => state.setFilter('status', next)}
      />
      <FilterChoice
        label="Network"
        className={choiceClass}
        options={optionsOf(networkChoices(present?.networks ?? []), 'All Networks')}
        value={network}
        onChange={(next) => state.setFilter('network', next)}
      />
    </div>
  );
}

function optionsOf(values: readonly string[], allLabel: string): FilterOption<string>[] {
  return values.map((value) => ({ value, label: value === 'all' ? allLabel : value }));
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <NoneMatch title="No API transactions match" onClear={onClear} />
  ) : (
    <EmptyState
      title="No API transactions yet"
      hint="Requests to collect or pay out by mobile money show here."
    />
  );
}

function Footer({ list, onPage }: { list: ApiTransactionPage; onPage: (page: number) => void }) {
  const from = (list.page - 1) * apiTransactionsPerPage;
  return (
    <>
      <Pager
        page={list.page}
        pageCount={totalPagesOf(list)}
        from={from + 1}
        to={from + list.rows.length}
        total={list.totalCount}
        noun="requests"
        maxButtons={5}
        onPage={onPage}
      />
      {list.isCountExact ? null : (
        <p className="pt-2 text-13 text-muted">
          There are more than these. A search or filter finds the older ones.
        </p>
      )}
    </>
  );
}
