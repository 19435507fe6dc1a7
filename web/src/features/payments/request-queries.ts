import { transactions } from '@sente/contract/transactions';
import { call } from '../../api/call.ts';
import { movesMoney, useChange } from '../../api/change.ts';
import { readOne } from '../../api/read.ts';
import type { RequestBody } from './request-values.ts';

export function useRequestTransaction(companyId: string) {
  return useChange({
    send: async (body: RequestBody) => {
      const options = { params: { companyId }, body, read: readOne() };
      return (await call(transactions.request, options)).data;
    },
    ...movesMoney,
  });
}
