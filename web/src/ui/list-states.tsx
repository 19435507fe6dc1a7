import { type ReactNode, useEffect } from 'react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type Query, queryState } from '../api/query-state.ts';
import { Button, type ButtonProps } from './button.tsx';
import {
  EmptyState,
  type EmptyStateProps,
  NoneMatch,
  type NoneMatchProps,
} from './empty-state.tsx';
import { DateText } from './date-display.tsx';
import { ErrorPanel, type ErrorPanelProps } from './error-panel.tsx';
import { notify } from './toast.tsx';

/** The texts of a list without rows. */
export interface ListTexts {
  failed: Omit<ErrorPanelProps, 'failure'> & {
    /** Also shown in a toast. */
    toast?: string;
  };
  noneMatch: Omit<NoneMatchProps, 'onClear'>;
  noneYet: EmptyStateProps;
}

interface ListStatesProps extends ListTexts {
  query: Query<unknown>;
  isFiltered: boolean;
  onClear: () => void;
  /** Undefined if nothing was loaded and the call has failed. */
  children: (shown: ShownList) => ReactNode;
}

export interface ShownList {
  readonly loading: boolean;
  /** Replaces the rows if there are none. */
  readonly empty: ReactNode;
}

/** The states of a list: failed, loading, none yet, no match and loaded. */
export function ListStates(props: ListStatesProps) {
  const { query, isFiltered, onClear, noneMatch, noneYet, children } = props;
  const { toast, ...failed } = props.failed;
  const { data, failure, isLoading } = queryState(query);
  useFailureToast(query.error, toast);
  const empty = isFiltered ? (
    <NoneMatch {...noneMatch} onClear={onClear} />
  ) : (
    <EmptyState {...noneYet} />
  );
  return (
    <>
      {failure ? <ErrorPanel className="mb-4" {...failed} failure={failure} /> : null}
      {data !== undefined || isLoading ? children({ loading: isLoading, empty }) : null}
    </>
  );
}

function useFailureToast(error: Error | null, text: string | undefined): void {
  useEffect(() => {
    if (error && text) notify.error(text);
  }, [error, text]);
}

interface LoadMoreProps extends Pick<
  ButtonProps,
  'size' | 'fullWidth' | 'busyLabel' | 'className' | 'children'
> {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}

/** Nothing if everything is loaded. */
export function LoadMore({ query, children = 'Load more', ...button }: LoadMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button {...button} busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
      {children}
    </Button>
  );
}

interface LoadOlderProps extends Pick<LoadMoreProps, 'query'> {
  /** Set if the server stopped looking at this time, and goes on there. */
  searchedTo: string | null | undefined;
}

/** Below a list that is narrowed by what no index covers. Nothing if everything is loaded: a table then has no footer. */
export function LoadOlder({ query, searchedTo }: LoadOlderProps) {
  if (!searchedTo && !query.hasNextPage) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      {searchedTo ? (
        <p role="status" className="text-13 text-muted">
          Searched back to <DateText value={searchedTo} format="shortTime" />.
        </p>
      ) : null}
      <LoadMore query={query} busyLabel="Loading...">
        {searchedTo ? 'Search further back' : 'Load more'}
      </LoadMore>
    </div>
  );
}
