import { apiTransactions, type PaymentTrace } from '@sente/contract/api-transactions';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { invalidFormat, readList } from '../../api/read.ts';
import {
  apiTransactionsPerPage,
  pageOfApiTransactions,
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
  const { search, status, network, page } = request;
  const { data, meta } = await call(apiTransactions.ofCompany, {
    params: { companyId },
    query: {
      search: search || undefined,
      status: status === 'all' ? undefined : status,
      network: network === 'all' ? undefined : network,
      limit: String(apiTransactionsPerPage),
      page: String(page),
    },
    signal,
    read: readList('Failed to fetch API transactions'),
  });
  // Without totals the server has answered the whole list, and the page is found here.
  return meta ? { rows: data, ...meta } : pageOfApiTransactions(data, request);
}
