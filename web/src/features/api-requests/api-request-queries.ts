import {
  apiRequests,
  type ApiRequest,
  type ApiRequestDetails,
  type ErrorGroup,
} from '@sente/contract/api-requests';
import { dayMs, kampalaDay } from '@sente/contract/kampala';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { key } from '../../api/keys.ts';
import { invalidFormat, readList } from '../../api/read.ts';

export const loadFailure = 'Failed to load requests';

export interface RequestFilters {
  readonly search: string;
  readonly outcome: 'all' | 'succeeded' | 'failed';
  readonly error: string;
  readonly apiKey: string;
  /** Days back. */
  readonly days: '30' | '7' | '1';
}

interface RequestPage {
  readonly rows: readonly ApiRequest[];
  readonly nextAfter: string | null;
}

export const apiRequestQueries = {
  list: (filters: RequestFilters) =>
    infiniteQueryOptions({
      queryKey: key('api-requests', 'list', filters),
      queryFn: ({ pageParam, signal }) => fetchPage(filters, pageParam, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextAfter,
      placeholderData: keepPreviousData,
    }),
  errors: () =>
    queryOptions({
      queryKey: key('api-requests', 'errors'),
      queryFn: async ({ signal }): Promise<readonly ErrorGroup[]> =>
        (await call(apiRequests.errors, { signal, read: readList('Failed to load errors') })).data,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: key('api-requests', 'one', id),
      queryFn: async ({ signal }): Promise<ApiRequestDetails> => {
        const { data } = await call(apiRequests.get, { params: { id }, signal });
        if (!isRecord(data) || typeof data.path !== 'string') throw invalidFormat(200);
        return data;
      },
    }),
};

async function fetchPage(
  { search, outcome, error, apiKey, days }: RequestFilters,
  after: string | null,
  signal: AbortSignal,
): Promise<RequestPage> {
  const { data, meta } = await call(apiRequests.list, {
    query: {
      search: search.trim() || undefined,
      outcome: outcome === 'all' ? undefined : outcome,
      errorCode: error === 'all' ? undefined : error,
      channel: apiKey === 'all' ? undefined : apiKey,
      startDate: days === '30' ? undefined : kampalaDay(Date.now() - (Number(days) - 1) * dayMs),
      after: after ?? undefined,
    },
    signal,
    read: readList(loadFailure),
  });
  return { rows: data, nextAfter: meta?.nextAfter ?? null };
}
