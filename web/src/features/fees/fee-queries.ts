import { fees } from '@sente/contract/fees';
import type { BodyInputOf } from '@sente/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { keys } from '../../api/keys.ts';
import { readList } from '../../api/read.ts';

export type FeeBody = BodyInputOf<typeof fees.add>;

export const feeQueries = {
  ofCompany: (companyId: string) =>
    queryOptions({
      queryKey: keys.fees(companyId),
      queryFn: async ({ signal }) => {
        const read = readList('Failed to load fees');
        return (await call(fees.list, { params: { id: companyId }, signal, read })).data;
      },
    }),
};

/** Also after a refusal: a planned fee may have started, or another user may have changed it. */
const refreshes = (companyId: string) =>
  ({
    invalidates: [keys.fees(companyId), keys.approvals.all],
    after: ['success', 'failure'],
  }) as const;

export function useAddFee(companyId: string) {
  return useChange({
    ...refreshes(companyId),
    send: (body: FeeBody) => call(fees.add, { params: { id: companyId }, body }),
  });
}

export function useRemoveFee(companyId: string) {
  return useChange({
    ...refreshes(companyId),
    send: (feeId: string) => call(fees.remove, { params: { id: companyId, feeId } }),
  });
}
