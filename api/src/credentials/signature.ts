import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { errorCodes } from '@sente/contract/errors';
import { clockAheadMs, isClockOff } from '../db/clock.ts';
import { AppError } from '../http/app-error.ts';

/** The unverified claims of a signed request. */
export interface Claim {
  readonly channelId: string;
  readonly timestamp: string;
  readonly signature: Buffer;
}

/** Maximum clock difference in either direction. */
export const toleranceSeconds = 300;

const names = ['x-channel-id', 'x-timestamp', 'x-signature'] as const;

/** All checks that need neither the database nor the body. */
export function readClaim(headers: IncomingHttpHeaders, nowMs: number): Claim {
  const [channelId, timestamp, signature] = names.map((name) => headerOf(headers, name));
  if (!channelId || !timestamp || !signature) {
    const missing = names.filter((name) => !headerOf(headers, name)).join(', ');
    throw new AppError('signature_missing', { message: `Missing: ${missing}` });
  }
  if (!/^[\x21-\x7e]{1,100}$/.test(channelId)) throw malformed('X-Channel-Id is not a channel id');
  if (!/^\d{1,11}$/.test(timestamp)) throw malformed('X-Timestamp must be unix seconds');
  if (!/^[0-9a-f]{64}$/i.test(signature)) {
    throw malformed('X-Signature must be 64 hexadecimal digits');
  }
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw expired();
  }
  return { channelId, timestamp, signature: Buffer.from(signature, 'hex') };
}

/** Says so if this server's own clock is probably the wrong one. */
function expired(): AppError {
  if (!isClockOff()) return new AppError('signature_expired');
  const seconds = Math.round(Math.abs(clockAheadMs()) / 1000);
  const way = clockAheadMs() > 0 ? 'ahead of' : 'behind';
  return new AppError('signature_expired', {
    message: `${errorCodes.signature_expired.message}; the clock of this server is ${seconds} seconds ${way} the database's`,
  });
}

function malformed(message: string): AppError {
  return new AppError('signature_invalid', { message });
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

export interface SignedParts {
  readonly timestamp: string;
  readonly method: string;
  /** Exactly as requested, with the query string. */
  readonly path: string;
  readonly bodyText: string;
}

export function signatureOf(secretKey: string, parts: SignedParts): Buffer {
  const bodyHash = hash('sha256', parts.bodyText, 'hex');
  return createHmac('sha256', secretKey)
    .update(`${parts.timestamp}\n${parts.method}\n${parts.path}\n${bodyHash}`)
    .digest();
}

/** Compares in constant time. */
export function isSignedWith(secretKey: string, claim: Claim, parts: SignedParts): boolean {
  return timingSafeEqual(signatureOf(secretKey, parts), claim.signature);
}
