import type { Account } from '@sente/contract/accounts';
import { kindWord, typeWord } from '@sente/contract/movement-words';
import type { Movement, MovementTotals } from '@sente/contract/movements';
import { transactionKinds, transactionTypes } from '@sente/contract/transaction-kinds';
import { useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { formatDate } from '../../lib/dates.ts';
import { daysOfList, listRangeOptions, listRanges } from '../../lib/list-days.ts';
import { listProblem } from '../../lib/list-problem.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceFilters, type ChoiceFilter } from '../../ui/list-filters.tsx';
import { Impossible } from '../../ui/list-screen.tsx';
import { ListStates, LoadOlder } from '../../ui/list-states.tsx';
import { amountOf, countText, Sum } from '../../ui/list-totals.tsx';
import { Money } from '../../ui/money.tsx';
import { Moment, PhoneOrDescription } from '../../ui/movement-cells.tsx';
import { NewRows } from '../../ui/new-rows.tsx';
import { isReversal, ReversalMark } from '../../ui/reversal-mark.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { DataTable, type Column } from '../../ui/table.tsx';
import { movementQueries } from './movement-queries.ts';

const listState = {
  filters: {
    range: listRanges,
    /** Of the range "custom"; empty if open. */
    from: { fallback: '' },
    to: { fallback: '' },
    type: ['all', ...transactionTypes],
    kind: ['all', ...transactionKinds],
  },
} as const;

const choices: readonly ChoiceFilter[] = [
  { name: 'range', label: 'Range', options: listRangeOptions('All days') },
  {
    name: 'type',
    label: 'Direction',
    options: [
      { value: 'all', label: 'In and Out' },
      ...transactionTypes.map((value) => ({ value, label: typeWord(value) })),
    ],
  },
  {
    name: 'kind',
    label: 'Kind',
    options: [
      { value: 'all', label: 'All Kinds' },
      ...transactionKinds.map((value) => ({ value, label: kindWord(value) })),
    ],
  },
];

interface AccountMovementsProps {
  account: Account;
  /** The page of a transaction in this portal. */
  hrefFor: (transactionId: string) => string;
  retryLabel?: 'Try again' | 'Try Again' | undefined;
}

/** Every entry on an account with the balance that it left, filtered by what is in the address. */
export default function AccountMovements({ account, hrefFor, retryLabel }: AccountMovementsProps) {
  const { search, setSearch, filters, setFilters, setNamed } = useUrlState(listState);
  const problem = listProblem({ ...filters, min: '', max: '' });
  const asked = {
    ...daysOfList(filters),
    search: search.trim() || undefined,
    type: filters.type === 'all' ? undefined : filters.type,
    kind: filters.kind === 'all' ? undefined : filters.kind,
  };
  const query = useInfiniteQuery({ ...movementQueries.list(account.id, asked), enabled: !problem });
  const totals = useQuery({ ...movementQueries.totals(account.id, asked), enabled: !problem });
  const parts = query.data?.pages ?? [];
  const searchedTo = parts.at(-1)?.searchedTo;
  const rows = parts.flatMap((part) => part.rows);
  return (
    <section aria-labelledby="movements" className="mt-6 min-w-0">
      <h2 id="movements" className="mb-3 text-base">
        Movements
      </h2>
      <div className="mb-4 flex flex-wrap gap-2" data-print="hide">
        <SearchInput
          label="Search movements..."
          placeholder="Phone, description, amount..."
          className="w-full sm:max-w-80 sm:min-w-48 sm:flex-1"
          value={search}
          onChange={setSearch}
          debounceMs={300}
        />
        <ChoiceFilters choices={choices} values={filters} onChange={setNamed} />
      </div>
      {problem ? (
        <Impossible problem={problem} />
      ) : (
        <>
          <Totals query={totals} />
          <ListStates
            query={query}
            isFiltered={[asked.type, asked.kind, asked.search].some((value) => value !== undefined)}
            onClear={() => setFilters({ type: 'all', kind: 'all', search: '' })}
            failed={{ title: 'Failed to load movements', retryLabel }}
            noneMatch={{
              title: searchedTo ? 'None found so far.' : 'No movements match these filters.',
            }}
            noneYet={
              filters.range === 'all'
                ? {
                    icon: <ArrowLeftRight />,
                    title: 'No movements yet.',
                    hint: 'They show here as soon as money moves on this account.',
                  }
                : {
                    icon: <ArrowLeftRight />,
                    title: 'No movements in these days.',
                    ...(account.lastTransactionDate && {
                      hint: `The last one was on ${formatDate(account.lastTransactionDate)}.`,
                    }),
                    action: (
                      <Button onClick={() => setFilters({ range: 'all', from: '', to: '' })}>
                        Show all
                      </Button>
                    ),
                  }
            }
          >
            {(shown) => (
              <>
                <NewRows noun="accounts" query={query} />
                <DataTable
                  {...shown}
                  caption="Movements"
                  columns={columnsOf(hrefFor)}
                  rows={rows}
                  rowKey={({ number }) => String(number)}
                  rowHref={({ transactionId }) => hrefFor(transactionId)}
                  skeletonRows={8}
                  footer={
                    rows.length > 0 || query.hasNextPage ? (
                      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                        <p className="tabular text-13 text-muted">
                          {shownText(rows.length, totals.data)}
                        </p>
                        <LoadOlder query={query} searchedTo={searchedTo} />
                      </div>
                    ) : null
                  }
                />
              </>
            )}
          </ListStates>
        </>
      )}
    </section>
  );
}

function shownText(shown: number, totals: MovementTotals | undefined): string {
  if (!totals || !totals.isExact || totals.count < shown) {
    return `Showing the newest ${shown.toLocaleString('en-US')}`;
  }
  return shown === totals.count
    ? `Showing all ${shown.toLocaleString('en-US')}`
    : `Showing the newest ${shown.toLocaleString('en-US')} of ${totals.count.toLocaleString('en-US')}`;
}

function columnsOf(hrefFor: (transactionId: string) => string): readonly Column<Movement>[] {
  return [
    {
      key: 'phone',
      header: 'Phone or Description',
      isTwoLine: true,
      primary: true,
      className: 'min-w-44!',
      cell: (row) => <PhoneOrDescription {...row} />,
    },
    {
      key: 'amount',
      header: 'Amount',
      align: 'right',
      phone: 'aside',
      cell: (row) => (
        <Money
          amount={Math.abs(row.amount)}
          direction={row.amount < 0 ? 'debit' : 'credit'}
          isPlain={isReversal(row)}
          className="font-medium"
        />
      ),
    },
    {
      key: 'balance',
      header: 'Balance',
      align: 'right',
      phone: 'named',
      cell: ({ balanceAfter }) => <Money amount={balanceAfter} />,
    },
    {
      key: 'kind',
      header: 'Kind',
      phone: 'line',
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          {kindWord(row.kind)}
          <ReversalMark row={row} hrefFor={hrefFor} />
        </span>
      ),
    },
    {
      key: 'date',
      header: 'Date',
      isTwoLine: true,
      phone: 'line',
      cell: ({ date }) => <Moment at={date} />,
    },
  ];
}

