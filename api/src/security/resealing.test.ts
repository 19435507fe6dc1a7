import { beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createCompany, createUser } from '../../test/factories.ts';
import { uuidV7 } from '../db/uuid.ts';
import { resealAll } from './resealing.ts';
import { createSealer, type Sealer } from './secrets.ts';

const oldKey = Buffer.alloc(32, 11);
const newKey = Buffer.alloc(32, 12);
const old = createSealer(oldKey);
const ring = createSealer(newKey, oldKey);

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});

/** A company with credentials and a webhook whose secrets are encrypted by `sealer`. */
async function companyWith(sealer: Sealer, secret: string) {
  const companyId = await createCompany(test.owner);
  const id = uuidV7();
  const credential = sealer.seal(secret, { id, companyId });
  await test.owner.rows(
    `insert into company_credentials (id, company_id, channel_id, secret_sealed, key_name)
     values ($1, $2, $3, $4, $5)`,
    [id, companyId, `snt_ch_${id}`, credential.sealed, credential.keyName],
  );
  const webhook = sealer.seal(secret, { id: companyId, companyId });
  await test.owner.rows(
    `insert into company_webhooks (id, company_id, url, secret_sealed, key_name)
     values ($1, $1, 'https://example.test', $2, $3)`,
    [companyId, webhook.sealed, webhook.keyName],
  );
  return { id, companyId };
}

async function secretsOf({ id, companyId }: { id: string; companyId: string }, sealer: Sealer) {
  const rows = await test.owner.rows<{ place: string; sealed: Buffer; key: string }>(
    `select id as place, secret_sealed as sealed, key_name as key from company_credentials where id = $1
     union all
     select id, secret_sealed, key_name from company_webhooks where company_id = $2`,
    [id, companyId],
  );
  return rows.map(({ place, sealed, key }) =>
    sealer.open({ sealed, keyName: key }, { id: place, companyId }),
  );
}

it('what a former key encrypted opens with the current key alone afterwards', async () => {
  const companies = await Promise.all(
    Array.from({ length: 120 }, (_, index) => companyWith(old, `secret ${index}`)),
  );
  const current = createSealer(newKey);
  expect(await secretsOf(companies[0] ?? expect.unreachable(), current)).toEqual([
    { unreadable: 'other key' },
    { unreadable: 'other key' },
  ]);
  // Two servers at once: each row is encrypted anew by one of them.
  const counts = await Promise.all([
    resealAll(test.database, ring),
    resealAll(test.database, ring),
  ]);
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(240);
  for (const [index, company] of companies.entries()) {
    const secret = `secret ${index}`;
    expect(await secretsOf(company, current)).toEqual([{ secret }, { secret }]);
  }
  expect(await resealAll(test.database, ring)).toBe(0);
});

it('the secret that a webhook had before a rotation is among them', async () => {
  const { companyId } = await companyWith(createSealer(newKey), 'new');
  const place = { id: companyId, companyId };
  const { sealed, keyName } = old.seal('old', place);
  await test.owner.rows(
    `update company_webhooks set previous_sealed = $2, previous_key_name = $3, previous_ends_at = now()
     where id = $1`,
    [companyId, sealed, keyName],
  );
  expect(await resealAll(test.database, ring)).toBe(1);
  const row = await test.owner.row<{ sealed: Buffer; keyName: string }>(
    'select previous_sealed as sealed, previous_key_name as "keyName" from company_webhooks where id = $1',
    [companyId],
  );
  expect(createSealer(newKey).open(row ?? expect.unreachable(), place)).toEqual({ secret: 'old' });
});

it('the secrets of authenticator apps are among them', async () => {
  const id = uuidV7();
  const place = { id, companyId: 'authenticator' };
  const { sealed, keyName } = old.seal('secret of an app', place);
  await test.owner.rows(
    'insert into authenticators (id, user_id, secret_sealed, key_name) values ($1, $2, $3, $4)',
    [id, await createUser(test.owner, {}), sealed, keyName],
  );
  expect(await resealAll(test.database, ring)).toBe(1);
  const row = await test.owner.row<{ sealed: Buffer; keyName: string }>(
    'select secret_sealed as sealed, key_name as "keyName" from authenticators where id = $1',
    [id],
  );
  const current = createSealer(newKey);
  expect(current.open(row ?? expect.unreachable(), place)).toEqual({ secret: 'secret of an app' });
});

it('a secret of an unknown key and a damaged one stay as they are', async () => {
  const lost = createSealer(Buffer.alloc(32, 13));
  const unknown = await companyWith(lost, 'lost');
  const damaged = await companyWith(old, 'damaged');
  await test.owner.rows(
    `update company_credentials set secret_sealed = '\\x00' where company_id = $1`,
    [damaged.companyId],
  );
  expect(await resealAll(test.database, ring)).toBe(1);
  expect(await secretsOf(unknown, lost)).toEqual([{ secret: 'lost' }, { secret: 'lost' }]);
  expect(await secretsOf(damaged, ring)).toEqual([
    { unreadable: 'damaged' },
    { secret: 'damaged' },
  ]);
});
