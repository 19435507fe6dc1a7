import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams } from './fields.ts';

/** The key pair with which a company's own systems sign their calls. One set per company. */
export const credential = z.object({
  recordId: id,
  companyId: id,
  channelId: z.string(),
  /** Null: it cannot be opened with the key that the server has; the message says what to do. */
  secretKey: z.nullable(z.string()),
  isActive: z.boolean(),
  /** When a call was last signed with it; null: never. */
  lastUsedAt: z.nullable(dateTime),
  createdAt: dateTime,
  updatedAt: dateTime,
});
export type Credential = z.infer<typeof credential>;

const credentialRef = { recordId: id, companyId: id };
/** Their history is the company's. */
const inBody = { type: 'companies', from: 'body.companyId' } as const;
const notFound = 'API credentials not found';

export const credentials = {
  list: endpoint({
    method: 'GET',
    path: '/Company/{id}/credentials',
    summary: "A company's credentials, secret key included; every read is audited",
    access: staff,
    params: idParams,
    reply: z.array(credential),
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.id' },
  }),
  create: endpoint({
    method: 'POST',
    path: '/Company/credentials',
    summary: 'Create the credential set of a company that has none',
    access: staff,
    body: z.strictObject({ companyId: id }),
    reply: credential,
    notFound: 'Company not found',
    about: inBody,
  }),
  regenerate: endpoint({
    method: 'PUT',
    path: '/Company/credentials',
    summary: 'Replace the keys; the old ones stop at once',
    access: staff,
    body: z.strictObject(credentialRef),
    reply: credential,
    notFound,
    about: inBody,
  }),
  toggle: endpoint({
    method: 'PATCH',
    path: '/Company/credentials/deactivate',
    summary: 'Flip the credentials between active and inactive',
    access: staff,
    body: z.strictObject({
      ...credentialRef,
      /** What the caller saw; a double click then cannot flip it back. */
      expectedIsActive: z.optional(z.boolean()),
    }),
    reply: credential,
    notFound,
    about: inBody,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/Company/credentials/{recordId}',
    summary: 'Delete the credentials',
    access: staff,
    params: z.strictObject({ recordId: id }),
    query: z.strictObject({ companyId: id }),
    reply: z.null(),
    notFound,
    about: { type: 'companies', from: 'query.companyId' },
  }),
};
