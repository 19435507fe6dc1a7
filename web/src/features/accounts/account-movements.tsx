import type { Account } from '@sente/contract/accounts';
import { kindWord, typeWord } from '@sente/contract/movement-words';
import type { Movement, MovementTotals } from '@sente/contract/movements';
import { transactionKinds, transactionTypes } from '@sente/contract/transaction-kinds';
import { useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { daysOfList, listRangeOptions, listRanges } from '../../lib/list-days.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceFilters, type ChoiceFilter } from '../../ui/list-filters.tsx';
import { ListStates, LoadOlder } from '../../ui/list-states.tsx';
import { amountOf, countText, Sum } from '../../ui/list-totals.tsx';
import { Money } from '../../ui/money.tsx';
import { Moment, PhoneOrDescription } from '../../ui/movement-cells.tsx';
import { NewRows } from '../../ui/new-rows.tsx';
import { isReversal, ReversalMark } from '../../ui/reversal-mark.tsx';
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
  const { filters, setFilters, setNamed } = useUrlState(listState);
  const asked = {
    ...daysOfList(filters),
    type: filters.type === 'all' ? undefined : filters.type,
    kind: filters.kind === 'all' ? undefined : filters.kind,
  };
  const query = useInfiniteQuery(movementQueries.list(account.id, asked));
  const totals = useQuery(movementQueries.totals(account.id, asked));
  const parts = query.data?.pages ?? [];
  const searchedTo = parts.at(-1)?.searchedTo;
  return (
    <section aria-labelledby="movements" className="mt-6 min-w-0">
      <h2 id="movements" className="mb-3 text-base">
        Movements
      </h2>
      <div className="mb-4 flex flex-wrap gap-2" data-print="hide">
        <ChoiceFilters choices={choices} values={filters} onChange={setNamed} />
      </div>
      <Totals query={totals} />
      <ListStates
        query={query}
        isFiltered={asked.type !== undefined || asked.kind !== undefined}
        onClear={() => setFilters({ type: 'all', kind: 'all' })}
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
              rows={parts.flatMap(({ rows }) => rows)}
              rowKey={({ number }) => String(number)}
              rowHref={({ transactionId }) => hrefFor(transactionId)}
              skeletonRows={8}
              footer={
                query.hasNextPage ? <LoadOlder query={query} searchedTo={searchedTo} /> : null
              }
            />
          </>
        )}
      </ListStates>
    </section>
  );
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
