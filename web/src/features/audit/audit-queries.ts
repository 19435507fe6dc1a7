import { audit, type AuditSubject } from '@sente/contract/audit';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { key } from '../../api/keys.ts';

/** The history of a record, or of a user's actions. */
export type HistoryOf =
  | { readonly subjectType: AuditSubject; readonly subjectId: string }
  | { readonly actorId: string };

/** Days are yyyy-mm-dd in Kampala; an empty text leaves that end open. */
export interface HistoryFilters {
  readonly search: string;
  readonly startDate: string;
  readonly endDate: string;
}

const pageSize = 25;

export const auditQueries = {
  history: (of: HistoryOf, filters: HistoryFilters) =>
    infiniteQueryOptions({
      queryKey: key('audit', of, filters),
      queryFn: ({ pageParam, signal }) => fetchPage(of, filters, pageParam, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextBefore ?? undefined,
      placeholderData: keepPreviousData,
      // It grows with every action, so it is loaded each time it is opened.
      staleTime: 0,
      gcTime: 0,
      // Otherwise all pages would be reloaded each time the tab gets the focus.
      refetchOnWindowFocus: false,
    }),
};

async function fetchPage(
  of: HistoryOf,
  { search, startDate, endDate }: HistoryFilters,
  before: string | undefined,
  signal: AbortSignal,
) {
  const { data, meta } = await call(audit.list, {
    query: {
      ...of,
      search: search || undefined,
      startDate: startDate || undefined,
      endDate: endDate || undefined,
      limit: String(pageSize),
      before,
    },
    signal,
  });
  return { entries: data, nextBefore: meta?.nextBefore ?? null };
}
