import { fees } from '@sente/contract/fees';
import { settlements } from '@sente/contract/settlements';
import type { BodyInputOf } from '@sente/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key, keys } from '../../api/keys.ts';
import { readList } from '../../api/read.ts';

export type FeeBody = BodyInputOf<typeof fees.add>;

export const feeQueries = {
  /** What a settlement of the company costs: its own rule, or that of all companies. */
  settlementRule: (companyId: string) =>
    queryOptions({
      queryKey: key('fees', companyId, 'settlement'),
      queryFn: async ({ signal }) =>
        (await call(settlements.terms, { params: { id: companyId }, signal })).data.rule,
    }),
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
