import type { BodyInputOf } from '@sente/contract/endpoint';
import { limits, type LimitBody } from '@sente/contract/limits';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key, keys } from '../../api/keys.ts';

const limitsKey = (companyId: string) => key('limits', companyId);
const blockedKey = (companyId: string) => key('blocked-numbers', companyId);

export const limitQueries = {
  ofCompany: (companyId: string) =>
    queryOptions({
      queryKey: limitsKey(companyId),
      queryFn: async ({ signal }) =>
        (await call(limits.list, { params: { id: companyId }, signal })).data,
    }),
  blocked: (companyId: string) =>
    queryOptions({
      queryKey: blockedKey(companyId),
      queryFn: async ({ signal }) =>
        (await call(limits.blocked, { params: { id: companyId }, signal })).data,
    }),
};

export function useSaveLimits(companyId: string) {
  return useChange({
    send: (list: LimitBody[]) =>
      call(limits.save, { params: { id: companyId }, body: { limits: list } }),
    invalidates: [limitsKey(companyId), keys.approvals.all],
    after: ['success', 'failure'],
  });
}

/** Changes nothing, and is asked for by a button. */
export function usePreviewLimits(companyId: string) {
  return useChange({
    send: async (list: LimitBody[]) => {
      const options = { params: { id: companyId }, body: { limits: list } };
      return (await call(limits.preview, options)).data;
    },
    invalidates: [],
  });
}

export function useBlockNumber(companyId: string) {
  return useChange({
    send: (body: BodyInputOf<typeof limits.block>) =>
      call(limits.block, { params: { id: companyId }, body }),
    invalidates: [blockedKey(companyId)],
  });
}

export function useUnblockNumber(companyId: string) {
  return useChange({
    send: (blockedId: string) => call(limits.unblock, { params: { id: companyId, blockedId } }),
    invalidates: [blockedKey(companyId)],
    after: ['success', 'failure'],
  });
}
