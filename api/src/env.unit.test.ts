import { expect, it } from 'vitest';
import { readEnv } from './env.ts';

it('needs no setting at all', () => {
  expect(readEnv({})).toMatchObject({
    host: 'localhost',
    port: 3000,
    databaseUrl: null,
    demo: true,
    sessionLengthMs: 8 * 3_600_000,
    proxies: [],
    firstAdministrator: null,
    credentialKey: null,
  });
});

it('reads a key as hex or as base64', () => {
  const key = Buffer.alloc(32, 7);
  for (const text of [key.toString('hex'), key.toString('base64'), key.toString('base64url')]) {
    expect(readEnv({ SENTE_CREDENTIAL_KEY: text }).credentialKey).toEqual(key);
  }
});

it('does not repeat a key that is wrong', () => {
  expect(() => readEnv({ SENTE_CREDENTIAL_KEY: 'nearly-a-secret' })).not.toThrow('nearly');
});

it('keeps demo data, and its known passwords, out of a database of your own', () => {
  const DATABASE_URL = 'postgres://user:secret@db.example:5432/sente';
  expect(readEnv({ DATABASE_URL }).demo).toBe(false);
  expect(readEnv({ DATABASE_URL, SENTE_DEMO: 'on' }).demo).toBe(true);
});

it('reads the proxies as a list', () => {
  expect(readEnv({ SENTE_PROXIES: '10.0.0.1, 10.0.0.0/8' }).proxies).toEqual([
    '10.0.0.1',
    '10.0.0.0/8',
  ]);
});

it('trims the first administrator as the sign-in does', () => {
  const settings = { SENTE_ADMIN_EMAIL: ' a@b.co ', SENTE_ADMIN_PASSWORD: 'a-long-secret' };
  expect(readEnv(settings).firstAdministrator?.email).toBe('a@b.co');
});

it.each([
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http".'],
  [{ PORT: '70000' }, 'PORT must be a whole number'],
  [{ SENTE_DEMO: 'maybe' }, 'SENTE_DEMO must be on or off'],
  [{ SENTE_SESSION_MINUTES: '0' }, 'SENTE_SESSION_MINUTES must be'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must look like'],
  [{ SENTE_ADMIN_EMAIL: 'a@b.co' }, 'belong together'],
  [{ SENTE_ADMIN_EMAIL: 'admin', SENTE_ADMIN_PASSWORD: 'a-long-secret' }, 'could not sign in'],
  [{ SENTE_ADMIN_EMAIL: 'a@b.co', SENTE_ADMIN_PASSWORD: 'x'.repeat(101) }, 'could not sign in'],
  [{ SENTE_PROXIES: 'loadbalancer' }, 'SENTE_PROXIES takes addresses'],
  [{ SENTE_CREDENTIAL_KEY: 'short' }, 'SENTE_CREDENTIAL_KEY must be 32 bytes'],
  [{ SENTE_CREDENTIAL_KEY: 'f'.repeat(63) }, 'SENTE_CREDENTIAL_KEY must be 32 bytes'],
  [{ SENTE_LOG: 'verbose' }, 'SENTE_LOG must be one of'],
  [{ SENTE_ADMIN_EMAIL: 'a@b.co', SENTE_ADMIN_PASSWORD: 'short' }, 'at least 8 characters'],
])('says what is wrong with %j', (settings, sentence) => {
  expect(() => readEnv(settings)).toThrow(sentence);
});
