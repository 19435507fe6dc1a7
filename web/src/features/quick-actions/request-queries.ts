import { transactions } from '@sente/contract/transactions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readOne } from '../../api/read.ts';
import { refreshMoney } from '../transactions/transaction-queries.ts';
import type { RequestBody } from './request-values.ts';

export function useRequestTransaction(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: RequestBody) => {
      const options = { params: { companyId }, body, read: readOne() };
      return (await call(transactions.request, options)).data;
    },
    // Also when it failed: nobody knows then, so what is on screen may be old.
    onSettled: () => refreshMoney(client),
  });
}
