import { transactions } from '@sente/contract/transactions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { movesMoney, useChange } from '../../api/change.ts';
import { readOne } from '../../api/read.ts';

export const transactionQueries = {
  details: (id: string) =>
    queryOptions({
      queryKey: ['transactions', 'details', id],
      queryFn: async ({ signal }) =>
        (await call(transactions.get, { params: { id }, signal, read: readOne() })).data,
    }),
};

export function useReverseTransaction() {
  return useChange({
    send: ({ id, reason }: { id: string; reason: string }) =>
      call(transactions.reverse, { params: { id }, body: { reason } }),
    ...movesMoney,
  });
}
