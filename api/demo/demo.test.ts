import { beforeAll, describe, expect, it } from 'vitest';
import { createStaff, signIn, type TestActor } from '../test/actors.ts';
import { createTestApp, testCredentialKey, type TestApp } from '../test/app.ts';
import { isOurKey } from '../src/credentials/keys.ts';
import { daysBefore } from '../src/dashboards/periods.ts';
import { kampalaDay } from '../src/http/kampala-days.ts';
import { platformScope } from '../src/db/scope.ts';
import { readEnv } from '../src/env.ts';
import { ensureFirstData } from '../src/first-run.ts';
import { isAccountNumber } from '../src/ledger/account-number.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { demoTwoAccountId } from './accounts.ts';
import { createClock } from './clock.ts';
import { demoOneMovements } from './demo-one-history.ts';

let test: TestApp;
const today = kampalaDay(Date.now());

beforeAll(async () => {
  test = await createTestApp();
  const SENTE_CREDENTIAL_KEY = testCredentialKey.toString('hex');
  await ensureFirstData(test.url, readEnv({ SENTE_DEMO: 'on', SENTE_CREDENTIAL_KEY }), () => {});
});

const accounts = `(
  select a.*, c.name as company from accounts a join companies c on c.id = a.company_id
  where a.kind = 'customer'
) a`;
const transactions = `(
  select t.*, c.name as company, kampala_day(t.created_at) as day
  from transactions t join companies c on c.id = t.company_id
) t`;

async function count(what: string, values: unknown[] = []): Promise<number> {
  const row = await test.owner.row<{ n: number }>(`select count(*)::int as n from ${what}`, values);
  return row?.n ?? -1;
}

/** The values of one column, in their own order. */
async function list(column: string, from: string): Promise<unknown[]> {
  const rows = await test.owner.rows<{ value: unknown }>(
    `select ${column} as value from ${from} order by 1`,
  );
  return rows.map(({ value }) => value);
}

const demoOneSince = (days: number) =>
  count(`${transactions} where company = 'Demo One' and day >= $1`, [daysBefore(today, days)]);

it('gives every company, and its people and accounts, a history in the order of time', async () => {
  for (const [subject, where] of [
    ['companies', 'true'],
    ['users', 'company_id is not null'],
    ['accounts', "kind = 'customer'"],
  ] as const) {
    expect(
      await count(`${subject} s where ${where} and not exists (
        select 1 from audit_log where subject_type = '${subject}' and subject_id = s.id)`),
      subject,
    ).toBe(0);
  }
  expect(
    await count('(select at < lag(at) over (order by id) as back from audit_log) l where back'),
  ).toBe(0);
});

describe('money', () => {
  it('keeps every invariant of the ledger', async () => {
    expect(await test.database.within(platformScope, findViolations)).toEqual([]);
  });

  it('never moved before its account was opened, nor in the future', async () => {
    expect(
      await count(`${transactions} join ${accounts} on a.id = t.account_id
        where t.created_at < a.opened_at or t.created_at > now() or t.finished_at > now()`),
    ).toBe(0);
  });

  it('has entries in the order of time on every account', async () => {
    expect(
      await count(`(
        select t.finished_at < lag(t.finished_at) over (partition by e.account_id order by e.number)
          as is_late
        from entries e join transactions t on t.company_id = e.company_id and t.id = e.transaction_id
        join ${accounts} on a.id = e.account_id
      ) e where is_late`),
    ).toBe(0);
  });
});

describe('companies', () => {
  it('D-25, D-33: two have no accounts and no transactions', async () => {
    for (const table of [accounts, transactions]) {
      expect(
        await count(`${table} where company in ('Quiet Start Ltd', 'Zebra Spare Company')`),
      ).toBe(0);
    }
  });

  it('D-26: one has accounts, all of them inactive', async () => {
    expect(
      await list('distinct is_active', `${accounts} where company = 'Lira Evening Market'`),
    ).toEqual([false]);
    expect(await count(`${transactions} where company = 'Lira Evening Market'`)).toBeGreaterThan(0);
  });

  it.each(['credit', 'debit'])('D-32: six or more have %ss, of different amounts', async (type) => {
    const amounts = await list(
      'f.amount',
      `company_figures f where type = '${type}' and status = 'completed' and count > 0`,
    );
    expect(amounts.length).toBeGreaterThanOrEqual(6);
    expect(new Set(amounts).size).toBe(amounts.length);
  });
});

