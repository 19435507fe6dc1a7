import {
  listSystemTransactions,
  type SystemTransaction,
  type systemTransactionStatuses,
} from '@sente/contract/system-transactions';
import type { DateKind, transactionTypes } from '@sente/contract/transaction-kinds';
import type { TransactionDetails } from '@sente/contract/transaction-details';
import { transactions } from '@sente/contract/transactions';
import { webhooks } from '@sente/contract/webhooks';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { movesMoney, useChange } from '../../api/change.ts';
import { errorText } from '../../api/error-text.ts';
import { keys } from '../../api/keys.ts';
import { readList, readOne } from '../../api/read.ts';
import { notify } from '../../ui/toast.tsx';

const pollMs = 4_000;

export const transactionQueries = {
  /** By the id of a transaction or of a mobile-money request. Polled while it can still change. */
  details: (id: string) =>
    queryOptions({
      queryKey: keys.transactions.details(id),
      queryFn: async ({ signal }) =>
        (await call(transactions.get, { params: { id }, signal, read: readOne })).data,
      refetchInterval: ({ state: { data } }) =>
        data && (isUnderWay(data) || isBeingTold(data)) ? pollMs : false,
    }),
  /** The same ids. Polled until there is one, or none any more. */
  receipt: (id: string) =>
    queryOptions({
      queryKey: keys.transactions.receipt(id),
      queryFn: async ({ signal }) =>
        (await call(transactions.receipt, { params: { id }, signal, read: readOne })).data,
      refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? pollMs : false),
    }),
};

export function isUnderWay({ status }: Pick<TransactionDetails, 'status'>): boolean {
  return status === 'pending' || status === 'processing';
}

function isBeingTold({ deliveries }: TransactionDetails): boolean {
  return deliveries.some(({ state }) => state === 'waiting');
}

export function useReverseTransaction() {
  return useChange({
    send: ({ id, note: reason }: { id: string; note: string }) =>
      call(transactions.reverse, { params: { id }, body: { reason } }),
    ...movesMoney,
  });
}

/** Tells in a toast what became of it; the page then shows the delivery as it goes on. */
export function useSendWebhookAgain({ companyId, id }: TransactionDetails) {
  const { mutate } = useChange({
    send: (deliveryId: string) =>
      call(webhooks.sendAgain, { params: { id: companyId, deliveryId } }),
    invalidates: [keys.transactions.details(id), keys.webhooks.allDeliveries(companyId)],
    after: ['success', 'failure'],
  });
  return (deliveryId: string) =>
    mutate(deliveryId, {
      onSuccess: () => notify.success('The webhook is sent again'),
      onError: (error) => notify.error(errorText(error, 'Failed to send the webhook again')),
    });
}

/** For the back-office lists. "all" is the default and is not sent. */
export interface SystemTransactionFilters {
  readonly type: 'all' | (typeof transactionTypes)[number];
  readonly status: 'all' | (typeof systemTransactionStatuses)[number];
  /** The time that orders the list. */
  readonly dateBy: DateKind;
}

const pageSize = 50;

export const systemTransactionQueries = {
  /** The newest matching rows, on one page. */
  newest: (filters: SystemTransactionFilters) =>
    queryOptions({
      queryKey: keys.transactions.newest(filters),
      queryFn: ({ signal }) => fetchNewest(filters, signal),
    }),
};

async function fetchNewest(
  { type, status, dateBy }: SystemTransactionFilters,
  signal: AbortSignal,
): Promise<readonly SystemTransaction[]> {
  const { data } = await call(listSystemTransactions, {
    query: {
      type: type === 'all' ? undefined : type,
      status: status === 'all' ? undefined : status,
      dateBy: dateBy === 'created' ? undefined : dateBy,
      limit: String(pageSize),
    },
    signal,
    read: readList('Failed to fetch transactions'),
  });
  return data;
}
