import { beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { platformScope } from '../src/db/scope.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { addLargeHistory, type LargeHistoryFacts } from './large-history.ts';

describe('a large history', () => {
  let test: TestDatabase;
  let facts: LargeHistoryFacts;
  const lines: string[] = [];
  const wanted = { transactions: 2_001, companies: 7, accounts: 30, days: 40 };

  beforeAll(async () => {
    test = await createTestDatabase();
    facts = await addLargeHistory(test.url, wanted, (line) => lines.push(line));
  });

  const count = async (what: string) =>
    (await test.owner.row<{ n: number }>(`select count(*)::int as n from ${what}`))?.n;

  it('has as many of everything as were asked for, and says so', async () => {
    expect(await count('transactions')).toBe(2_001);
    expect(await count('companies')).toBe(7);
    expect(await count("accounts where kind = 'customer'")).toBe(30);
    expect(lines[0]).toBe('Added 7 companies and 30 accounts.');
    expect(lines.at(-1)).toMatch(/^ {2}2,001 of 2,001 transactions, [\d,]+ a second$/);
  });

  it('is spread over the days, the companies and the accounts', async () => {
    expect(await count('(select distinct kampala_day(created_at) from transactions) d')).toBe(41);
    expect(await count('(select distinct company_id from transactions) c')).toBe(7);
    expect(await count('(select distinct account_id from transactions) a')).toBe(30);
    expect(await count("transactions where status = 'failed'")).toBeGreaterThan(0);
    const large = await count(
      `transactions where company_id in ('${facts.companyIds.slice(0, 4).join("', '")}')`,
    );
    expect(large).toBeGreaterThan(1_000);
  });

  it('was posted through the ledger, in the order of time', async () => {
    expect(await test.database.within(platformScope, findViolations)).toEqual([]);
    expect(
      await count(`(
        select t.created_at < lag(t.created_at) over (partition by e.account_id order by e.number)
          as is_late
        from entries e join transactions t on t.company_id = e.company_id and t.id = e.transaction_id
        join accounts a on a.id = e.account_id and a.kind = 'customer'
      ) e where is_late`),
    ).toBe(0);
  });

  it('comes with somebody who may look at it', async () => {
    expect(
      await test.owner.row('select company_id as id from users where email = $1', [facts.email]),
    ).toEqual({ id: facts.companyIds[0] });
  });

  it('is added once more by another run', async () => {
    await addLargeHistory(test.url, { ...wanted, transactions: 300 }, () => {});
    expect(await count('transactions')).toBe(2_301);
    expect(await count('companies')).toBe(14);
    expect(await test.database.within(platformScope, findViolations)).toEqual([]);
  });
});
