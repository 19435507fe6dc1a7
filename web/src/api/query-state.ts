import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { isNotFound } from './api-error.ts';

/** Why the last call failed, and how to retry it. */
export interface Failure {
  readonly error: Error;
  readonly busy: boolean;
  readonly onRetry: () => unknown;
}

export interface QueryState<Data> {
  readonly data: Data | undefined;
  readonly failure: Failure | undefined;
  /** Neither data nor an error yet: show the skeleton. */
  readonly isLoading: boolean;
}

/** An infinite query counts as one list. */
export type Query<Data> = UseQueryResult<Data> | UseInfiniteQueryResult<Data>;

/**
 * What a screen shows of a query: skeleton, error and data separately, because a failed refresh
 * comes in addition to the data and must not remove it (or a form) from the screen.
 */
export function queryState<Data>(query: Query<Data>): QueryState<Data> {
  // A 404 is not a failed refresh: the record is gone.
  const isGone = isNotFound(query.error);
  const data = isGone ? undefined : query.data;
  const failure = query.isError
    ? { error: query.error, busy: query.isFetching, onRetry: () => retry(query) }
    : undefined;
  return { data, failure, isLoading: data === undefined && failure === undefined };
}

/** What failed: the next page, or the whole query. */
function retry(query: Query<unknown>): unknown {
  const isNextPage = 'fetchNextPage' in query && query.isFetchNextPageError;
  return isNextPage ? query.fetchNextPage() : query.refetch();
}
