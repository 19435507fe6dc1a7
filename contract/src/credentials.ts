import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams } from './fields.ts';
import { proof } from './own-factor.ts';

/** The key pair with which a company's own systems sign their calls. One set per company. */
export const credential = z.object({
  recordId: id,
  companyId: id,
  channelId: z.string(),
  /** Null unless the call has just made or revealed it. */
  secretKey: z.nullable(z.string()),
  /** False if the server's key cannot decrypt the secret; the message explains what to do. */
  isReadable: z.boolean(),
  isActive: z.boolean(),
  /** Time of the last signed call; null if there was none. */
  lastUsedAt: z.nullable(dateTime),
  createdAt: dateTime,
  updatedAt: dateTime,
});
export type Credential = z.infer<typeof credential>;

/** Keys move money: whoever makes or sees them shows that it is them, unless it was proved within ten minutes. */
const credentialRef = { recordId: id, companyId: id };
/** Changes appear in the company's history. */
const inBody = { type: 'companies', from: 'body.companyId' } as const;
const notFound = 'API credentials not found';

export const credentials = {
  list: endpoint({
    method: 'GET',
    path: '/Company/{id}/credentials',
    summary: "Get a company's credentials, without the secret key",
    visitors: 'refused',
    access: staff('staffKeys'),
    params: idParams,
    reply: z.array(credential),
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.id' },
  }),
  reveal: endpoint({
    method: 'POST',
    path: '/Company/credentials/reveal',
    summary: 'Get the credentials with the secret key; each time is audited',
    access: staff('staffKeys'),
    body: z.strictObject({ ...credentialRef, ...proof.shape }),
    reply: credential,
    notFound,
    about: inBody,
  }),
  create: endpoint({
    method: 'POST',
    path: '/Company/credentials',
    summary: "Create a company's credentials; fails if it has some",
    access: staff('staffKeys'),
    body: z.strictObject({ companyId: id, ...proof.shape }),
    reply: credential,
    notFound: 'Company not found',
    about: inBody,
  }),
  regenerate: endpoint({
    method: 'PUT',
    path: '/Company/credentials',
    summary: 'Replace the keys; the old keys stop working at once',
    access: staff('staffKeys'),
    body: z.strictObject({ ...credentialRef, ...proof.shape }),
    reply: credential,
    notFound,
    about: inBody,
  }),
  toggle: endpoint({
    method: 'PATCH',
    path: '/Company/credentials/deactivate',
    summary: 'Activate or deactivate the credentials',
    access: staff('staffKeys'),
    body: z.strictObject({
      ...credentialRef,
      /** The state that the caller saw, so that a double click cannot toggle it back. */
      expectedIsActive: z.optional(z.boolean()),
      /** For keys that work again. */
      ...proof.shape,
    }),
    reply: credential,
    notFound,
    about: inBody,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/Company/credentials/{recordId}',
    summary: 'Delete the credentials',
    access: staff('staffKeys'),
    params: z.strictObject({ recordId: id }),
    query: z.strictObject({ companyId: id }),
    reply: z.null(),
    notFound,
    about: { type: 'companies', from: 'query.companyId' },
  }),
};
