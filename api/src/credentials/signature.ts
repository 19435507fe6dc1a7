import { hash } from 'node:crypto';
import {
  hmacOf,
  malformed,
  readChannelId,
  refuseOldTime,
  requiredHeaders,
  type Claim,
  type RequestHead,
} from './claim.ts';

/** The first form of signing: three headers of our own. It does not cover the Idempotency-Key. */
const names = ['x-channel-id', 'x-timestamp', 'x-signature'] as const;

/** All checks that need neither the database nor the body. */
export function readSignature({ method, path, headers }: RequestHead, nowMs: number): Claim {
  const [channelId = '', timestamp = '', signature = ''] = requiredHeaders(headers, names);
  readChannelId(channelId, 'X-Channel-Id');
  if (!/^[0-9a-f]{64}$/i.test(signature)) {
    throw malformed('X-Signature must be 64 hexadecimal digits');
  }
  refuseOldTime('X-Timestamp', timestamp, nowMs);
  const bytes = Buffer.from(signature, 'hex');
  return {
    channelId,
    algorithm: 'hmac-sha256',
    signature: bytes,
    onceKey: bytes,
    signedText: (bodyText) => signedText({ timestamp, method, path, bodyText }),
  };
}

export interface SignedParts {
  readonly timestamp: string;
  readonly method: string;
  /** Exactly as requested, with the query string. */
  readonly path: string;
  readonly bodyText: string;
}

function signedText({ timestamp, method, path, bodyText }: SignedParts): string {
  return `${timestamp}\n${method}\n${path}\n${hash('sha256', bodyText, 'hex')}`;
}

export function signatureOf(secretKey: string, parts: SignedParts): Buffer {
  return hmacOf(secretKey, signedText(parts));
}
