import type { ApiTransaction } from '@sente/contract/api-transactions';
import { paymentStatuses } from '@sente/contract/payments';

export const apiTransactionsPerPage = 10;

/** What the list is asked for; all of it stands in the address. "all" is not sent. */
export interface ApiTransactionListRequest {
  readonly search: string;
  readonly status: string;
  readonly network: string;
  readonly page: number;
}

/** One page, the totals over all pages, and what there is to filter by. */
export interface ApiTransactionPage {
  readonly rows: readonly ApiTransaction[];
  readonly page: number;
  readonly totalCount: number;
  readonly isCountExact: boolean;
  readonly statuses: readonly string[];
  readonly networks: readonly string[];
}

/** All, the four that the server gives, and whatever else the data holds. */
export function statusChoices(present: readonly string[]): string[] {
  return [...new Set(['all', ...paymentStatuses, ...present])];
}

export function networkChoices(present: readonly string[]): string[] {
  return ['all', ...present];
}

export function totalPagesOf({ totalCount }: Pick<ApiTransactionPage, 'totalCount'>): number {
  return Math.max(1, Math.ceil(totalCount / apiTransactionsPerPage));
}

/** Finds the page in a complete list, for a server that answers all of them at once. */
export function pageOfApiTransactions(
  all: readonly ApiTransaction[],
  request: ApiTransactionListRequest,
): ApiTransactionPage {
  const search = request.search.trim().toLowerCase();
  const matching = all.filter(
    (row) =>
      (request.status === 'all' || row.status === request.status) &&
      (request.network === 'all' || row.network === request.network) &&
      [row.transaction_id, row.phone_number, row.network, row.record_id, row.reference].some(
        (text) =>
          String(text ?? '')
            .toLowerCase()
            .includes(search),
      ),
  );
  const page = Math.min(request.page, totalPagesOf({ totalCount: matching.length }));
  const from = (page - 1) * apiTransactionsPerPage;
  return {
    rows: matching.slice(from, from + apiTransactionsPerPage),
    page,
    totalCount: matching.length,
    isCountExact: true,
    statuses: [...new Set(all.map(({ status }) => status))],
    networks: [...new Set(all.map(({ network }) => network))],
  };
}
