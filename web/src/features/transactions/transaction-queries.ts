import { transactions } from '@sente/contract/transactions';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readOne } from '../../api/read.ts';

export const transactionQueries = {
  details: (id: string) =>
    queryOptions({
      queryKey: ['transactions', 'details', id],
      queryFn: async ({ signal }) =>
        (await call(transactions.get, { params: { id }, signal, read: readOne() })).data,
    }),
};

/** Whatever shows amounts or what waits; not what is being typed into, such as the form of an account. */
const showMoney = [
  ['transactions'],
  ['api-transactions'],
  ['payment-reviews'],
  ['system-transactions'],
  ['dashboard'],
  ['company-dashboard'],
  ['attention'],
  ['reports'],
  ['accounts', 'list'],
  ['accounts', 'details'],
  ['companies', 'list'],
  ['companies', 'details'],
  ['search'],
] as const;

/** After money moved, or was held or given free. */
export function refreshMoney(client: QueryClient): void {
  for (const queryKey of showMoney) void client.invalidateQueries({ queryKey });
}

export function useReverseTransaction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(transactions.reverse, { params: { id }, body: { reason } }),
    // Also when it was refused: somebody else may have been quicker.
    onSettled: () => refreshMoney(client),
  });
}
