import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { TestActor } from './actors.ts';
import type { TestApp } from './app.ts';
import { factoryPassword } from './factories.ts';
import type { SoftKey } from './passkeys.ts';

/** Somebody with an authenticator app, signed in with the renewed token. */
export interface WithApp {
  readonly actor: TestActor;
  readonly secret: string;
  readonly recoveryCodes: string[];
}

/** The code that the app shows now. */
export function codeOf(secret: string, stepsLater = 0): string {
  const timestamp = Date.now() + stepsLater * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** A code is accepted once: for the next one a test would have to wait half a minute. */
export async function nextCode(test: TestApp, { actor, secret }: WithApp): Promise<string> {
  await test.owner.rows('update authenticators set last_step = 0 where user_id = $1', [
    actor.userId,
  ]);
  return codeOf(secret);
}

export async function addApp(
  test: TestApp,
  actor: TestActor,
  currentPassword = factoryPassword,
): Promise<WithApp> {
  const path = `/User/${actor.userId}/factors/app`;
  const started = await test.call(actor, 'POST', path, { currentPassword });
  expect(started.status, started.text).toBe(200);
  const { secret } = started.body.data;
  const confirmed = await test.call(actor, 'POST', `${path}/confirm`, { code: codeOf(secret) });
  expect(confirmed.status, confirmed.text).toBe(200);
  const { token, recoveryCodes } = confirmed.body.data;
  return { actor: { ...actor, token }, secret, recoveryCodes };
}

/** The actor with the renewed token, and the recovery codes of a first factor. */
export async function addPasskey(test: TestApp, actor: TestActor, key: SoftKey, name = 'My phone') {
  const path = `/User/${actor.userId}/factors/passkeys`;
  const proof = { currentPassword: factoryPassword };
  const started = await test.call(actor, 'POST', `${path}/options`, proof);
  expect(started.status, started.text).toBe(200);
  const { challenge, options } = started.body.data;
  const passkey = key.create({ challenge: options.challenge });
  const added = await test.call(actor, 'POST', path, { challenge, name, passkey });
  expect(added.status, added.text).toBe(200);
  const { token, recoveryCodes } = added.body.data;
  return { actor: { ...actor, token }, recoveryCodes: recoveryCodes as string[] };
}
