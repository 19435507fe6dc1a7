import * as z from 'zod/mini';
import { renewedToken } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { id, requiredText } from './fields.ts';
import { addedFactor, own, proof } from './own-factor.ts';

/*
 * A passkey is a key pair of which the private half never leaves the person's phone, computer or security
 * key. Fields are as in the browser's WebAuthn API, bytes as base64url.
 */

const message = 'The passkey did not answer as expected';
const bytes = (maxLength: number) =>
  z.string(message).check(z.regex(/^[\w-]+$/, message), z.maxLength(maxLength, message));

/** What a browser is asked, to pass on as it is. */
const passkeyOptions = z.record(z.string(), z.unknown());

export const passkeyChallenge = z.object({ challenge: z.string(), options: passkeyOptions });
export type PasskeyChallenge = z.infer<typeof passkeyChallenge>;

/** The answer to a challenge, of a passkey that was set up before. */
export const passkeyAnswer = z.strictObject({
  id: bytes(1400),
  clientDataJSON: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(12_000),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

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
      challenge: z.string('Begin again').check(z.minLength(1, 'Begin again'), z.maxLength(200)),
      name: passkeyName,
      passkey: newPasskey,
    }),
    reply: addedFactor,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/User/{id}/factors/passkeys/{passkeyId}/remove',
    summary: 'Remove one of your passkeys, with your password and a code',
    ...own,
    params: z.strictObject({ id, passkeyId: id }),
    body: proof,
    reply: renewedToken,
    notFound: 'Passkey not found',
  }),
};
