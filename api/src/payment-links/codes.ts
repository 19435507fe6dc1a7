import { randomBytes } from 'node:crypto';
import type { Mode } from '@sente/contract/test-mode';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

export const codeShape = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** 130 random bits in letters and digits that nobody confuses. */
export function newCode(): string {
  return Array.from(randomBytes(26), (byte) => alphabet.charAt(byte & 31)).join('');
}

/** How the codes of links of test mode begin, so that their pages are looked for in the test world. */
const testCode = 'test';

export function newLinkCode(mode: Mode): string {
  const code = newCode();
  if (mode === 'test') return testCode + code.slice(testCode.length);
  return isTestCode(code) ? newLinkCode(mode) : code;
}

export function isTestCode(code: string): boolean {
  return code.startsWith(testCode);
}
