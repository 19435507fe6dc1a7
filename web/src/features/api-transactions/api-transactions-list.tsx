import type { ApiTransaction } from '@sente/contract/api-transactions';
import { kindWord } from '@sente/contract/movement-words';
import { networkWord, paymentDirections, paymentStatuses } from '@sente/contract/payments';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { daysText, listRangeOptions } from '../../lib/list-days.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { useColumnChoice } from '../../ui/column-choice.tsx';
import { dateByFilter, DateByNote, neverMatches } from '../../ui/date-by.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { IconLink } from '../../ui/icon-button.tsx';
import {
  besideFilters,
  type ChoiceFilter,
  filterWords,
  ListFilters,
} from '../../ui/list-filters.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { countOf, ListTotals } from '../../ui/list-totals.tsx';
import type { PageHeaderProps } from '../../ui/page-header.tsx';
import { ListTools } from '../../ui/list-tools.tsx';
import { apiTransactionColumns } from './api-transaction-columns.tsx';
import {
  type ApiTransactionPage,
  apiTransactionsPerPage,
  type ApiTransactionsView,
  listState,
  useApiTransactions,
} from './api-transaction-queries.ts';

interface ApiTransactionsListProps {
  companyId: string;
  /** The choice of an account, for people who may see these. */
  accountFilter: (value: string, onChange: (id: string) => void) => ReactNode;
  /** The same for the product that was sold. */
  productFilter: (value: string, onChange: (id: string) => void) => ReactNode;
  heading: Omit<PageHeaderProps, 'actions'>;
  /** The next step in an empty list, for users with the permission. */
  firstStep: ReactNode;
}

/** A company's own list. */
export function ApiTransactionsList(props: ApiTransactionsListProps) {
  const view = useApiTransactions(props.companyId);
  return (
    <Requests
      {...props}
      {...view}
      list="client-api-transactions"
      retryLabel="Try again"
      hrefFor={paths.client.transaction}
    />
  );
}

interface RequestsProps
  extends ApiTransactionsView, Partial<Omit<ApiTransactionsListProps, 'companyId'>> {
  companyId: string;
  /** Undefined where the list is part of a page, without views of its own. */
  list?: 'client-api-transactions';
  retryLabel: 'Try again' | 'Try Again';
  /** The page of a transaction or request. */
  hrefFor: (id: string) => string;
}

/** A row leads to its page. */
export function Requests(props: RequestsProps) {
  const { companyId, state, asked, problem, query, totals, list, hrefFor } = props;
  const { filters } = state;
  const choices = choicesOf(query.data);
  const inDays = daysText(filters.range);
  const columns = useColumnChoice(
    'client-api-transactions',
    apiTransactionColumns(filters.dateBy, hrefFor),
  );
  const showAll =
    filters.range === 'all' ? null : (
      <Button onClick={() => state.setFilters({ range: 'all', from: '', to: '' })}>Show all</Button>
    );
  return (
    <ListScreen
      heading={props.heading}
      actions={
        list ? (
          <ListTools
            list={list}
            spec={listState}
            state={state}
            columns={columns}
            exported={{
              noun: 'API transactions',
              wanted: { list: 'api-transactions', filters: { ...asked, companyId } },
              count: problem ? 0 : countOf(totals.data),
              words: filterWords(choices, filters),
            }}
          />
        ) : null
      }
      address={state}
      query={query}
      problem={problem}
      announces="api-transactions"
      search={{
        label: 'Search API transactions...',
        placeholder: 'Phone, ID, network...',
        className: besideFilters,
        debounceMs: 200,
      }}
      filters={
        <ListFilters
          spec={listState}
          choices={choices}
          values={filters}
          onChange={state.setNamed}
          often={{
            names: ['range', 'from', 'to', 'status', 'network'],
            rest: (
              <>
                {props.accountFilter?.(filters.accountId, (accountId) =>
                  state.setFilters({ accountId }),
                )}
                {props.productFilter?.(filters.productId, (productId) =>
                  state.setFilters({ productId }),
                )}
              </>
            ),
          }}
          note={<DateByNote dateBy={filters.dateBy} noun="request" />}
        />
      }
      summary={() => <ListTotals noun="Requests" inDays={inDays.trim()} query={totals} />}
      failed={{
        title: 'Failed to load API transactions',
        message: 'Failed to fetch API transactions',
        retryLabel: props.retryLabel,
      }}
      noneMatch={{
        title: `No API transactions match${inDays}`,
        hint: neverMatches(filters.dateBy, filters.status),
        more: showAll,
      }}
      noneYet={{
        title: showAll ? `No API transactions${inDays}` : 'No API transactions yet',
        hint: 'Requests to collect or pay out by mobile money show here.',
        action: (
          <>
            {props.firstStep}
            {showAll}
          </>
        ),
      }}
      caption="API Transactions"
      columns={list ? columns.shown : apiTransactionColumns(filters.dateBy, hrefFor)}
      rowKey={(row) => row.record_id}
      rowHref={(row) => hrefFor(row.record_id)}
      rowActions={list ? receiptOf : undefined}
      skeletonRows={10}
      pager={{ pageSize: apiTransactionsPerPage, noun: 'requests', maxButtons: 5 }}
      footer={(page, pager) => (
        <>
          {pager}
          <MoreNote page={page} />
        </>
      )}
    />
  );
}

function receiptOf({ record_id: id, status }: ApiTransaction) {
  if (status !== 'SUCCESS') return null;
  return <IconLink label="Receipt" icon={<ReceiptText />} to={paths.client.receipt(id)} />;
}

/** The count is not the whole truth: it was capped, or words were searched in the newest only. */
function MoreNote({ page: { isCountExact, searchedTo } }: { page: ApiTransactionPage }) {
  if (isCountExact) return null;
  return (
    <p className="pt-2 text-13 text-muted">
      {searchedTo ? (
        <>
          Searched back to <DateText value={searchedTo} format="shortTime" />. Choose earlier days
          to search further back.
        </>
      ) : (
        'There are more than these. A search or filter finds the older ones.'
      )}
    </p>
  );
}

/** The contract's statuses, and any other in the data; the networks in the data. */
function choicesOf(present: ApiTransactionPage | undefined): readonly ChoiceFilter[] {
  const statuses = new Set([...paymentStatuses, ...(present?.statuses ?? [])]);
  return [
    { name: 'range', label: 'Range', options: listRangeOptions('All days') },
    { name: 'status', label: 'Status', options: optionsOf('All Statuses', [...statuses]) },
    {
      name: 'network',
      label: 'Network',
      options: optionsOf('All Networks', present?.networks ?? [], networkWord),
    },
    {
      name: 'direction',
      label: 'Direction',
      options: optionsOf('In and Out', paymentDirections, kindWord),
    },
    dateByFilter,
  ];
}

function optionsOf(
  allLabel: string,
  values: readonly string[],
  wordOf: (value: string) => string = (value) => value,
) {
  return [
    { value: 'all', label: allLabel },
    ...values.map((value) => ({ value, label: wordOf(value) })),
  ];
}
