import type { BodyInputOf } from '@sente/contract/endpoint';
import { limits, type LimitBody } from '@sente/contract/limits';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key, keys } from '../../api/keys.ts';

const limitsKey = (companyId: string) => key('limits', companyId);
/** Null for the list of the provider, which is for all companies. */
type Blocker = string | null;

const blockedKey = (companyId: Blocker) => key('blocked-numbers', companyId ?? 'all');

export const limitQueries = {
  ofCompany: (companyId: string) =>
    queryOptions({
      queryKey: limitsKey(companyId),
      queryFn: async ({ signal }) =>
        (await call(limits.list, { params: { id: companyId }, signal })).data,
    }),
  blocked: (companyId: Blocker) =>
    queryOptions({
      queryKey: blockedKey(companyId),
      queryFn: async ({ signal }) => {
        if (companyId === null) return (await call(limits.blockedForAll, { signal })).data;
        return (await call(limits.blocked, { params: { id: companyId }, signal })).data;
      },
    }),
};

export function useSaveLimits(companyId: string) {
  return useChange({
    send: (body: BodyInputOf<typeof limits.save>) =>
      call(limits.save, { params: { id: companyId }, body }),
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

export function useBlockNumber(companyId: Blocker) {
  return useChange({
    send: async (body: BodyInputOf<typeof limits.block>) => {
      if (companyId === null) await call(limits.blockForAll, { body });
      else await call(limits.block, { params: { id: companyId }, body });
    },
    invalidates: [blockedKey(companyId)],
  });
}

export function useUnblockNumber(companyId: Blocker) {
  return useChange({
    /** The request, if it waits for a second person. */
    send: async (blockedId: string): Promise<string | null> => {
      if (companyId === null) {
        const { meta } = await call(limits.unblockForAll, { params: { blockedId } });
        return meta?.approvalId ?? null;
      }
      await call(limits.unblock, { params: { id: companyId, blockedId } });
      return null;
    },
    invalidates: [blockedKey(companyId), keys.approvals.all],
    after: ['success', 'failure'],
  });
}
