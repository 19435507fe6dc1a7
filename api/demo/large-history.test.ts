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

  it('a large history has the requested number of records and reports it', async () => {
    expect(await count('transactions')).toBe(2_001);
    expect(await count('companies')).toBe(7);
    expect(await count("accounts where kind = 'customer'")).toBe(30);
    expect(lines[0]).toBe('Added 7 companies and 30 accounts.');
    expect(lines.at(-1)).toMatch(/^ {2}2,001 of 2,001 transactions, [\d,]+ a second$/);
  });

  it('a large history is spread over days, companies and accounts', async () => {
    expect(await count('(select distinct kampala_day(created_at) from transactions) d')).toBe(41);
    expect(await count('(select distinct company_id from transactions) c')).toBe(7);
    expect(await count('(select distinct account_id from transactions) a')).toBe(30);
    expect(await count("transactions where status = 'failed'")).toBeGreaterThan(0);
    const large = await count(
      `transactions where company_id in ('${facts.companyIds.slice(0, 4).join("', '")}')`,
    );
    expect(large).toBeGreaterThan(1_000);
  });

  it('a large history is posted through the ledger in time order', async () => {
    expect(await test.database.within(platformScope, findViolations, 'ledger check')).toEqual([]);
    expect(
      await count(`(
        select t.created_at < lag(t.created_at) over (partition by e.account_id order by e.number)
          as is_late
        from entries e join transactions t on t.company_id = e.company_id and t.id = e.transaction_id
        join accounts a on a.id = e.account_id and a.kind = 'customer'
      ) e where is_late`),
    ).toBe(0);
  });

  it('a large history comes with a user who can view it', async () => {
    expect(
      await test.owner.row('select company_id as id from users where email = $1', [facts.email]),
    ).toEqual({ id: facts.companyIds[0] });
  });

  it('a second run adds another large history', async () => {
    await addLargeHistory(test.url, { ...wanted, transactions: 300 }, () => {});
    expect(await count('transactions')).toBe(2_301);
    expect(await count('companies')).toBe(14);
    expect(await test.database.within(platformScope, findViolations, 'ledger check')).toEqual([]);
  });

  it('a large history that reaches into closed days is not begun', async () => {
    await test.owner.rows(
      'insert into closed_days (day, closed_by) values (kampala_day(now()) - 3, gen_random_uuid())',
    );
    const more = { ...wanted, transactions: 10 };
    await expect(addLargeHistory(test.url, more, () => {})).rejects.toThrow(
      /^The days up to [\d-]{10} are closed, and nothing is booked into them: choose fewer --days/,
    );
    expect(await count('companies')).toBe(14);
    await addLargeHistory(test.url, { ...more, days: 1 }, () => {});
    expect(await count('transactions')).toBe(2_311);
  });
});
