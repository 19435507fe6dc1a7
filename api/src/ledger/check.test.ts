import { beforeAll, describe, expect, it } from 'vitest';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { checkLedger, checkLedgerIfDue } from './check.ts';
import { findViolations } from './invariants.ts';
import { postWithAdvance } from './advances.ts';
import { createLedger } from './ledger.ts';
import { systemAccountsOf } from './system-accounts.ts';

let test: TestApp;
let companyId: string;
let accountId: string;

beforeAll(async () => {
  test = await createTestApp();
  companyId = await createCompany(test.owner);
  accountId = await createAccount(test.owner, companyId, { balance: 1_000n, held: 10n });
  const other = await createAccount(test.owner, companyId);
  const { settlement } = await systemAccountsOf(test.owner, companyId);
  const ledger = createLedger(test.database);
  const posting = { companyId, accountId, amount: 5n, kind: 'test', description: 'x' } as const;
  const first = await ledger.post({
    ...posting,
    type: 'credit',
    key: 'in',
    legs: [
      { accountId: settlement, amount: -5n },
      { accountId, amount: 5n },
    ],
  });
  await test.database.within(platformScope, (db) =>
    postWithAdvance(db, {
      ...posting,
      accountId: other,
      type: 'debit',
      key: 'late',
      legs: [
        { accountId: settlement, amount: 5n },
        { accountId: other, amount: -5n },
      ],
    }),
  );
  await ledger.post({
    ...posting,
    type: 'debit',
    kind: 'transfer',
    key: 'across',
    legs: [
      { accountId, amount: -5n },
      { accountId: other, amount: 5n },
    ],
  });
  await ledger.post({
    ...posting,
    type: 'debit',
    key: 'out',
    reversalOf: first.transactionId ?? '',
    legs: [
      { accountId: settlement, amount: 5n },
      { accountId, amount: -5n },
    ],
  });
});

