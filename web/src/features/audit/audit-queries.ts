import { audit, type AuditEntry, type AuditSubject } from '@sente/contract/audit';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { ExportColumn, ExportedList } from '../../api/export-csv.ts';
import { key } from '../../api/keys.ts';
import { kampalaDay, kampalaTime } from '../../lib/kampala.ts';
import { detailsOf } from './audit-details.ts';
import { reasonOf, sentenceOf, whoOf } from './audit-sentences.ts';

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

/** The log of the platform, or what concerns one company. */
export type AuditOf = 'platform' | { readonly companyId: string };

/** Empty texts leave the filter out. */
export interface AuditFilters extends HistoryFilters {
  readonly action: string;
  readonly result: '' | AuditEntry['result'];
  /** Only in the log of the platform. */
  readonly companyId: string;
  /** What one person did. */
  readonly actorId?: string;
}

export const noAuditFilters: AuditFilters = {
  search: '',
  startDate: '',
  endDate: '',
  action: '',
  result: '',
  companyId: '',
};

const pageSize = 25;
const exportPageSize = 200;

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly nextBefore: string | null;
}

export const auditQueries = {
  history: (of: HistoryOf, filters: HistoryFilters) =>
    pagesOf(key('audit', 'history', of, filters), (before, signal) =>
      fetchHistory(of, filters, before, signal),
    ),
  log: (of: AuditOf, filters: AuditFilters, limit = pageSize) =>
    pagesOf(key('audit', 'log', of, { ...filters, limit }), (before, signal) =>
      fetchLog(of, filters, { before, limit }, signal),
    ),
};

function pagesOf(
  queryKey: ReturnType<typeof key>,
  fetchPage: (before: string | undefined, signal: AbortSignal) => Promise<AuditPage>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextBefore ?? undefined,
    placeholderData: keepPreviousData,
    // It grows with every action, so it is loaded each time it is opened.
    staleTime: 0,
    gcTime: 0,
    // Otherwise all pages would be reloaded each time the tab gets the focus.
    refetchOnWindowFocus: false,
  });
}

async function fetchHistory(
  of: HistoryOf,
  { search, startDate, endDate }: HistoryFilters,
  before: string | undefined,
  signal: AbortSignal,
): Promise<AuditPage> {
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

async function fetchLog(
  of: AuditOf,
  { search, startDate, endDate, action, result, companyId, actorId }: AuditFilters,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
  signal: AbortSignal,
): Promise<AuditPage> {
  const query = {
    search: search || undefined,
    startDate: startDate || undefined,
    endDate: endDate || undefined,
    action: action || undefined,
    result: result || undefined,
    actorId: actorId || undefined,
    limit: String(limit),
    before,
  };
  const { data, meta } =
    of === 'platform'
      ? await call(audit.list, {
          query: { ...query, companyId: companyId || undefined },
          signal,
        })
      : await call(audit.ofCompany, { params: of, query, signal });
  return { entries: data, nextBefore: meta?.nextBefore ?? null };
}

const columns: readonly ExportColumn<AuditEntry>[] = [
  ['Time', ({ at }) => kampalaTime(at)],
  ['Person', whoOf],
  ['Asked by', ({ askedByName }) => askedByName],
  ['Action', sentenceOf],
  ['Result', ({ result }) => (result === 'done' ? 'Done' : 'Refused')],
  ['Reason', reasonOf],
  ['Details', (entry) => detailsOf(entry).join('; ')],
  ['Company', ({ companyName }) => companyName],
  ['Record', ({ subjectType }) => subjectType],
  ['Record ID', ({ subjectId }) => subjectId],
  ['Address', ({ address }) => address],
  ['Call', ({ action }) => action],
  ['Number', ({ id }) => id],
];

/** All entries that match, as a file. */
export function auditToExport(of: AuditOf, filters: AuditFilters): ExportedList<AuditEntry> {
  return {
    fileName: `audit-log-${kampalaDay()}.csv`,
    columns,
    fetchPage: async (after, signal) => {
      const page = { before: after ?? undefined, limit: exportPageSize };
      const { entries, nextBefore } = await fetchLog(of, filters, page, signal);
      return { rows: entries, total: null, nextAfter: nextBefore };
    },
  };
}
