import type { ApiTransaction } from '@sente/contract/api-transactions';
import { paymentStatuses } from '@sente/contract/payments';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { neverMatches } from '../../ui/date-by.tsx';
import { DayFilters, listChoiceClass } from '../../ui/day-filters.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { ListScreen, type ListScreenProps } from '../../ui/list-screen.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { apiTransactionColumns } from './api-transaction-columns.tsx';
import {
  type ApiTransactionPage,
  apiTransactionsPerPage,
  type ApiTransactionsView,
  useApiTransactions,
} from './api-transaction-queries.ts';

interface ApiTransactionsListProps
  extends
    ApiTransactionsView,
    Pick<ListScreenProps<ApiTransaction, ApiTransactionPage>, 'heading' | 'exports'> {
  retryLabel: 'Try again' | 'Try Again';
  /** The next step in an empty list, for users with the permission. */
  firstStep?: ReactNode;
  /** The page of a transaction or request. */
  hrefFor: (id: string) => string;
}

/** A row leads to its page. */
export function ApiTransactionsList(props: ApiTransactionsListProps) {
  const { state, query, retryLabel, firstStep, heading, exports, hrefFor } = props;
  return (
    <ListScreen
      heading={heading}
      exports={exports}
      address={state}
      query={query}
      announces="api-transactions"
      search={{ label: 'Search API transactions...', debounceMs: 200 }}
      filters={<Filters state={state} present={query.data} />}
      failed={{
        title: 'Failed to load API transactions',
        message: 'Failed to fetch API transactions',
        retryLabel,
      }}
      noneMatch={{
        title: 'No API transactions match',
        hint: neverMatches(state.filters.dateBy, state.filters.status),
      }}
      noneYet={{
        title: 'No API transactions yet',
        hint: 'Requests to collect or pay out by mobile money show here.',
        action: firstStep,
      }}
      caption="API Transactions"
      columns={apiTransactionColumns(state.filters.dateBy, hrefFor)}
      rowKey={(row) => row.record_id}
      rowHref={(row) => hrefFor(row.record_id)}
      skeletonRows={10}
      pager={{ pageSize: apiTransactionsPerPage, noun: 'requests', maxButtons: 5 }}
      footer={({ isCountExact }, pager) => (
        <>
          {pager}
          {isCountExact ? null : (
            <p className="pt-2 text-13 text-muted">
              There are more than these. A search or filter finds the older ones.
            </p>
          )}
        </>
      )}
    />
  );
}

interface FiltersProps extends Pick<ApiTransactionsView, 'state'> {
  present: ApiTransactionPage | undefined;
}

/** The contract's statuses, and any other in the data. */
function Filters({ state, present }: FiltersProps) {
  const { status, network, range, dateBy } = state.filters;
  const statuses = new Set([...paymentStatuses, ...(present?.statuses ?? [])]);
  return (
    <>
      <FilterChoice
        label="Status"
        className={listChoiceClass}
        options={optionsOf('All Statuses', [...statuses])}
        value={status}
        onChange={(next) => state.setFilter('status', next)}
      />
      <FilterChoice
        label="Network"
        className={listChoiceClass}
        options={optionsOf('All Networks', present?.networks ?? [])}
        value={network}
        onChange={(next) => state.setFilter('network', next)}
      />
      <DayFilters
        range={range}
        onRange={(next) => state.setFilter('range', next)}
        dateBy={dateBy}
        onDateBy={(next) => state.setFilter('dateBy', next)}
        noun="request"
      />
    </>
  );
}

function optionsOf(allLabel: string, values: readonly string[]) {
  return [{ value: 'all', label: allLabel }, ...values.map((value) => ({ value, label: value }))];
}

/** The company's list on its page in the back-office. */
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
      <ApiTransactionsList {...view} retryLabel="Try Again" hrefFor={paths.transaction} />
    </section>
  );
}
