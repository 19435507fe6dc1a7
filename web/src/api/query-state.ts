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
  /** Neither data nor a failure yet: the skeleton's moment. */
  readonly isLoading: boolean;
}

/** An infinite query counts as one list. */
export type Query<Data> = UseQueryResult<Data> | UseInfiniteQueryResult<Data>;

/**
 * What a screen shows of a query: the skeleton, the failure and the data, each on its own, because
 * a refresh that fails comes on top of the data and must not take it (or a form) off the screen.
 */
export function queryState<Data>(query: Query<Data>): QueryState<Data> {
  // "Not there" is no failed refresh: what was shown is gone.
  const isGone = isNotFound(query.error);
  const data = isGone ? undefined : query.data;
  const failure = query.isError
    ? { error: query.error, busy: query.isFetching, onRetry: () => retry(query) }
    : undefined;
  return { data, failure, isLoading: data === undefined && failure === undefined };
}

/** What failed: the next page, or all that was fetched. */
function retry(query: Query<unknown>): unknown {
  const isNextPage = 'fetchNextPage' in query && query.isFetchNextPageError;
  return isNextPage ? query.fetchNextPage() : query.refetch();
}
