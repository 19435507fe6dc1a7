import { hash, randomBytes } from 'node:crypto';

/** 256 random bits. The prefix lets a scanner recognise a leaked one. */
export function newSessionToken(): string {
  return `sente_session_${randomBytes(32).toString('base64url')}`;
}

/** Names a browser in which somebody has signed in. */
export function newDeviceToken(): string {
  return `sente_device_${randomBytes(32).toString('base64url')}`;
}

/** For the second step of a sign-in, and for passkeys. */
export function newChallengeToken(): string {
  return `sente_challenge_${randomBytes(32).toString('base64url')}`;
}

/** For a link that stands for a person. */
export function newLinkToken(): string {
  return `sente_link_${randomBytes(32).toString('base64url')}`;
}

/** A fast hash is right here: the token is random, not chosen by a person. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
