import type { Endpoint } from '@sente/contract/endpoint';

/** Every signed call carries all three. */
export const signatureHeaders = [
  {
    name: 'X-Channel-Id',
    description: "The company's channel id",
    pattern: '^[\\x21-\\x7e]{1,100}$',
  },
  {
    name: 'X-Timestamp',
    description: 'Current time in Unix seconds, at most 300 seconds off',
    pattern: '^\\d{1,11}$',
  },
  {
    name: 'X-Signature',
    description: 'Hexadecimal HMAC-SHA256; see the description of this section',
    pattern: '^[0-9a-fA-F]{64}$',
  },
] as const;

/** On every response to a verified request; see credentials/credential-limits.ts. */
export const limitHeaders = {
  'RateLimit-Limit': {
    description: 'Requests that can be made at once after a rest',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': {
    description: 'Requests that can be made at once now',
    schema: { type: 'integer' },
  },
  'RateLimit-Reset': {
    description: 'Seconds until RateLimit-Limit requests can be made at once',
    schema: { type: 'integer' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request',
    schema: { type: 'integer' },
  },
};

const idempotencyHeader = {
  name: 'Idempotency-Key',
  description:
    'Identifies the order: a repeated request with the same key and body returns the original response',
  pattern: '^[\\x21-\\x7e]{1,200}$',
};

export function requestHeadersOf(endpoint: Endpoint): object[] {
  return [
    ...(endpoint.access.who === 'credential' ? signatureHeaders : []),
    ...(endpoint.isIdempotent ? [idempotencyHeader] : []),
  ].map(({ name, description, pattern }) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string', pattern },
  }));
}

const replayHeader = {
  'Idempotent-Replayed': {
    description: 'true if this is the response to an earlier request with the same key',
    schema: { type: 'string' },
  },
};

/** By name. `Retry-After` is sent only with a refusal that passes. */
export function responseHeadersOf(endpoint: Endpoint, status: number): Record<string, object> {
  const isPassing = status === 429 || status === 503;
  const limits = Object.keys(limitHeaders).filter((name) => isPassing || name !== 'Retry-After');
  return {
    ...(endpoint.access.who === 'credential' &&
      Object.fromEntries(limits.map((name) => [name, { $ref: `#/components/headers/${name}` }]))),
    ...(endpoint.isIdempotent && status < 300 && replayHeader),
  };
}