describe('accounts', () => {
  it('D-80, D-81: Demo One has each type active and inactive, and one named Credit', async () => {
    expect(
      await list(
        `type_code || ' ' || type_name || case when is_active then ' on' else ' off' end`,
        `${accounts} where company = 'Demo One'`,
      ),
    ).toEqual([
      '1 Savings off',
      '1 Savings on',
      '2 Checking off',
      '2 Checking on',
      '3 Business off',
      '3 Business on',
      '4 Credit on',
      '4 Investment off',
      '4 Investment on',
    ]);
  });

  it('D-82: one has no type name and a code that is none of ours', async () => {
    expect(
      await list(
        'type_code',
        `${accounts} where coalesce(type_name, '') = '' and type_code not between 1 and 4`,
      ),
    ).toEqual([9]);
  });

  it('D-83: balances of nothing, of over a billion UGX and with cents', async () => {
    const here = `${accounts} where company = 'Demo One'`;
    expect(await count(`${here} and balance = 0`)).toBeGreaterThan(0);
    expect(await count(`${here} and balance > 100000000000`)).toBe(1);
    expect(await count(`${here} and balance % 100 <> 0`)).toBeGreaterThan(0);
  });

  it('D-84: one has never seen a transaction', async () => {
    expect(
      await list('name', `${accounts} where company = 'Demo One' and last_transaction_at is null`),
    ).toEqual(['Supplier Credit Line']);
  });

  it('D-85: one has a name of 100 characters', async () => {
    expect(await count(`${accounts} where length(name) = 100`)).toBe(1);
  });

  it('D-86, D-88: Demo Two has Checking only, one under a known id', async () => {
    expect(await list('distinct type_name', `${accounts} where company = 'demo two'`)).toEqual([
      'Checking',
    ]);
    expect(
      await list('company', `${accounts} where id = '${demoTwoAccountId}' and is_active`),
    ).toEqual(['demo two']);
  });

  it('D-87: thirty or more in five or more companies', async () => {
    expect(await count(accounts)).toBeGreaterThanOrEqual(30);
    expect((await list('distinct company', accounts)).length).toBeGreaterThanOrEqual(5);
    for (const number of await list('number', accounts)) {
      expect(isAccountNumber(String(number))).toBe(true);
    }
  });
});

describe('transactions', () => {
  it('D-100: Demo One has 14, 35, 60 and 75 in the ranges of its list', async () => {
    expect(await demoOneSince(7)).toBe(14);
    expect(await demoOneSince(30)).toBe(35);
    expect(await demoOneSince(90)).toBe(60);
    expect(await count(`${transactions} where company = 'Demo One' and day >= '2020-01-01'`)).toBe(
      75,
    );
  });

  it.each(['00:00:05', '02:30:00', '12:00:00', '23:59:55'])(
    'D-100: also when seeded at %s',
    (time) => {
      const clock = createClock(new Date(`2026-03-01T${time}+03:00`));
      const days = demoOneMovements(clock).map(({ at }) => kampalaDay(at.getTime()));
      const since = (day: string) => days.filter((other) => other >= day).length;
      const ranges = [7, 30, 90].map((back) => since(daysBefore('2026-03-01', back)));
      expect([...ranges, since('2020-01-01')]).toEqual([14, 35, 60, 75]);
      expect(days.filter((day) => day > '2026-03-01')).toEqual([]);
    },
  );

  it('D-101: every status with both types, in every range', async () => {
    const kinds = await list(
      `distinct type || ' ' || status`,
      `${transactions} where company = 'Demo One' and day >= '${daysBefore(today, 7)}'`,
    );
    expect(kinds).toHaveLength(6);
  });

  it('D-102: one of 2021, and one of the day before the list begins', async () => {
    const old = `${transactions} where company = 'Demo One'`;
    expect(await count(`${old} and extract(year from day) = 2021`)).toBe(1);
    expect(await list('day::text', `${old} and day < '2020-01-01'`)).toEqual(['2019-12-31']);
    expect((await demoOneSince(100_000)) - (await demoOneSince(90))).toBe(16);
  });

  it('D-103: words that only a description, only a reference and only an id hold', async () => {
    const holding = async (word: string) => {
      const row = await test.owner.row(
        `select count(*) filter (where position($1 in lower(description)) > 0)::int as description,
           count(*) filter (where position($1 in lower(reference)) > 0)::int as reference,
           count(*) filter (where position($1 in id::text) > 0)::int as id
         from ${transactions} where company = 'Demo One'`,
        [word],
      );
      return row;
    };
    expect(await holding('crane')).toEqual({ description: 1, reference: 0, id: 0 });
    expect(await holding('kwikcard')).toEqual({ description: 0, reference: 1, id: 0 });
    const [id] = await list('id', `${transactions} where company = 'Demo One'`);
    expect(await holding(String(id).slice(-12))).toEqual({ description: 0, reference: 0, id: 1 });
  });

  it('D-104: the newest of Demo One are minutes, hours and days old', async () => {
    const ages = await list(
      `distinct case when created_at > now() - interval '1 hour' then 'minutes'
         when created_at > now() - interval '1 day' then 'hours' else 'days' end`,
      `(select * from ${transactions} where company = 'Demo One' order by id desc limit 10) t`,
    );
    expect(ages).toEqual(['days', 'hours', 'minutes']);
  });

  it('D-105: credits and debits of millions on every one of the last 90 days', async () => {
    const days = await test.owner.rows(
      `select day, type, count(distinct company)::int as companies, sum(amount) as amount
       from ${transactions} where status = 'completed' and day > $1
       group by day, type having count(distinct company) >= 3 and sum(amount) >= 100000000`,
      [daysBefore(today, 90)],
    );
    expect(days).toHaveLength(90 * 2);
  });

  it('D-107: eight or more payouts wait, and five or more failed, over the companies', async () => {
    const waiting = `${transactions} where status = 'pending' and kind = 'payout' and held = amount`;
    expect(await count(waiting)).toBeGreaterThanOrEqual(8);
    expect((await list('distinct company', waiting)).length).toBeGreaterThanOrEqual(5);
    const reasons = await list('distinct reason', `${transactions} where status = 'failed'`);
    expect(reasons).toEqual(['declined', 'insufficient_funds']);
    expect(
      (await list('distinct company', `${transactions} where status = 'failed'`)).length,
    ).toBeGreaterThanOrEqual(5);
  });

  it('D-108: one company has older transactions, but none of the last 30 days', async () => {
    const here = `${transactions} where company = 'Tororo Border Bureau'`;
    expect(await count(`${here} and day >= '${daysBefore(today, 30)}'`)).toBe(0);
    expect(await count(here)).toBeGreaterThan(0);
  });
});

