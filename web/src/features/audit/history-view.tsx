import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { errorSentences } from '../../api/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { NoneMatch } from '../../ui/none-match.tsx';
import { auditQueries, type HistoryFilters, type HistoryOf } from './audit-queries.ts';
import { HistoryEntry } from './history-entry.tsx';
import { HistoryFilterBar, noFilters, type ChosenFilters } from './history-filters.tsx';
import { HistorySkeleton } from './history-skeleton.tsx';
import { firstDayOf } from './history-span.ts';

/** One history with its filters, newest first. */
export function HistoryView({ of }: { of: HistoryOf }) {
  const [chosen, setChosen] = useState<ChosenFilters>(noFilters);
  const asked = toFilters(chosen);
  const isBackwards =
    asked.startDate !== '' && asked.endDate !== '' && asked.startDate > asked.endDate;
  const query = useInfiniteQuery({ ...auditQueries.history(of, asked), enabled: !isBackwards });
  const entries = query.data?.pages.flatMap((page) => page.entries);
  const isFiltered = asked.search !== '' || asked.startDate !== '' || asked.endDate !== '';

  return (
    <>
      <HistoryFilterBar
        value={chosen}
        onChange={setChosen}
        withPerson={!('actorId' in of)}
        dateError={isBackwards ? 'Must not be before the first day' : undefined}
      />
      {query.isError ? (
        <ErrorPanel
          className="mb-3"
          title="Failed to load history"
          message={errorSentences(query.error, '')}
          retryLabel="Try Again"
          busy={query.isFetching}
          onRetry={() => (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        />
      ) : null}
      {entries ? (
        <>
          {entries.length > 0 ? (
            <ol
              aria-label="Entries"
              aria-busy={query.isPlaceholderData || undefined}
              className="divide-y border-y aria-busy:opacity-60"
            >
              {entries.map((entry) => (
                <HistoryEntry key={entry.id} entry={entry} withLink={'actorId' in of} />
              ))}
            </ol>
          ) : (
            <NoEntries filtered={isFiltered} onClear={() => setChosen(noFilters)} />
          )}
          {query.hasNextPage && !query.isFetchNextPageError ? (
            <Button
              className="mt-3"
              fullWidth
              busy={query.isFetchingNextPage}
              busyLabel="Loading..."
              onClick={() => query.fetchNextPage()}
            >
              Load more
            </Button>
          ) : null}
        </>
      ) : null}
      {!entries && !query.isError ? <HistorySkeleton /> : null}
    </>
  );
}

function toFilters({ search, span, startDate, endDate }: ChosenFilters): HistoryFilters {
  const text = search.trim();
  if (span === 'dates') return { search: text, startDate, endDate };
  return { search: text, startDate: firstDayOf(span), endDate: '' };
}

function NoEntries({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <NoneMatch title="Nothing matches these filters." onClear={onClear} />
  ) : (
    <EmptyState
      icon={<History />}
      title="No history yet."
      hint="Changes, and attempts that were refused, will appear here."
    />
  );
}
