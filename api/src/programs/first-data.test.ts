import { beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { demoSignIns } from '../../demo/sign-ins.ts';
import { readEnv } from '../env.ts';
import { ensureFirstData, requireDemoData, resetToDemo } from './first-data.ts';

const quiet = (): void => {};
const SENTE_CREDENTIAL_KEY = Buffer.alloc(32, 7).toString('hex');
const env = (settings: Record<string, string>) =>
  readEnv({ SENTE_DEMO: 'off', SENTE_CREDENTIAL_KEY, ...settings });
const count = async ({ owner }: TestDatabase, what: string) =>
  (await owner.row<{ n: number }>(`select count(*)::int as n from ${what}`))?.n;

describe('a database with demo data', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
    const demo = env({ SENTE_DEMO: 'on' });
    // Instances that start together fill it once.
    const facts = await Promise.all([1, 2, 3].map(() => ensureFirstData(test.url, demo, quiet)));
    expect(facts).toEqual([{ demo: true }, { demo: true }, { demo: true }]);
  });

  it('holds what the demo tour needs', async () => {
    expect(await count(test, 'companies')).toBe(23);
    expect(await count(test, 'users')).toBeGreaterThanOrEqual(45);
    expect(
      await count(
        test,
        "users u join companies c on c.id = u.company_id where c.name = 'Demo One'",
      ),
    ).toBe(23);
    expect(await count(test, 'users where is_staff')).toBe(5);
    // The demo sign-ins work with their password alone.
    expect(await count(test, 'platform_settings where not staff_need_factor')).toBe(1);
    expect(await count(test, 'permissions where module is null')).toBe(2);
    expect(await count(test, 'roles where length(name) = 100 and length(description) = 500')).toBe(
      1,
    );
    expect(
      await count(
        test,
        'roles r where not exists (select 1 from user_roles ur where ur.role_id = r.id)',
      ),
    ).toBeGreaterThan(0);
    const emails = (await test.owner.rows<{ email: string }>('select email from users')).map(
      (row) => row.email,
    );
    for (const { email } of demoSignIns) expect(emails).toContain(email);
  });

  it('is restored by a reset', { timeout: 60_000 }, async () => {
    const builtIn = `select r.name as role, p.name from roles r
      join role_permissions rp on rp.role_id = r.id join permissions p on p.id = rp.permission_id
      where r.is_built_in order by 1, 2`;
    const allowed = await test.owner.rows(builtIn);
    await test.owner.rows("update companies set name = 'Changed', archived_at = now()");
    await test.owner.rows("update roles set name = 'renamed' where name = 'client_user'");
    await test.owner.rows('delete from role_permissions');
    await test.owner.rows('update platform_settings set deposit_limit = 1');
    await resetToDemo(test.url, env({ SENTE_DEMO: 'on' }), quiet);
    expect(await count(test, 'companies where archived_at is null')).toBe(23);
    expect(await count(test, "companies where name = 'Changed'")).toBe(0);
    expect(await count(test, 'roles where is_built_in')).toBe(8);
    expect(await count(test, "roles where name = 'client_user'")).toBe(1);
    expect(allowed.length).toBeGreaterThan(30);
    expect(await test.owner.rows(builtIn)).toEqual(allowed);
    // The networks and the row of the readiness check are from the migrations, and stay.
    expect(await count(test, 'networks')).toBe(2);
    expect(await count(test, 'readiness_checks')).toBe(1);
    expect(await count(test, 'platform_settings where deposit_limit > 1')).toBe(1);
  });
});

describe('a database without demo data', () => {
  it('requires the first administrator', async () => {
    const { url } = await createTestDatabase();
    await expect(ensureFirstData(url, env({}), quiet)).rejects.toThrow(
      'SENTE_ADMIN_EMAIL and SENTE_ADMIN_PASSWORD',
    );
  });

  it('creates one SuperAdmin from the settings, once, and no other user', async () => {
    const test = await createTestDatabase();
    const settings = env({
      SENTE_ADMIN_EMAIL: 'boss@example.test',
      SENTE_ADMIN_PASSWORD: 'a-long-secret-1',
    });
    await ensureFirstData(test.url, settings, quiet);
    expect(await ensureFirstData(test.url, settings, quiet)).toEqual({ demo: false });
    expect(await test.owner.rows('select email, is_staff, company_id from users')).toEqual([
      { email: 'boss@example.test', is_staff: true, company_id: null },
    ]);
    expect(await count(test, 'companies')).toBe(0);
  });

  it('refuses a common password and leaves nothing behind', async () => {
    const test = await createTestDatabase();
    const settings = env({
      SENTE_ADMIN_EMAIL: 'boss@example.test',
      SENTE_ADMIN_PASSWORD: 'Password123',
    });
    await expect(ensureFirstData(test.url, settings, quiet)).rejects.toThrow(
      'most common passwords',
    );
    expect(await count(test, 'users')).toBe(0);
  });

  it('cannot be reset or filled with demo history', async () => {
    const test = await createTestDatabase();
    await ensureFirstData(
      test.url,
      env({ SENTE_ADMIN_EMAIL: 'boss@example.test', SENTE_ADMIN_PASSWORD: 'a-long-secret-1' }),
      quiet,
    );
    for (const touch of [resetToDemo, requireDemoData]) {
      await expect(touch(test.url, env({ SENTE_DEMO: 'on' }), quiet)).rejects.toThrow(
        'holds real data',
      );
    }
    expect(await count(test, 'users')).toBe(1);
  });
});
