import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { testKeyPrefix, type Mode } from '@sente/contract/test-mode';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 characters out of 62 are more than 256 bits. */
const secretLength = 43;
/** Identifies a credential; need not be secret. */
const channelLength = 16;
/** Six characters hold a 32-bit checksum. */
const checksumLength = 6;

/** A key says itself of which mode it is, to people, to secret scanners and to the server. */
const prefixes: Record<Mode, string> = { live: 'snt_', test: testKeyPrefix };

export function newChannelId(mode: Mode = 'live'): string {
  return withChecksum(`${prefixes[mode]}ch_${randomDigits(channelLength)}`);
}

export function newSecretKey(mode: Mode = 'live'): string {
  return withChecksum(`${prefixes[mode]}sk_${randomDigits(secretLength)}`);
}

/** Recognises a key without the database, for secret scanners and against typing errors. */
export function isOurKey(text: string): boolean {
  if (!/^snt_(?:test_)?(?:ch|sk)_[0-9A-Za-z]+$/.test(text)) return false;
  return withChecksum(text.slice(0, -checksumLength)) === text;
}

function withChecksum(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (let place = 0; place < checksumLength; place++) {
    checksum = digits.charAt(rest % digits.length) + checksum;
    rest = Math.floor(rest / digits.length);
  }
  return text + checksum;
}

function randomDigits(length: number): string {
  return Array.from({ length }, () => digits.charAt(randomInt(digits.length))).join('');
}
