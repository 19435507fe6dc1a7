import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { queryState } from '../../api/query-state.ts';
import { ListStates, LoadMore } from '../../ui/list-states.tsx';
import { AuditEntries, type LinksOf } from './audit-entries.tsx';
import type { AuditPage } from './audit-queries.ts';
import { HistorySkeleton } from './history-skeleton.tsx';

interface AuditListProps {
  query: UseInfiniteQueryResult<InfiniteData<AuditPage>>;
  /** If the entries can be filtered. */
  filter?: { readonly isOn: boolean; readonly onClear: () => void } | undefined;
  noneYet: { readonly title: string; readonly hint: string };
  retryLabel?: 'Try again' | 'Try Again' | undefined;
  linksOf?: LinksOf | undefined;
  withCompany?: boolean | undefined;
}

/** Entries of the audit log in all states, newest first, with a button for older ones. */
export function AuditList({
  query,
  filter,
  noneYet,
  retryLabel,
  linksOf,
  withCompany,
}: AuditListProps) {
  const entries = queryState(query).data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <ListStates
        query={query}
        isFiltered={filter?.isOn ?? false}
        onClear={() => filter?.onClear()}
        failed={{ className: 'mb-3', title: 'Failed to load history', retryLabel }}
        noneMatch={{ title: 'Nothing matches these filters.' }}
        noneYet={{ icon: <History />, ...noneYet }}
      >
        {({ loading, empty }) =>
          loading ? (
            <HistorySkeleton />
          ) : entries.length === 0 ? (
            empty
          ) : (
            <AuditEntries
              entries={entries}
              isBusy={query.isPlaceholderData}
              linksOf={linksOf}
              withCompany={withCompany}
            />
          )
        }
      </ListStates>
      {query.isFetchNextPageError ? null : (
        <LoadMore className="mt-3" fullWidth busyLabel="Loading..." query={query} />
      )}
    </>
  );
}
