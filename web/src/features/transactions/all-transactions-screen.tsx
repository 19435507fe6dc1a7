import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { daysText } from '../../lib/list-days.ts';
import { listProblem } from '../../lib/list-problem.ts';
import { paths } from '../../lib/paths.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { useColumnChoice } from '../../ui/column-choice.tsx';
import { besideFilters, filterWords, ListFilters } from '../../ui/list-filters.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { LoadOlder } from '../../ui/list-states.tsx';
import { ListTools } from '../../ui/list-tools.tsx';
import { ListTotals, countOf } from '../../ui/list-totals.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { allQuery, allTransactionQueries } from './all-transactions-queries.ts';
import { loadedRows } from './loaded-rows.ts';
import { allTransactionColumns } from './transaction-columns.tsx';
import { choicesOf, listState, type ListFilters as Filters } from './transaction-list-state.ts';

const choices = choicesOf({ type: 'Direction', allTypes: 'In and Out', allDays: 'All days' });

type Picker = (value: string, onChange: (id: string) => void) => ReactNode;

interface AllTransactionsScreenProps {
  companyFilter: Picker;
  /** The choice of an account of the chosen company. */
  accountFilter: (companyId: string, ...picker: Parameters<Picker>) => ReactNode;
}

/** The transactions of all companies, with every filter in the address. A row leads to its page. */
export function AllTransactionsScreen(props: AllTransactionsScreenProps) {
  const { companyFilter, accountFilter } = props;
  const state = useUrlState(listState);
  const { search, filters, setFilters } = state;
  const problem = listProblem(filters);
  const asked = allQuery(filters, search);
  const query = useInfiniteQuery({ ...allTransactionQueries.list(asked), enabled: !problem });
  const totals = useQuery({ ...allTransactionQueries.totals(asked), enabled: !problem });
  const columns = useColumnChoice('transactions', allTransactionColumns(filters.dateBy));
  const searchedTo = query.data?.pages.at(-1)?.searchedTo;
  return (
    <ListScreen
      heading={{ title: 'Transactions', subtitle: 'The transactions of all companies' }}
      actions={
        <ListTools
          list="transactions"
          spec={listState}
          state={state}
          columns={columns}
          exported={{
            noun: 'transactions',
            wanted: { list: 'transactions', filters: asked },
            count: problem ? 0 : countOf(totals.data),
            words: [
              ...filterWords(choices, filters),
              ...(asked.phone ? [`phone ${asked.phone}`] : []),
            ],
          }}
        />
      }
      address={state}
      query={query}
      problem={problem}
      announces="transactions"
      rows={({ pages }) => loadedRows(pages, filters.dateBy)}
      search={{
        label: 'Search transactions...',
        placeholder: 'Phone, text or ID...',
        className: besideFilters,
        debounceMs: 250,
      }}
      filters={
        <ListFilters
          spec={listState}
          choices={choices}
          values={filters}
          onChange={state.setNamed}
          often={{
            names: ['companyId', 'accountId', 'range', 'from', 'to', 'status'],
            rest: (
              <SearchInput
                label="Phone"
                isFilter
                placeholder="Only this phone"
                className="w-full sm:w-48"
                debounceMs={250}
                value={filters.phone}
                onChange={(phone) => setFilters({ phone })}
              />
            ),
          }}
        >
          {/* An account belongs to one company. */}
          {companyFilter(filters.companyId, (companyId) =>
            setFilters({ companyId, accountId: '' }),
          )}
          {filters.companyId
            ? accountFilter(filters.companyId, filters.accountId, (accountId) =>
                setFilters({ accountId }),
              )
            : null}
        </ListFilters>
      }
      summary={() => (
        <ListTotals noun="Transactions" inDays={daysText(filters.range).trim()} query={totals} />
      )}
      failed={{
        title: 'Failed to load transactions',
        message: 'Failed to fetch transactions',
        retryLabel: 'Try Again',
      }}
      noneMatch={{
        ...noneMatchOf(filters.range, search.trim() !== ''),
        ...(searchedTo && { title: 'None found so far.' }),
        more:
          searchedTo || filters.range === 'all' ? null : (
            <Button onClick={() => setFilters({ range: 'all', from: '', to: '' })}>
              Search all days
            </Button>
          ),
      }}
      noneYet={{
        title: 'No transactions in the last 30 days.',
        hint: 'They show here as soon as money is asked for or moves.',
      }}
      caption="Transactions"
      columns={columns.shown}
      rowKey={({ id }) => id}
      rowHref={({ id }) => paths.transaction(id)}
      skeletonRows={10}
      footer={() => <LoadOlder query={query} searchedTo={searchedTo} />}
    />
  );
}

/** What is searched for may be older than the days of the list. */
function noneMatchOf(range: Filters['range'], isSearched: boolean) {
  if (!isSearched || range === 'all') return { title: 'No transactions match these filters.' };
  return { title: `Nothing${daysText(range)}`, hint: 'Older ones may match.' };
}
