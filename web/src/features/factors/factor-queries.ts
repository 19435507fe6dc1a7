import { factors, type FactorState } from '@sente/contract/factors';
import type { FactorProof } from '@sente/contract/own-factor';
import { queryOptions } from '@tanstack/react-query';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key } from '../../api/keys.ts';
import { invalidFormat } from '../../api/read.ts';
import { renewToken } from '../../session/session-store.ts';

export const factorsKey = (userId: string) => key('factors', userId);

/** The second factors of a person. */
export const factorsQuery = (userId: string) =>
  queryOptions({
    queryKey: factorsKey(userId),
    queryFn: async ({ signal }) => {
      const { data } = await call(factors.get, { params: { id: userId }, signal });
      if (!isRecord(data)) throw invalidFormat(200);
      return data;
    },
  });

export function hasFactor({ app, passkeys }: FactorState): boolean {
  return app !== null || passkeys.length > 0;
}

export function useStartApp(userId: string) {
  return useChange({
    send: async (body: FactorProof) =>
      (await call(factors.startApp, { params: { id: userId }, body })).data,
    invalidates: [],
  });
}

/** The former token is worth nothing afterwards; the answer has the recovery codes. */
export function useConfirmApp(userId: string) {
  return useChange({
    send: async (code: string) => {
      const { data } = await call(factors.confirmApp, { params: { id: userId }, body: { code } });
      renewToken(data.token);
      return data;
    },
    invalidates: [factorsKey(userId), key('sessions', userId)],
    waits: false,
  });
}

export function useRemoveApp(userId: string) {
  return useChange({
    send: async (body: FactorProof) => {
      const { data } = await call(factors.removeApp, { params: { id: userId }, body });
      renewToken(data.token);
    },
    invalidates: [factorsKey(userId), key('sessions', userId)],
    after: ['success', 'outdated'],
  });
}

export function useRenewCodes(userId: string) {
  return useChange({
    send: async (body: FactorProof) => {
      const { data } = await call(factors.renewCodes, { params: { id: userId }, body });
      renewToken(data.token);
      return data.recoveryCodes;
    },
    invalidates: [factorsKey(userId), key('sessions', userId)],
    waits: false,
  });
}

export function useForgetDevices() {
  return useChange({
    send: (id: string) => call(factors.forgetDevices, { params: { id } }),
    invalidates: (id) => [factorsKey(id)],
    after: ['success', 'failure'],
  });
}
