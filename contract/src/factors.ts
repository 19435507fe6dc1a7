import * as z from 'zod/mini';
import { company, companyOrSelf } from './access.ts';
import { awaitsApproval } from './approval-kinds.ts';
import { renewedToken } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { addedFactor, own, proof, recoveryCodes } from './own-factor.ts';
import { currentPassword, dateTime, factorCode, id, idParams, requiredText } from './fields.ts';

/*
 * A second factor is something that a person has, besides the password that they know. Whoever has one
 * also has recovery codes, each of which stands for it once.
 */

export const recoveryCodeCount = 10;
const passkey = z.object({
  id,
  /** Chosen by the person. */
  name: z.string(),
  createdAt: dateTime,
  lastUsedAt: z.nullable(dateTime),
});
export type Passkey = z.infer<typeof passkey>;

/** The second factors of a person. */
export const factorState = z.object({
  app: z.nullable(z.object({ since: dateTime })),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.number(),
  /** Browsers that sign in without it for a while. */
  trustedDevices: z.number(),
  /** By the provider for its staff, or by the company for its people. */
  isRequired: z.boolean(),
  /** The request for its removal that waits for a second person. */
  resetId: z.nullable(id),
  /** To set one up; not if the reader signed in a moment ago and has none yet. */
  needsPassword: z.boolean(),
  /** To add another one; not if the reader showed a factor in this session a moment ago. */
  needsCode: z.boolean(),
});
export type FactorState = z.infer<typeof factorState>;

/** Input of the form that removes a factor or makes new recovery codes. */
export const factorProofForm = z.object({ currentPassword, code: factorCode });

export const startedApp = z.object({
  /** In base32, for typing. */
  secret: z.string(),
  /** For the QR code. */
  uri: z.string(),
});
export type StartedApp = z.infer<typeof startedApp>;

/** Whether a company asks its people for a second factor. */
export const factorRule = z.object({
  isRequired: z.boolean(),
  people: z.number(),
  /** Of these, who has none yet. */
  missing: z.number(),
});
export type FactorRule = z.infer<typeof factorRule>;

/** With the own password and factor, so that a stolen session cannot do it. */
export const resetFactorBody = z.strictObject({
  reason: requiredText('Reason is required', 200),
  ...proof.shape,
});

const about = { type: 'users', from: 'params.id' } as const;
const notFound = 'User not found';

export const factors = {
  get: endpoint({
    method: 'GET',
    path: '/User/{id}/factors',
    summary: 'Get the second factors of a user; everyone may read their own',
    access: companyOrSelf('staffUsers', 'record', 'canManageUsers'),
    allowsMissingFactor: true,
    params: idParams,
    reply: factorState,
    notFound,
    about,
  }),
  startApp: endpoint({
    method: 'POST',
    path: '/User/{id}/factors/app',
    summary: 'Begin to set up an authenticator app; it counts once a code of it is confirmed',
    ...own,
    allowsMissingFactor: true,
    body: proof,
    reply: startedApp,
  }),
  confirmApp: endpoint({
    method: 'POST',
    path: '/User/{id}/factors/app/confirm',
    summary:
      'Confirm an authenticator app with a code of it, which replaces a former one and ends your other sessions',
    ...own,
    allowsMissingFactor: true,
    body: z.strictObject({ code: factorCode }),
    reply: addedFactor,
  }),
  removeApp: endpoint({
    method: 'POST',
    path: '/User/{id}/factors/app/remove',
    summary: 'Remove your authenticator app, with your password and a code or a passkey',
    ...own,
    body: proof,
    reply: renewedToken,
  }),
  renewCodes: endpoint({
    method: 'POST',
    path: '/User/{id}/factors/recovery-codes',
    summary:
      'Make new recovery codes, with your password and a code or a passkey; the former ones stop working, and your other sessions end',
    ...own,
    body: proof,
    reply: z.object({ ...renewedToken.shape, recoveryCodes }),
  }),
  forgetDevices: endpoint({
    method: 'DELETE',
    path: '/User/{id}/factors/trusted-devices',
    summary: 'Forget the browsers that sign in without a second factor',
    access: companyOrSelf('staffUsers', 'record', 'canManageUsers'),
    params: idParams,
    reply: z.object({ forgotten: z.number() }),
    notFound,
    about,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/User/{id}/factors/reset',
    summary:
      'Remove the second factor of somebody who has lost it, with your own password and factor; for staff this waits for a second person',
    access: company('staffUsers', 'record', 'canManageUsers'),
    params: idParams,
    body: resetFactorBody,
    reply: z.null(),
    meta: awaitsApproval,
    notFound,
    about,
  }),
  getRule: endpoint({
    method: 'GET',
    path: '/Company/{id}/factor-rule',
    summary: 'Get whether a company asks its people for a second factor',
    access: company('staffRead', 'params.id', 'canManageCompany'),
    params: idParams,
    reply: factorRule,
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.id' },
  }),
  saveRule: endpoint({
    method: 'PUT',
    path: '/Company/{id}/factor-rule',
    summary:
      'Ask the people of a company for a second factor: whoever has none can only set one up. To allow the password alone takes your own password and factor, and the other administrators are told',
    access: company('staffCompanies', 'params.id', 'canManageCompany'),
    params: idParams,
    body: z.strictObject({
      isRequired: z.boolean('Choose whether it is required'),
      ...proof.shape,
    }),
    reply: factorRule,
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.id' },
  }),
};
