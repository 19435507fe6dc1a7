import { hash, randomBytes } from 'node:crypto';

/** 256 random bits. The prefix lets a scanner recognise a leaked one. */
export function newSessionToken(): string {
  return `sente_session_${randomBytes(32).toString('base64url')}`;
}

/** A fast hash is right here: the token is random, not chosen by a person. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
