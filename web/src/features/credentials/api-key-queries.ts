import { apiKeys, type ApiKey, type NewApiKey, type Overlap } from '@sente/contract/api-keys';
import { credentials } from '@sente/contract/credentials';
import type { BodyInputOf } from '@sente/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key } from '../../api/keys.ts';
import { readList } from '../../api/read.ts';
import { withProof } from '../factors/ask-for-proof.ts';

export const loadFailure = 'Failed to load API keys';

const allKeys = key('api-keys');
/** After an unanswered call the list shows whether it was made. */
const after = ['success', 'outdated', 'unanswered'] as const;

export const apiKeyQueries = {
  ofCompany: (companyId: string) =>
    queryOptions({
      queryKey: key('api-keys', companyId),
      queryFn: async ({ signal }): Promise<readonly ApiKey[]> => {
        const options = { params: { id: companyId }, signal, read: readList(loadFailure) };
        return (await call(apiKeys.list, options)).data;
      },
    }),
};

export function useCreateKey() {
  return useChange({
    send: async (body: BodyInputOf<typeof apiKeys.create>): Promise<NewApiKey> =>
      (await withProof((shown) => call(apiKeys.create, { body: { ...body, ...shown } }), 'keys'))
        .data,
    invalidates: [allKeys],
    after,
  });
}

interface Rotation {
  readonly id: string;
  readonly overlap: Overlap;
  readonly publicKey: string | null;
}

export function useRotateKey() {
  return useChange({
    send: async ({ id, ...body }: Rotation): Promise<NewApiKey> =>
      (
        await withProof(
          (shown) => call(apiKeys.rotate, { params: { id }, body: { ...body, ...shown } }),
          'keys',
        )
      ).data,
    invalidates: [allKeys],
    after,
  });
}

export function useRevokeKey() {
  return useChange({
    send: (id: string) => call(apiKeys.revoke, { params: { id } }),
    invalidates: [allKeys],
    after,
  });
}

/** By staff. Switching on takes a proof. */
export function useSwitchKey() {
  return useChange({
    send: ({ id: recordId, companyId, state }: ApiKey) => {
      const body = { recordId, companyId, expectedIsActive: state === 'active' };
      return withProof(
        (shown) => call(credentials.toggle, { body: { ...body, ...shown } }),
        'keys',
      );
    },
    invalidates: [allKeys],
    after,
  });
}