/** Breaks something that no request could break, checks, and undoes it. */
async function brokenBy(...statements: string[]): Promise<string[]> {
  const found: string[] = [];
  const undo = new Error('undo');
  await test
    .asOwner(async (db) => {
      for (const table of ['transactions', 'entries']) {
        await db.rows(`alter table ${table} disable trigger user`);
      }
      for (const constraint of ['accounts_floor', 'accounts_receivable']) {
        await db.rows(`alter table accounts drop constraint ${constraint}`);
      }
      for (const sql of statements) await db.rows(sql);
      found.push(...(await findViolations(db)).map((violation) => violation.invariant));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

describe('the check', () => {
  it('finds nothing in a correct ledger', async () => {
    expect(await brokenBy()).toEqual([]);
  });

  it.each([
    [
      'the entries of every transaction sum to zero, and it has some exactly when it is completed',
      "update entries set amount = amount + 1 where transaction_id = (select id from transactions where key = 'in')",
    ],
    [
      'the entries of every transaction sum to zero, and it has some exactly when it is completed',
      "delete from entries where transaction_id = (select id from transactions where key = 'in')",
    ],
    [
      'the entries of every transaction sum to zero, and it has some exactly when it is completed',
      "delete from transactions where key = 'in'",
    ],
    [
      'the running balances of every account form an unbroken chain',
      'update entries set balance_after = balance_after + 1 where number = 1',
    ],
    [
      'every balance equals its entries, which are numbered without gaps',
      'update entries set number = number + 7 where number = 3',
    ],
    [
      'every balance equals its entries, which are numbered without gaps',
      "update accounts set balance = balance + 1 where kind = 'customer'",
    ],
    [
      'no customer account is below its floor',
      "update accounts set floor = 100000 where kind = 'customer'",
    ],
    [
      'what is held equals what is pending',
      "update accounts set held = held + 1 where kind = 'customer'",
    ],
    [
      'a reversal takes back one whole completed transaction, once',
      "update transactions set amount = 4 where key = 'out'",
    ],
    [
      'every company sums to zero',
      "update accounts set balance = balance + 1 where kind = 'settlement'",
    ],
    [
      'the movements match their chain of hashes',
      "update transactions set description = 'y' where key = 'in'",
    ],
    [
      'the hash of every account is that of its last movement',
      "update accounts set chain_hash = sha256('') where kind = 'settlement'",
    ],
    ['nobody owes less than nothing', "update accounts set balance = 1 where kind = 'receivable'"],
    [
      'what a company owes equals its advances less its repayments',
      "update accounts set balance = balance - 1 where kind = 'receivable'",
    ],
    [
      'an advance precedes a debit and a repayment follows a credit, between account and receivable',
      "update transactions set kind = 'repayment' where kind = 'advance'",
    ],
    [
      'an advance precedes a debit and a repayment follows a credit, between account and receivable',
      "delete from transactions where key = 'late'",
    ],
    [
      'a transfer moves its amount from its account to another customer account, and nothing else',
      "update transactions set kind = 'transfer' where key = 'in'",
    ],
    [
      'a transfer moves its amount from its account to another customer account, and nothing else',
      "update transactions set amount = 4 where key = 'across'",
    ],
    [
      'the daily figures equal the transactions',
      "update company_day_figures set count = count + 1 where status = 'completed'",
    ],
    ['the daily figures equal the transactions', 'delete from company_day_figures'],
    [
      'the daily figures equal the transactions',
      "update company_day_figures set left_out = 0 where status = 'completed'",
    ],
    [
      'the totals of every company equal its daily figures',
      'update company_figures set left_out = left_out + 1',
    ],
    [
      'the totals of every company equal its daily figures',
      'update company_figures set amount = 1',
    ],
    [
      'the daily figures of the platform equal those of the companies',
      'update platform_day_figures set moved = moved + 1',
    ],
    [
      'the figures by kind equal the transactions',
      "update kind_day_figures set left_out = left_out + 1 where status = 'completed'",
    ],
    [
      'the fees by kind and day equal the entries of the fee accounts',
      'update kind_day_figures set fees = fees + 1',
    ],
    [
      'the hourly figures of the platform equal the daily ones of the companies',
      'update platform_hour_figures set amount = amount + 1',
    ],
    [
      'the figures of payments equal the payments that have ended',
      `insert into payment_day_figures
       select company_id, now(), 'payout', 'MTN', gen_random_uuid(), 'SUCCESS', '', 0, 1, 1 from accounts limit 1`,
    ],
    [
      'the figures of payments on the platform equal those of the companies',
      "insert into platform_payment_figures values (now(), 'payout', 'MTN', 'SUCCESS', '', 0, 1, 1)",
    ],
    [
      'what moved equals the balances of the customers',
      "update company_figures set moved = moved + 1 where type = 'credit' and status = 'completed'",
    ],
  ])('%s: %s', async (invariant, sql) => {
    expect(await brokenBy(sql)).toContain(invariant);
  });
});

describe('the check on schedule', () => {
  it('the scheduled check publishes its findings', async () => {
    const before = await test.app.inject('/readyz');
    expect(before.json()).toMatchObject({ ledger: { state: 'not checked', checkedAt: null } });
    const check = await checkLedger(test.database);
    expect(check).toMatchObject({ entries: 12, violations: [] });
    const ready = await test.app.inject('/readyz');
    expect(ready.json()).toMatchObject({
      status: 'ready',
      ledger: { state: 'ok', checkedAt: check.finishedAt.toISOString(), violations: [] },
    });
    const metrics = await test.app.inject('/metrics');
    expect(metrics.body).toContain('sente_ledger_violations 0');
  });

  it('a finding is shown and the server stays ready', async () => {
    const violation = { invariant: 'every company sums to zero', count: 3, example: uuidV7() };
    await test.owner.rows(
      'insert into ledger_checks (duration_ms, entries, violations) values (1500, 1, $1)',
      [JSON.stringify([violation])],
    );
    const ready = await test.app.inject('/readyz');
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toMatchObject({
      ledger: { state: 'violated', violations: ['every company sums to zero'] },
    });
    const metrics = await test.app.inject('/metrics');
    expect(metrics.body).toContain('sente_ledger_violations 3');
    expect(metrics.body).toContain('sente_ledger_check_seconds 1.5');
  });

  it('instances that wake together run the check once, and again only when due', async () => {
    const count = async () =>
      (await test.database.within(platformScope, (db) => db.rows('select 1 from ledger_checks')))
        .length;
    const hour = 3_600_000;
    await test.owner.rows(
      "update ledger_checks set finished_at = finished_at - interval '2 hours'",
    );
    const before = await count();
    await Promise.all(Array.from({ length: 5 }, () => checkLedgerIfDue(test.database, hour)));
    const after = await count();
    expect(after).toBe(before + 1);
    expect(await checkLedgerIfDue(test.database, hour)).toBeNull();
    expect(await count()).toBe(after);
  });
});
