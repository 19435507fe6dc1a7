import * as z from 'zod/mini';
import { self } from './access.ts';
import { renewedToken } from './auth.ts';
import { currentPassword, factorCode, idParams } from './fields.ts';
import { challengeToken, passkeyAnswer } from './passkey-answer.ts';

/* What changes of the own second factor, and whatever loosens a protection, have in common. */

/** Of whoever changes the own second factor or loosens a protection. Whoever has a factor shows it: a code, or a passkey. */
export const proof = z.strictObject({
  currentPassword: z.optional(currentPassword),
  code: z.optional(factorCode),
  passkey: z.optional(z.strictObject({ challenge: challengeToken, answer: passkeyAnswer })),
});
export type FactorProof = z.infer<typeof proof>;

export const recoveryCodes = z.array(z.string());
export const addedFactor = z.object({
  ...renewedToken.shape,
  /** Shown once, with the first factor; null if the person has codes already. */
  recoveryCodes: z.nullable(recoveryCodes),
});
export type AddedFactor = z.infer<typeof addedFactor>;

/** Of the calls. */
export const own = {
  access: self,
  params: idParams,
  notFound: 'User not found',
  about: { type: 'users', from: 'params.id' },
} as const;
