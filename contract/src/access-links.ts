import * as z from 'zod/mini';
import { anyone, company, companyOrSelf } from './access.ts';
import { deviceToken } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, email, idParams, ownPassword } from './fields.ts';
import { proof } from './own-factor.ts';

/*
 * A link that a person gets by mail stands for the person: it is used once and expires. Its secret is
 * in the fragment of the address, which browsers send to no server.
 */

export const accessLinkKinds = ['invitation', 'password', 'email'] as const;
export type AccessLinkKind = (typeof accessLinkKinds)[number];

const token = z
  .string('The link is not complete')
  .check(z.minLength(1, 'The link is not complete'), z.maxLength(200, 'The link is not complete'));
const tokenBody = z.strictObject({ token });

/** What a person reads before using a link. */
export const accessLink = z.object({
  kind: z.enum(accessLinkKinds),
  name: z.string(),
  /** For the kind `email`, the new one. */
  email: z.string(),
  companyName: z.nullable(z.string()),
  expiresAt: dateTime,
});
export type AccessLink = z.infer<typeof accessLink>;

/** Made by somebody for another person. */
export const sentLink = z.object({
  expiresAt: dateTime,
  /** Only where no mail can be sent: whoever made it hands it over. */
  link: z.nullable(z.string()),
});
export type SentLink = z.infer<typeof sentLink>;

/** The browser is known by the token from now on, and sends it with the sign-in that follows. */
const passwordSet = z.object({ email: z.string(), deviceToken: z.string() });
export type PasswordSet = z.infer<typeof passwordSet>;

const notFound = 'User not found';
/** Of whoever asks for a link that stands for somebody else, unless they proved it within ten minutes. */
const proofBody = z._default(proof, {});

export const recoverBody = z.strictObject({
  email: email('Please enter a valid email address'),
});

export const accessLinks = {
  recover: endpoint({
    method: 'POST',
    path: '/Auth/forgot-password',
    summary: 'Send a link for a new password, if the address belongs to a user',
    access: anyone,
    body: recoverBody,
    reply: z.null(),
  }),
  look: endpoint({
    method: 'POST',
    path: '/Auth/link',
    summary: 'Get what a link is for',
    access: anyone,
    body: tokenBody,
    reply: accessLink,
  }),
  setPassword: endpoint({
    method: 'POST',
    path: '/Auth/link/password',
    summary: 'Choose a password with an invitation or a link for a new password',
    access: anyone,
    body: z.strictObject({
      token,
      newPassword: ownPassword('New password is required'),
      deviceToken,
    }),
    reply: passwordSet,
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/Auth/link/email',
    summary:
      'Confirm a new email address; all sessions end, and the browser of the token stays known',
    access: anyone,
    body: z.strictObject({ token, deviceToken }),
    reply: z.object({ email: z.string() }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/User/{id}/invitation',
    summary:
      'Send an invitation again, with your own password and factor; the former link stops working',
    access: company('staffUsers', 'record', 'canManageUsers'),
    params: idParams,
    body: proofBody,
    reply: sentLink,
    notFound,
    about: { type: 'users', from: 'params.id' },
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/User/{id}/invitation',
    summary: 'Revoke an invitation; the person can be invited again',
    access: company('staffUsers', 'record', 'canManageUsers'),
    params: idParams,
    reply: z.null(),
    notFound,
    about: { type: 'users', from: 'params.id' },
  }),
  withdrawEmail: endpoint({
    method: 'DELETE',
    path: '/User/{id}/new-email',
    summary: 'Withdraw a new email that waits for its confirmation; its link stops working',
    access: companyOrSelf('staffUsers', 'record', 'canManageUsers'),
    params: idParams,
    reply: z.null(),
    notFound,
    about: { type: 'users', from: 'params.id' },
  }),
  sendPasswordLink: endpoint({
    method: 'POST',
    path: '/User/{id}/password-link',
    summary:
      'Send a link for a new password to somebody else who forgot theirs, with your own password and factor; where no mail can be sent, the reply has the link to hand over. A former one of yours or of a colleague stops working',
    access: company('staffUsers', 'record', 'canManageUsers'),
    params: idParams,
    body: proofBody,
    reply: sentLink,
    notFound,
    about: { type: 'users', from: 'params.id' },
  }),
};
