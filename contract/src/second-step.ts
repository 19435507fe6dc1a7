import * as z from 'zod/mini';
import { anyone } from './access.ts';
import { deviceToken, loginReply } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { factorCode } from './fields.ts';
import { passkeyAnswer } from './passkey-answer.ts';
import { passkeyChallenge } from './passkeys.ts';

/* What follows the password of somebody with a second factor, and signing in with a passkey alone. */

/** How long a trusted browser signs in without the second factor. */
export const trustDays = 30;

const challengeToken = z
  .string('Sign in with your password first')
  .check(z.minLength(1, 'Sign in with your password first'), z.maxLength(200));

export const factorBody = z.strictObject({
  challenge: challengeToken,
  /** One of the two. */
  code: z.optional(factorCode),
  passkey: z.optional(passkeyAnswer),
  deviceToken,
  /** The browser then signs in without the second factor for a while. */
  trustDevice: z.optional(z.boolean()),
});
export type FactorInput = z.infer<typeof factorBody>;

export const secondStep = {
  answer: endpoint({
    method: 'POST',
    path: '/Auth/factor',
    summary:
      'Finish signing in with a code of the second factor or with a passkey; a challenge lasts five minutes',
    access: anyone,
    body: factorBody,
    reply: loginReply,
  }),
  askPasskey: endpoint({
    method: 'POST',
    path: '/Auth/passkey',
    summary: 'Begin to sign in with a passkey alone',
    access: anyone,
    reply: passkeyChallenge,
  }),
};