/** How many pass the filters, what they add up to, and the balances around the days. */
function Totals({ query: { data, isError } }: { query: UseQueryResult<MovementTotals> }) {
  if (isError && !data) {
    // The list is still there.
    return <p className="mb-4 text-13 text-muted">The sums could not be loaded.</p>;
  }
  const isCounted = data?.isExact !== false;
  const isAdded = isCounted && data?.credits !== null;
  return (
    <section aria-label="Sums" className="mb-4 rounded-lg border bg-surface px-4 py-3">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Sum label="Movements">{countText(data?.count, data?.isExact)}</Sum>
        {isAdded ? (
          <>
            <Sum label="In">{amountOf(data?.credits)}</Sum>
            <Sum label="Out">{amountOf(data?.debits)}</Sum>
          </>
        ) : null}
        {isCounted ? <Sum label="Net">{amountOf(data?.net)}</Sum> : null}
        <Sum label="Balance before">{amountOf(data?.openingBalance)}</Sum>
        <Sum label="Balance after">{amountOf(data?.closingBalance)}</Sum>
      </dl>
      <p className="mt-1 text-13 text-muted">
        {isAdded
          ? 'By the day on which the money moved, with fees deducted, as in the statement.'
          : 'Too many to add up. Narrow the days or the filters.'}
      </p>
    </section>
  );
}
