import type { FactorProof } from '@sente/contract/own-factor';
import { passkeys } from '@sente/contract/passkeys';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key } from '../../api/keys.ts';
import { renewToken } from '../../session/session-store.ts';
import { factorsKey } from './factor-queries.ts';

/** Asks the browser for a new passkey in between. The code for it loads when it is used. */
export function useAddPasskey(userId: string) {
  return useChange({
    send: async ({ name, ...proof }: FactorProof & { name: string }) => {
      const params = { id: userId };
      const { data: asked } = await call(passkeys.start, { params, body: proof });
      const { makePasskey } = await import('../../lib/passkeys.ts');
      const passkey = await makePasskey(asked.options);
      const body = { challenge: asked.challenge, name, passkey };
      const { data } = await call(passkeys.add, { params, body });
      renewToken(data.token);
      return data;
    },
    invalidates: [factorsKey(userId), key('sessions', userId)],
    waits: false,
  });
}

export function useRemovePasskey(userId: string, passkeyId: string) {
  return useChange({
    send: async (body: FactorProof) => {
      const params = { id: userId, passkeyId };
      const { data } = await call(passkeys.remove, { params, body });
      renewToken(data.token);
    },
    invalidates: [factorsKey(userId), key('sessions', userId)],
    after: ['success', 'outdated'],
  });
}
