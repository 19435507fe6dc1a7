import type { Endpoint } from '@sente/contract/endpoint';

/** The first form of signing has three headers. */
const firstForm = {
  'X-Channel-Id': "The company's channel id",
  'X-Timestamp': 'Current time in Unix seconds, at most 300 seconds off',
  'X-Signature': 'Hexadecimal HMAC-SHA256; see the description of the payments',
} as const;

const securitySchemes: Record<string, object> = {
  session: { type: 'http', scheme: 'bearer' },
  till: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sente_till',
    description: 'Of a paired device; the cookie sente_till_shift is that of its shift',
  },
  signature: {
    type: 'http',
    scheme: 'signature',
    description:
      'HTTP Message Signatures (RFC 9421) with hmac-sha256 or ed25519: the headers Content-Digest, Signature-Input and Signature; see the description of the payments',
  },
  ...Object.fromEntries(
    Object.entries(firstForm).map(([name, description]) => [
      name,
      { type: 'apiKey', in: 'header', name, description },
    ]),
  ),
};

/** Any one of them. */
export function securityOf({ access }: Endpoint): Record<string, []>[] {
  if (access.who === 'public') return [];
  if (access.who === 'till') {
    return access.needs === 'device-if-any' ? [{ till: [] }, {}] : [{ till: [] }];
  }
  if (access.who !== 'credential') return [{ session: [] }];
  return [{ signature: [] }, { 'X-Channel-Id': [], 'X-Timestamp': [], 'X-Signature': [] }];
}

/** Those that the calls need. */
export function schemesOf(endpoints: readonly Endpoint[]): Record<string, object> {
  const used = new Set(endpoints.flatMap((each) => securityOf(each).flatMap(Object.keys)));
  return Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.has(name)));
}

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
  in: 'header',
  required: true,
  description:
    'Identifies the order: a repeated request with the same key and body returns the original response',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
};

export function requestHeadersOf(endpoint: Endpoint): object[] {
  return endpoint.isIdempotent ? [idempotencyHeader] : [];
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
