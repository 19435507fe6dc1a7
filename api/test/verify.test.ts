import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createAccount, createCompany } from './factories.ts';
import { cleanEnvironment } from './program.ts';

const program = fileURLToPath(new URL('../src/programs/verify.ts', import.meta.url));
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await createAccount(test.owner, await createCompany(test.owner), { balance: 500n });
});

function verify(settings: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    env: cleanEnvironment(settings),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

it('reports a correct ledger', () => {
  const { status, stdout } = verify({ DATABASE_URL: test.url });
  expect(stdout).toMatch(/The ledger is right: every invariant holds over 2 entries in [\d.]+ s\./);
  expect(status).toBe(0);
});

it('reports what is wrong and fails', async () => {
  await test.owner.rows("update accounts set balance = balance + 7 where kind = 'customer'");
  const { status, stdout } = verify({ DATABASE_URL: test.url });
  expect(stdout).toContain('The ledger is WRONG');
  expect(stdout).toContain('every company sums to zero');
  expect(status).toBe(1);
});

it('reports an unreachable database in one sentence', () => {
  const { status, stderr } = verify({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' });
  expect(stderr).toContain('The ledger was not checked. The database named by DATABASE_URL');
  expect(status).toBe(1);
});
