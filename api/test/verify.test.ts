import { spawnSync } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';
import { platformScope } from '../src/db/scope.ts';
import { postWithAdvance } from '../src/ledger/advances.ts';
import type { Posting } from '../src/ledger/posting.ts';
import { systemAccountsOf } from '../src/ledger/system-accounts.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createAccount, createCompany } from './factories.ts';
import { cleanEnvironment, pathOfProgram } from './program.ts';

const program = pathOfProgram('verify');
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await createAccount(test.owner, await createCompany(test.owner), { balance: 500n });
});

function verify(settings: Record<string, string>, ...heads: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...heads], {
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

it('prints the head of the audit log, and proves an earlier one', async () => {
  const append = () =>
    test.owner.rows("insert into audit_log (action, result) values ('test', 'done')");
  await append();
  const first = verify({ DATABASE_URL: test.url });
  const [, head = ''] = /Head of the audit log: (1-[0-9a-f]{64})/.exec(first.stdout) ?? [];
  expect(head, first.stdout).not.toBe('');
  await append();
  const later = verify({ DATABASE_URL: test.url }, head);
  expect(later.stdout).toMatch(/Head of the audit log: 2-/);
  expect(later.status).toBe(0);
  const rewritten = verify({ DATABASE_URL: test.url }, head.replace(/.{8}$/, '00000000'));
  expect(rewritten.stdout).toContain('The audit log was REWRITTEN: entry 1 is not the one');
  expect(rewritten.status).toBe(1);
  expect(verify({ DATABASE_URL: test.url }, 'abc').stderr).toContain(
    '"abc" is no head of the audit log',
  );
});

it('lists the system accounts, and who owes', async () => {
  const companyId = await createCompany(test.owner);
  const accountId = await createAccount(test.owner, companyId, { balance: 100_00n });
  const { clearing } = await systemAccountsOf(test.owner, companyId);
  const posting: Posting = {
    companyId,
    accountId,
    type: 'debit',
    amount: 1_350_00n,
    legs: [
      { accountId, amount: -1_350_00n },
      { accountId: clearing.get('MTN') ?? '', amount: 1_350_00n },
    ],
    kind: 'payout',
    key: 'late',
    description: 'Paid out late',
  };
  await test.database.within(platformScope, (db) => postWithAdvance(db, posting));
  const { status, stdout } = verify({ DATABASE_URL: test.url });
  expect(status).toBe(0);
  const lines = stdout.split('\n').map((line) => line.trim().replaceAll(/ +/g, ' '));
  expect(lines).toEqual(
    expect.arrayContaining([
      'clearing AIRTEL UGX 0 0 companies',
      'clearing MTN UGX 1,350 1 company',
      'fees UGX 0 0 companies',
      'settlement UGX -105 2 companies',
      'suspense UGX 0 0 companies',
      'receivable UGX -1,250 1 company owes',
    ]),
  );
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
