import * as z from 'zod/mini';
import { renewedToken } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { id, requiredText } from './fields.ts';
import { addedFactor, own, proof } from './own-factor.ts';
import { bytes, challengeToken } from './passkey-answer.ts';

/** What a browser is asked, to pass on as it is. */
const passkeyOptions = z.record(z.string(), z.unknown());

export const passkeyChallenge = z.object({ challenge: z.string(), options: passkeyOptions });
export type PasskeyChallenge = z.infer<typeof passkeyChallenge>;

/** A new passkey. */
export const newPasskey = z.strictObject({
  id: bytes(1400),
  clientDataJSON: bytes(4000),
  attestationObject: bytes(20_000),
  transports: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10)),
});
export type NewPasskey = z.infer<typeof newPasskey>;

export const passkeyName = requiredText('Name is required', 60);

/** More are of no use, and a thief could hide one among many. */
export const maxPasskeys = 10;

export const passkeys = {
  start: endpoint({
    method: 'POST',
    path: '/User/{id}/factors/passkeys/options',
    summary: 'Begin to add a passkey',
    ...own,
    allowsMissingFactor: true,
    body: proof,
    reply: passkeyChallenge,
  }),
  add: endpoint({
    method: 'POST',
    path: '/User/{id}/factors/passkeys',
    summary: 'Add a passkey, which ends your other sessions',
    ...own,
    allowsMissingFactor: true,
    body: z.strictObject({
      challenge: challengeToken,
      name: passkeyName,
      passkey: newPasskey,
    }),
    reply: addedFactor,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/User/{id}/factors/passkeys/challenge',
    summary: 'Begin to show one of your passkeys, which then proves a change of your second factor',
    ...own,
    reply: passkeyChallenge,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/User/{id}/factors/passkeys/{passkeyId}/remove',
    summary: 'Remove one of your passkeys, with your password and a code or a passkey',
    ...own,
    params: z.strictObject({ id, passkeyId: id }),
    body: proof,
    reply: renewedToken,
    notFound: 'Passkey not found',
  }),
};