describe('dashboards', () => {
  const read = async (actor: TestActor, path: string) =>
    (await test.call(actor, 'GET', path)).body.data;

  it('D-106: the back-office has figures that rose and figures that fell', async () => {
    const { overview, ...rest } = await read(
      await createStaff(test.owner),
      '/AdminDashboard/statistics',
    );
    expect(overview.totalCompaniesChange).toMatch(/^\+/);
    expect(overview.totalBalanceChange).toMatch(/^\+/);
    expect(overview.totalCreditsChange).toMatch(/^\+/);
    expect(overview.totalDebitsChange).toMatch(/^-/);
    expect(rest.topCompaniesByCredits).toHaveLength(5);
    expect(rest.topCompaniesByDebits).toHaveLength(5);
    expect(rest.pendingApprovals).toBeGreaterThanOrEqual(8);
    expect(rest.failedTransactions).toBeGreaterThanOrEqual(5);
    const statuses = rest.recentTransactions.map((row: { status: string }) => row.status);
    expect(new Set(statuses)).toEqual(new Set(['Success', 'Failed', 'Pending']));
  });

  it('D-106: so has the portal of Demo One', async () => {
    const owner = await test.owner.row<{ id: string; company_id: string }>(
      "select id, company_id from users where email = 'owner@demo-one.test'",
    );
    const actor = await signIn(test.owner, owner?.id ?? '', owner?.company_id ?? '');
    const { overviewStatistics } = await read(actor, '/v1/CompanyDashboard/statistics');
    expect(overviewStatistics.totalAccountsChangePercentage).toBeGreaterThan(0);
    expect(overviewStatistics.transactionsChangePercentage).toBeGreaterThan(0);
    expect(overviewStatistics.monthlyVolumeChangePercentage).toBeLessThan(0);
    expect(overviewStatistics.totalTransactions).toBe(76);
  });
});

describe('credentials', () => {
  const of = async (company: string) => {
    const row = await test.owner.row<{ id: string }>('select id from companies where name = $1', [
      company,
    ]);
    const staff = await createStaff(test.owner);
    return (await test.call(staff, 'GET', `/Company/${row?.id}/credentials`)).body;
  };

  it('D-70: Demo One has a set in use, which the server can open', async () => {
    const { data, message } = await of('Demo One');
    expect(message).toBeNull();
    expect(data).toEqual([expect.objectContaining({ isActive: true })]);
    expect(isOurKey(data[0].secretKey) && isOurKey(data[0].channelId)).toBe(true);
    expect(data[0].lastUsedAt).not.toBeNull();
  });

  it('D-71: demo two has one that is switched off and was never used', async () => {
    const { data } = await of('demo two');
    expect(data).toEqual([expect.objectContaining({ isActive: false, lastUsedAt: null })]);
    expect(isOurKey(data[0].secretKey)).toBe(true);
  });

  it('D-72: the others have none', async () => {
    expect(await count('company_credentials')).toBe(2);
    expect((await of('Quiet Start Ltd')).data).toEqual([]);
  });
});
