import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { errorCodes } from '@sente/contract/errors';
import { clockAheadMs, isClockOff } from '../db/clock.ts';
import { AppError } from '../http/app-error.ts';

/** What a signature can cover besides the body. */
export interface RequestHead {
  readonly method: string;
  /** Exactly as requested, with the query string. */
  readonly path: string;
  /** As the caller sees them, in front of any proxy. */
  readonly scheme: string;
  readonly authority: string;
  readonly headers: IncomingHttpHeaders;
}

/** ed25519: the server has only the public half of the key. */
export const signatureAlgorithms = ['hmac-sha256', 'ed25519'] as const;
export type SignatureAlgorithm = (typeof signatureAlgorithms)[number];

/** Who a request says it comes from, and the signature to check that with. */
export interface Claim {
  readonly channelId: string;
  readonly algorithm: SignatureAlgorithm;
  readonly signature: Buffer;
  /** Makes an order unique: it is accepted once. */
  readonly onceKey: Buffer;
  /** What the caller signed, unless something was changed since. */
  readonly signedText: (bodyText: string) => string;
}

/** Maximum clock difference in either direction. */
export const toleranceSeconds = 300;

const channelPattern = /^[\x21-\x7e]{1,100}$/;

export function readChannelId(text: string, name: string): string {
  if (!channelPattern.test(text)) throw malformed(`${name} is not a channel id`);
  return text;
}

/** `name` is what carries the time. */
export function refuseOldTime(name: string, seconds: string, nowMs: number): void {
  if (!/^\d{1,11}$/.test(seconds)) throw malformed(`${name} must be unix seconds`);
  if (Math.abs(nowMs / 1000 - Number(seconds)) <= toleranceSeconds) return;
  const [theirs, ours] = [Number(seconds) * 1000, nowMs].map((ms) => new Date(ms).toISOString());
  const message = `${name} is more than five minutes off: it says ${theirs}, and here it is ${ours}`;
  // This server's own clock is probably the wrong one.
  if (isClockOff()) {
    const off = Math.round(Math.abs(clockAheadMs()) / 1000);
    const way = clockAheadMs() > 0 ? 'ahead of' : 'behind';
    throw expired(`${message}; the clock of this server is ${off} seconds ${way} the database's`);
  }
  throw expired(`${message}. Correct your clock.`);
}

export function expired(message: string = errorCodes.signature_expired.message): AppError {
  return new AppError('signature_expired', { message });
}

export function malformed(message: string): AppError {
  return new AppError('signature_invalid', { message });
}

export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** All of them, which must be there. */
export function requiredHeaders(headers: IncomingHttpHeaders, names: readonly string[]): string[] {
  const missing = names.filter((name) => !headerOf(headers, name));
  if (missing.length === 0) return names.map((name) => headerOf(headers, name) ?? '');
  throw new AppError('signature_missing', { message: `Missing: ${missing.join(', ')}` });
}

export function hmacOf(secretKey: string | Buffer, text: string): Buffer {
  return createHmac('sha256', secretKey).update(text).digest();
}

/** Compares in constant time. */
export function isSignedWith(secretKey: string | Buffer, signature: Buffer, text: string): boolean {
  const expected = hmacOf(secretKey, text);
  return signature.length === expected.length && timingSafeEqual(expected, signature);
}
