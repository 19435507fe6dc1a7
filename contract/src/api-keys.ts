import * as z from 'zod/mini';
import { company, ownCompany } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, oneOf, requiredText } from './fields.ts';
import { keyScopes } from './key-scopes.ts';
import { proof } from './own-factor.ts';

export const maxLiveKeys = 20;
export const maxAllowedAddresses = 20;
export const keyNameMaxLength = 60;

/** Ended: its time is over. Off: staff switched it off. */
export const keyStates = ['active', 'off', 'ended'] as const;

/** One key of a company, never with its secret. */
export const apiKey = z.object({
  id,
  companyId: id,
  name: z.string(),
  channelId: z.string(),
  /** The set that staff made is changed by staff alone. */
  madeBy: z.enum(['staff', 'company']),
  /** ed25519: the company alone has the private half. */
  algorithm: z.enum(['hmac-sha256', 'ed25519']),
  scopes: z.array(z.enum(keyScopes)),
  /** Addresses and ranges that it is accepted from; empty: any. */
  allowedAddresses: z.array(z.string()),
  state: z.enum(keyStates),
  lastUsedAt: z.nullable(dateTime),
  lastUsedAddress: z.nullable(z.string()),
  endsAt: z.nullable(dateTime),
  createdAt: dateTime,
});
export type ApiKey = z.infer<typeof apiKey>;

/** The secret is in this one answer. Null for a key of ed25519. */
export const newApiKey = z.object({ ...apiKey.shape, secretKey: z.nullable(z.string()) });
export type NewApiKey = z.infer<typeof newApiKey>;

const addressMessage = 'Must be an address like 203.0.113.7 or a range like 203.0.113.0/24';
const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], addressMessage);

const publicKey = z.optional(
  z.nullable(
    z.string('Must be text').check(z.trim(), z.maxLength(500, 'Must be at most 500 characters')),
  ),
);

export const apiKeyBody = z.strictObject({
  name: requiredText('Name is required', keyNameMaxLength),
  scopes: z
    .array(oneOf(keyScopes), 'Choose what the key may do')
    .check(
      z.minLength(1, 'Choose what the key may do'),
      z.maxLength(keyScopes.length, 'Each only once'),
    ),
  allowedAddresses: z._default(
    z
      .array(address, 'Must be a list')
      .check(z.maxLength(maxAllowedAddresses, `At most ${maxAllowedAddresses} addresses`)),
    [],
  ),
  endsAt: z.optional(z.nullable(z.iso.datetime('Must be a time like 2026-01-31T12:00:00Z'))),
  /** Of Ed25519, in PEM or Base64, instead of a secret that we make. */
  publicKey,
});

/** How long the old key works beside the new one. */
export const overlaps = { none: 0, hour: 3600, day: 86_400, week: 604_800 } as const;
export type Overlap = keyof typeof overlaps;
export const overlapNames = ['none', 'hour', 'day', 'week'] as const satisfies readonly Overlap[];

export const rotateKeyBody = z.strictObject({
  overlap: oneOf(overlapNames),
  /** For a key of ed25519: that of the new one. */
  publicKey,
  ...proof.shape,
});

const changes = ownCompany('canManageCompany');
const notFound = 'API key not found';

export const apiKeys = {
  list: endpoint({
    method: 'GET',
    path: '/Company/{id}/keys',
    summary: "List a company's API keys, without secrets",
    visitors: 'refused',
    access: company('staffKeys', 'params.id', 'canManageCompany'),
    params: idParams,
    reply: z.array(apiKey),
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.id' },
  }),
  create: endpoint({
    method: 'POST',
    path: '/ApiKeys',
    summary: 'Make an API key; the answer alone has its secret',
    access: changes,
    body: z.strictObject({ ...apiKeyBody.shape, ...proof.shape }),
    reply: newApiKey,
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/ApiKeys/{id}/rotate',
    summary: 'Make a key in place of another one, which ends after the chosen time',
    access: changes,
    params: idParams,
    body: rotateKeyBody,
    reply: newApiKey,
    notFound,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/ApiKeys/{id}',
    summary: 'Delete an API key; what is signed with it is refused at once',
    access: changes,
    params: idParams,
    reply: z.null(),
    notFound,
  }),
};
