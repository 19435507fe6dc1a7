import { randomBytes } from 'node:crypto';
import { Secret, TOTP, URI } from 'otpauth';
import { describe, expect, it } from 'vitest';
import {
  fromBase32,
  matchingStep,
  newTotpSecret,
  stepAt,
  toBase32,
  totpCode,
  totpUri,
} from './totp.ts';

/** Appendix B of RFC 6238, for SHA-1. */
const vectors: readonly [seconds: number, code: string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];

it.each(vectors)('at %i seconds the code is %s, as in RFC 6238', (seconds, code) => {
  const secret = Buffer.from('12345678901234567890');
  expect(totpCode(secret, stepAt(seconds * 1000), 8)).toBe(code);
  expect(totpCode(secret, stepAt(seconds * 1000))).toBe(code.slice(2));
});

it('another implementation makes the same codes from the text of the QR code', () => {
  for (let n = 0; n < 200; n++) {
    const secret = newTotpSecret();
    const timestamp = Math.floor((n / 200) * 4_000_000_000_000);
    const app = URI.parse(totpUri(secret, 'grace+1@demo-one.test'));
    if (!(app instanceof TOTP)) return expect.unreachable();
    expect([app.issuer, app.label]).toEqual(['Sente', 'grace+1@demo-one.test']);
    expect(app.generate({ timestamp })).toBe(totpCode(fromBase32(secret), stepAt(timestamp)));
  }
  return undefined;
});

it('base32 is that of the other implementation, for every length', () => {
  for (let length = 0; length < 40; length++) {
    const bytes = randomBytes(length);
    expect(toBase32(bytes)).toBe(new Secret({ buffer: new Uint8Array(bytes).buffer }).base32);
    expect(fromBase32(toBase32(bytes))).toEqual(bytes);
  }
});

describe('a typed code', () => {
  const secret = newTotpSecret();
  const now = 1_800_000_000_000;
  const codeOf = (offset: number) => totpCode(fromBase32(secret), stepAt(now) + offset);

  it.each([-1, 0, 1])('of the step %i beside now matches it', (offset) => {
    expect(matchingStep(secret, codeOf(offset), now)).toBe(stepAt(now) + offset);
  });

  it.each([-3, -2, 2, 3])('of the step %i beside now does not', (offset) => {
    // A code repeats by chance once in a million.
    const near = [-1, 0, 1].map(codeOf);
    if (!near.includes(codeOf(offset)))
      expect(matchingStep(secret, codeOf(offset), now)).toBeNull();
  });

  it.each(['', '0', 'abcdef', '1234567'])('%j does not', (code) => {
    expect(matchingStep(secret, code, now)).toBeNull();
  });
});
