import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { EmptyState, NoneMatch } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FilterChoice, type FilterOption } from '../../ui/filter-choice.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { Pager } from '../../ui/pager.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import {
  type ApiTransactionPage,
  apiTransactionQueries,
  apiTransactionsPerPage,
  type ApiTransactionsView,
  networkChoices,
  statusChoices,
  totalPagesOf,
  useApiTransactions,
} from './api-transaction-queries.ts';
import { ApiTransactionsTable } from './api-transactions-table.tsx';

const PaymentTraceSheet = lateWindow(() => import('./payment-trace-sheet.tsx'));

interface ApiTransactionsListProps extends ApiTransactionsView {
  retryLabel: 'Try again' | 'Try Again';
  /** What to do where there is none yet, for a reader who can. */
  firstStep?: ReactNode;
}

/** Search, filters, rows and pages; a row opens its trace over the page. */
export function ApiTransactionsList(props: ApiTransactionsListProps) {
  const { companyId, state, query, retryLabel, firstStep } = props;
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
          onRowIntent={(row) => {
            void PaymentTraceSheet.preload();
            void client.prefetchQuery(apiTransactionQueries.trace(companyId, row.record_id));
          }}
          empty={
            state.isFiltered ? (
              <NoneMatch title="No API transactions match" onClear={state.clearFilters} />
            ) : (
              <NoneYet firstStep={firstStep} />
            )
          }
          footer={data ? <Footer list={data} onPage={state.setPage} /> : null}
        />
      ) : null}
      <PaymentTraceSheet
        open={opened.value !== null}
        companyId={companyId}
        recordId={opened.value}
        onClose={opened.close}
      />
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

function NoneYet({ firstStep }: { firstStep: ReactNode }) {
  return (
    <EmptyState
      title="No API transactions yet"
      hint="Requests to collect or pay out by mobile money show here."
      action={firstStep}
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

/** The same list as the company sees, on its page in the back-office. */
export function CompanyApiTransactions({ companyId }: { companyId: string }) {
  const view = useApiTransactions(companyId);
  return (
    <section aria-labelledby="api-transactions" className="mt-2 min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="api-transactions" className="text-base">
          API transactions
        </h2>
        <RefreshButton size="sm" query={view.query} />
      </div>
      <ApiTransactionsList {...view} retryLabel="Try Again" />
    </section>
  );
}
