import * as z from 'zod/mini';

/*
 * A passkey is a key pair of which the private half never leaves the person's phone, computer or security
 * key. Fields are as in the browser's WebAuthn API, bytes as base64url.
 */

const message = 'The passkey did not answer as expected';
export const bytes = (maxLength: number) =>
  z.string(message).check(z.regex(/^[\w-]+$/, message), z.maxLength(maxLength, message));

/** Names a challenge; the token itself is in the browser only. */
export const challengeToken = z
  .string('Begin again')
  .check(z.minLength(1, 'Begin again'), z.maxLength(200));

/** The answer to a challenge, of a passkey that was set up before. */
export const passkeyAnswer = z.strictObject({
  id: bytes(1400),
  clientDataJSON: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(12_000),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;
