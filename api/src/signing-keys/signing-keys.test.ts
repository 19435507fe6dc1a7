import { createHash, createPublicKey, verify } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { createTestApp, testCredentialKey, type TestApp } from '../../test/app.ts';
import { platformScope } from '../db/scope.ts';
import { resealAll } from '../security/resealing.ts';
import { createSealer } from '../security/secrets.ts';
import { findSigner, listKeys } from './signing-keys.service.ts';

let test: TestApp;
const sealer = createSealer(testCredentialKey);
beforeAll(async () => {
  test = await createTestApp();
});

const text = Buffer.from('signed');
function isValid(publicKey: string, signature: Buffer): boolean {
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, text, key, signature);
}

it('the first use makes one key, however many servers ask at once, and everybody may read its public part', async () => {
  const url = '/.well-known/sente-keys.json';
  expect((await test.app.inject(url)).json()).toEqual({ keys: [] });
  const signers = await Promise.all([1, 2, 3].map(() => findSigner(test.database, sealer)));
  const answer = await test.app.inject(url);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
  });
  const { keys } = answer.json();
  const [key] = keys;
  expect(keys).toEqual([
    {
      id: createHash('sha256')
        .update(Buffer.from(key.publicKey, 'base64'))
        .digest('hex')
        .slice(0, 16),
      algorithm: 'Ed25519',
      publicKey: key.publicKey,
      validFrom: expect.stringMatching(/:\d\d\.000Z$/),
      retiredAt: null,
    },
  ]);
  for (const signer of signers) {
    expect(signer.keyId).toBe(key.id);
    expect(isValid(key.publicKey, signer.sign(text))).toBe(true);
    expect(signer.at.getTime()).toBeGreaterThanOrEqual(Date.parse(key.validFrom));
  }
});

it('a retired key stays published, and the next use makes another', async () => {
  const before = await findSigner(test.database, sealer);
  await test.asOwner((db) =>
    db.rows('update signing_keys set retired_at = now() where retired_at is null'),
  );
  const after = await findSigner(test.database, sealer);
  const keys = await listKeys(test.database);
  expect(keys.map(({ id, retiredAt }) => [id, retiredAt !== null])).toEqual([
    [before.keyId, true],
    [after.keyId, false],
  ]);
  expect(isValid(keys[0]!.publicKey, before.sign(text))).toBe(true);
  expect(isValid(keys[0]!.publicKey, after.sign(text))).toBe(false);
});

it('a new key of the installation takes over the signing keys; without it nothing is signed', async () => {
  const other = Buffer.alloc(32, 77);
  await expect(findSigner(test.database, createSealer(other))).rejects.toThrow('cannot be read');
  expect(await resealAll(test.database, createSealer(other, testCredentialKey))).toBe(2);
  expect((await findSigner(test.database, createSealer(other))).keyId).toMatch(/^[0-9a-f]{16}$/);
});

it('requests may not retire a key or change its public part', async () => {
  for (const change of ['retired_at = now()', "public_key = '\\x00'"]) {
    const changed = test.database.within(platformScope, (db) =>
      db.rows(`update signing_keys set ${change}`),
    );
    await expect(changed).rejects.toMatchObject({ code: '42501' });
  }
});
