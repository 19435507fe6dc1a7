import { SearchX } from 'lucide-react';
import { useRef } from 'react';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useLastPage } from '../../ui/use-last-page.ts';
import { byDay, matching, type DayGroup } from './figures.ts';
import type { SampleTransaction } from './sample-data.ts';
import { Segmented } from './segmented.tsx';
import { TransactionRow } from './transaction-row.tsx';

const listState = { filters: { type: ['all', 'income', 'expense'] } } as const;
const types = [
  { value: 'all', label: 'All' },
  { value: 'income', label: 'Income' },
  { value: 'expense', label: 'Expense' },
] as const;
const pageSize = 20;

export function TransactionsTab({ transactions }: { transactions: readonly SampleTransaction[] }) {
  const { search, filters, page, setSearch, setFilter, setPage, clearFilters } =
    useUrlState(listState);
  const top = useRef<HTMLDivElement>(null);
  const found = matching(transactions, { search, type: filters.type });
  const pageCount = Math.max(1, Math.ceil(found.length / pageSize));
  const shownPage = Math.min(page, pageCount);
  useLastPage(page, setPage, { page: shownPage, totalPages: pageCount });
  const start = (shownPage - 1) * pageSize;
  const shown = found.slice(start, start + pageSize);

  function turnTo(next: number): void {
    setPage(next);
    // The pager is below the list; the next page begins above it.
    top.current?.scrollIntoView({ block: 'start' });
  }

  return (
    <div ref={top} className="scroll-mt-4">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchInput
          label="Search transactions"
          value={search}
          onChange={setSearch}
          className="w-full sm:w-72"
        />
        <Segmented
          label="Show"
          options={types}
          value={filters.type}
          onChange={(type) => setFilter('type', type)}
          className="max-sm:w-full"
        />
        <p role="status" className="tabular text-13 text-muted sm:ml-auto">
          {found.length === 1 ? '1 transaction' : `${found.length} transactions`}
        </p>
      </div>
      <Card flush className="overflow-hidden">
        {shown.length === 0 ? (
          <EmptyState
            icon={<SearchX />}
            title="No transactions match."
            hint="Try another word, or look at income and expenses together."
            action={<Button onClick={clearFilters}>Clear Filters</Button>}
          />
        ) : (
          <div className="divide-y">
            {byDay(shown).map((group) => (
              <Day key={group.date} group={group} />
            ))}
          </div>
        )}
      </Card>
      {/* The number of them stands above. */}
      {pageCount > 1 ? (
        <Pager
          className="mt-4"
          page={shownPage}
          pageCount={pageCount}
          from={start + 1}
          to={start + shown.length}
          total={found.length}
          noun="transactions"
          onPage={turnTo}
        />
      ) : null}
    </div>
  );
}

function Day({ group }: { group: DayGroup }) {
  const headingId = `day-${group.date}`;
  return (
    <section aria-labelledby={headingId}>
      <h2
        id={headingId}
        className="tabular border-b bg-surface-sunken px-5 py-2 text-13 font-medium tracking-normal text-muted"
      >
        {group.label}
      </h2>
      <ul aria-labelledby={headingId} className="divide-y">
        {group.transactions.map((each) => (
          <TransactionRow key={each.id} transaction={each} note={each.method} />
        ))}
      </ul>
    </section>
  );
}
