import type { ApiTransaction } from '@sente/contract/api-transactions';
import { paymentStatuses } from '@sente/contract/payments';

export const apiTransactionsPerPage = 10;

/** Which ones are wanted; all of it stands in the address. "all" is not sent. */
export interface ApiTransactionFilters {
  readonly search: string;
  readonly status: string;
  readonly network: string;
}

export interface ApiTransactionListRequest extends ApiTransactionFilters {
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

/** For a server that answers all of them at once, whatever it is asked for. */
export function filterApiTransactions(
  all: readonly ApiTransaction[],
  { search, status, network }: ApiTransactionFilters,
): readonly ApiTransaction[] {
  const wanted = search.trim().toLowerCase();
  return all.filter(
    (row) =>
      (status === 'all' || row.status === status) &&
      (network === 'all' || row.network === network) &&
      [row.transaction_id, row.phone_number, row.network, row.record_id, row.reference].some(
        (text) =>
          String(text ?? '')
            .toLowerCase()
            .includes(wanted),
      ),
  );
}

/** Finds the page in a complete list. */
export function pageOfApiTransactions(
  all: readonly ApiTransaction[],
  request: ApiTransactionListRequest,
): ApiTransactionPage {
  const matching = filterApiTransactions(all, request);
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
