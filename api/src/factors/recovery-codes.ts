import { randomBytes } from 'node:crypto';
import { recoveryCodeCount } from '@sente/contract/factors';
import type { Db } from '../db/database.ts';
import { hashToken } from '../security/tokens.ts';
import { toBase32 } from '../security/totp.ts';
import { replaceRecoveryCodes } from './factors.queries.ts';

/** 120 random bits each: too many to try, also for somebody who has their hashes. */
const codeBytes = 15;

/** New ones instead of the former; they are shown once. */
export async function makeRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => toBase32(randomBytes(codeBytes)));
  await replaceRecoveryCodes(db, userId, codes.map(hashToken));
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** As it is stored: people type it with or without dashes, in small letters, with 0 for O and 1 for I. */
export function recoveryCodeHash(typed: string): Buffer {
  const code = plainCode(typed).toUpperCase().replaceAll('0', 'O').replaceAll('1', 'I');
  return hashToken(code);
}

/** Without spaces and dashes. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '');
}
