import { createHmac, randomBytes } from 'node:crypto';
import { isSameText } from '../http/same-text.ts';

/*
 * The codes of authenticator apps, by RFC 6238: SHA-1, six digits, a new one every 30 seconds, which is
 * what all apps support.
 */

const stepMs = 30_000;
const digits = 6;
/** A code of the neighbouring steps is accepted too: clocks of phones differ, and people type slowly. */
const stepsAside = 1;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 160 random bits, as long as the hash, in base32. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(20));
}

export function stepAt(timeMs: number): number {
  return Math.floor(timeMs / stepMs);
}

/** The code of one step. */
export function totpCode(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  // The last four bits say where the number begins, whose first bit is ignored (RFC 4226, 5.3).
  const offset = (mac[mac.length - 1] ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/** The step that the code belongs to; null if it is none of those around now. */
export function matchingStep(secret: string, code: string, nowMs: number): number | null {
  const key = fromBase32(secret);
  const now = stepAt(nowMs);
  let found: number | null = null;
  // All of them, so that the time does not tell which one matched.
  for (let step = now - stepsAside; step <= now + stepsAside; step++) {
    if (isSameText(code, totpCode(key, step))) found = step;
  }
  return found;
}

/** What the QR code says to the app. */
export function totpUri(secret: string, account: string): string {
  const label = `Sente:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=Sente&algorithm=SHA1&digits=${digits}&period=${stepMs / 1000}`;
}

export function toBase32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(value >> bits) & 31] ?? '';
    }
  }
  return bits > 0 ? text + (alphabet[(value << (5 - bits)) & 31] ?? '') : text;
}

export function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text) {
    value = ((value << 5) | alphabet.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 255);
  }
  return Buffer.from(bytes);
}
