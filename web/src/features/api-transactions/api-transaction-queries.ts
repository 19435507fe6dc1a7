import {
  apiTransactions,
  maxListedApiTransactions,
  type ApiTransaction,
  type PaymentTrace,
} from '@sente/contract/api-transactions';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { invalidFormat, readList } from '../../api/read.ts';
import type { ExportPage } from '../../api/export-csv.ts';
import {
  apiTransactionsPerPage,
  filterApiTransactions,
  pageOfApiTransactions,
  type ApiTransactionFilters,
  type ApiTransactionListRequest,
  type ApiTransactionPage,
} from './api-transaction-list.ts';

const fewSeconds = 4_000;

export const apiTransactionQueries = {
  list: (companyId: string, request: ApiTransactionListRequest) =>
    queryOptions({
      queryKey: ['api-transactions', 'list', companyId, request],
      queryFn: ({ signal }) => fetchPage(companyId, request, signal),
      placeholderData: keepPreviousData,
    }),
  /** Asked again every few seconds while something can still happen to it. */
  trace: (companyId: string, recordId: string) =>
    queryOptions({
      queryKey: ['api-transactions', 'trace', companyId, recordId],
      queryFn: async ({ signal }): Promise<PaymentTrace> => {
        const params = { companyId, recordId };
        const { data } = await call(apiTransactions.trace, { params, signal });
        const isTrace =
          isRecord(data) && isRecord(data['apiTransaction']) && Array.isArray(data['steps']);
        if (!isTrace) throw invalidFormat(200);
        return data;
      },
      refetchInterval: ({ state }) => (isUnderWay(state.data) ? fewSeconds : false),
    }),
};

export function isUnderWay(trace: PaymentTrace | undefined): boolean {
  if (!trace) return false;
  const { status } = trace.apiTransaction;
  return status === 'PENDING' || status === 'PROCESSING' || trace.webhookState === 'waiting';
}

async function fetchPage(
  companyId: string,
  request: ApiTransactionListRequest,
  signal: AbortSignal,
): Promise<ApiTransactionPage> {
  const part = { limit: String(apiTransactionsPerPage), page: String(request.page) };
  const { data, meta } = await callList(companyId, request, part, signal);
  // Without totals the server has answered the whole list, and the page is found here.
  return meta ? { rows: data, ...meta } : pageOfApiTransactions(data, request);
}

/** As many as are answered at once, older than the one given, for a file of all of them. */
export async function fetchForExport(
  companyId: string,
  filters: ApiTransactionFilters,
  after: string | null,
  signal: AbortSignal,
): Promise<ExportPage<ApiTransaction>> {
  const part = { limit: String(maxListedApiTransactions), after: after ?? undefined };
  const { data, meta } = await callList(companyId, filters, part, signal);
  if (!meta) {
    const rows = filterApiTransactions(data, filters);
    return { rows, total: rows.length, nextAfter: null };
  }
  const { totalCount, isCountExact, nextAfter } = meta;
  return { rows: data, total: isCountExact ? totalCount : null, nextAfter };
}

function callList(
  companyId: string,
  { search, status, network }: ApiTransactionFilters,
  part: { limit: string; page?: string; after?: string | undefined },
  signal: AbortSignal,
) {
  return call(apiTransactions.ofCompany, {
    params: { companyId },
    query: {
      search: search || undefined,
      status: status === 'all' ? undefined : status,
      network: network === 'all' ? undefined : network,
      ...part,
    },
    signal,
    read: readList('Failed to fetch API transactions'),
  });
}
