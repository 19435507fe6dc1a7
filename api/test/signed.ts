import { createHash, createHmac } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { signatureOf } from '../src/credentials/signature.ts';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { createSealer } from '../src/security/secrets.ts';
import { testCredentialKey, type TestAnswer, type TestApp } from './app.ts';

/** A company's API credentials. */
export interface TestCredential {
  readonly id: string;
  readonly companyId: string;
  readonly channelId: string;
  readonly secretKey: string;
}

export async function createCredential(owner: Db, companyId: string): Promise<TestCredential> {
  const id = uuidV7();
  const secretKey = `secret of ${id}`;
  const { sealed, keyName } = createSealer(testCredentialKey).seal(secretKey, { id, companyId });
  const channelId = `channel-${id}`;
  await owner.rows(
    `insert into company_credentials (id, company_id, channel_id, secret_sealed, key_name)
     values ($1, $2, $3, $4, $5)`,
    [id, companyId, channelId, sealed, keyName],
  );
  return { id, companyId, channelId, secretKey };
}

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

type Method = NonNullable<InjectOptions['method']>;

export interface SignedRequest {
  readonly method: Method;
  /** Under /api. */
  readonly path: string;
  /** A string is sent as it is; anything else as JSON. */
  readonly body?: unknown;
  readonly idempotencyKey?: string | null;
  readonly timestamp?: number;
}

const usedSignatures = new Set<string>();

/** The headers of a request with a new signature. */
export function signedHeaders(
  { channelId, secretKey }: Pick<TestCredential, 'channelId' | 'secretKey'>,
  { method, path, body, timestamp, idempotencyKey }: SignedRequest,
): Record<string, string> {
  const bodyText = textOf(body) ?? '';
  // As sent over the wire, with special characters percent-encoded.
  const { pathname, search } = new URL(`http://localhost/api${path}`);
  const written = pathname + search;
  const sign = (at: number): string =>
    signatureOf(secretKey, {
      timestamp: String(at),
      method,
      path: written,
      bodyText,
    }).toString('hex');
  let at = timestamp ?? nowSeconds();
  while (timestamp === undefined && usedSignatures.has(sign(at))) at++;
  const signature = sign(at);
  usedSignatures.add(signature);
  const key = idempotencyKey === undefined && method === 'POST' ? uuidV7() : idempotencyKey;
  return {
    'content-type': 'application/json',
    'x-channel-id': channelId,
    'x-timestamp': String(at),
    'x-signature': signature,
    ...(key && { 'idempotency-key': key }),
  };
}

interface MessageParts {
  /** What is covered, in order; what is needed by default. */
  readonly covered?: readonly string[];
  readonly nonce?: string | null;
  readonly created?: number;
  /** Added to the parameters as it is. */
  readonly more?: string;
  /** Signs instead of the HMAC. */
  readonly sign?: (base: string) => Buffer;
}

/** The headers of the same request with a signature by RFC 9421, written without the server's code. */
export function messageHeaders(
  { channelId, secretKey }: Pick<TestCredential, 'channelId' | 'secretKey'>,
  { method, path, body, idempotencyKey }: SignedRequest,
  { covered, nonce = uuidV7(), created = nowSeconds(), more = '', sign }: MessageParts = {},
): Record<string, string> {
  const key = idempotencyKey === undefined && method === 'POST' ? uuidV7() : idempotencyKey;
  const digest = createHash('sha256')
    .update(textOf(body) ?? '')
    .digest('base64');
  const { pathname, search } = new URL(`http://localhost/api${path}`);
  const values: Record<string, string> = {
    '@method': method,
    '@path': pathname,
    ...(search && { '@query': search }),
    ...(method === 'POST' && { 'content-digest': `sha-256=:${digest}:` }),
    ...(key && { 'idempotency-key': key }),
  };
  const extra: Record<string, string> = {
    '@authority': 'localhost:80',
    '@target-uri': `http://localhost:80${pathname}${search}`,
    '@request-target': pathname + search,
    '@query': '?',
    'content-type': 'application/json',
  };
  const names = covered ?? Object.keys(values);
  const list = names.map((name) => `"${name}"`).join(' ');
  const once = nonce === null ? '' : `;nonce="${nonce}"`;
  const params = `(${list});created=${created};keyid="${channelId}"${once}${more}`;
  const lines = names.map((name) => `"${name}": ${values[name] ?? extra[name]}`);
  const base = [...lines, `"@signature-params": ${params}`].join('\n');
  const made = sign?.(base) ?? createHmac('sha256', secretKey).update(base).digest();
  const signature = made.toString('base64');
  return {
    'content-type': 'application/json',
    ...(method === 'POST' && { 'content-digest': `sha-256=:${digest}:` }),
    ...(key && { 'idempotency-key': key }),
    'signature-input': `sente=${params}`,
    signature: `sente=:${signature}:`,
  };
}

/** Sends as a company's own system; `changed` replaces headers after signing. */
export async function callSigned(
  { app }: Pick<TestApp, 'app'>,
  credential: Pick<TestCredential, 'channelId' | 'secretKey'>,
  request: SignedRequest,
  changed: Readonly<Record<string, string | undefined>> = {},
): Promise<TestAnswer> {
  const headers = { ...signedHeaders(credential, request), ...changed };
  return sendSigned({ app }, request, headers);
}

/** With existing headers. */
export async function sendSigned(
  { app }: Pick<TestApp, 'app'>,
  { method, path, body }: SignedRequest,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<TestAnswer> {
  const payload = textOf(body);
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  const response = await app.inject({
    method,
    url: `/api${path}`,
    headers: Object.fromEntries(given) as Record<string, string>,
    ...(payload !== undefined && { payload }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.json(),
    text: response.body,
    bytes: response.rawPayload,
  };
}

function textOf(body: unknown): string | undefined {
  return typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
}
