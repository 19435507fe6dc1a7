import { readFileSync } from 'node:fs';
import { kampalaDay } from '@sente/contract/kampala';
import { beforeAll, describe, expect, it } from 'vitest';
import { createStaff, signIn, type TestActor } from '../test/actors.ts';
import { createTestApp, testCredentialKey, type TestApp } from '../test/app.ts';
import { openedCodes } from '../test/products.ts';
import { isOurKey } from '../src/credentials/keys.ts';
import { daysBefore } from '../src/dashboards/periods.ts';
import { platformScope } from '../src/db/scope.ts';
import { readEnv } from '../src/env.ts';
import { ensureFirstData } from '../src/programs/first-data.ts';
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

/** The values of one column, in natural order. */
async function list(column: string, from: string): Promise<unknown[]> {
  const rows = await test.owner.rows<{ value: unknown }>(
    `select ${column} as value from ${from} order by 1`,
  );
  return rows.map(({ value }) => value);
}

it('tells some people something new', async () => {
  for (const email of ['owner@demo-one.test', 'sylvia@entebbe.test', 'superadmin@sente.test']) {
    const user = await test.owner.row<{ id: string; company_id: string | null }>(
      'select id, company_id from users where email = $1',
      [email],
    );
    const actor = await signIn(test.owner, user?.id ?? '', user?.company_id ?? null);
    const { data } = (await test.call(actor, 'GET', '/Notifications')).body;
    expect(data.length, email).toBeGreaterThan(0);
    // Nothing is told of what is not there.
    expect(data.filter(({ text }: { text: string }) => text.includes('undefined'))).toEqual([]);
  }
});

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
  const settled = await list('details', "audit_log where action = 'reconciliation.settle'");
  expect(settled).toMatchObject([{ action: 'suspense' }]);
  expect(
    await count('(select at < lag(at) over (order by id) as back from audit_log) l where back'),
  ).toBe(0);
});

it('has a case whose finding, decision and booking agree', async () => {
  const amount = '6000000';
  expect(
    await test.owner.rows(
      `select abs(c.effect)::text as found, l.amount::text as told, a.amount::text as decided,
         t.amount::text as booked, c.network = a.details->>'network' as is_same_network,
         c.state, a.state as decision, a.asked_by <> a.decided_by as is_by_two
       from reconciliation_cases c join approvals a on a.id = c.approval_id
       join statement_lines l on l.id = c.line_id
       left join transactions t on t.reference = l.reference
       where c.action = 'suspense'`,
    ),
  ).toEqual([
    {
      found: amount,
      told: amount,
      decided: amount,
      booked: amount,
      is_same_network: true,
      state: 'settled',
      decision: 'approved',
      is_by_two: true,
    },
  ]);
});

describe('money', () => {
  it('keeps every invariant of the ledger', async () => {
    expect(await test.database.within(platformScope, findViolations, 'ledger check')).toEqual([]);
  });

  it('money never moved before its account was opened, nor in the future', async () => {
    expect(
      await count(`${transactions} join ${accounts} on a.id = t.account_id
        where t.created_at < a.opened_at or t.created_at > now() or t.finished_at > now()`),
    ).toBe(0);
  });

  it('entries are in time order on every account', async () => {
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
  it('D-25, D-33: two companies have no accounts and no transactions', async () => {
    for (const table of [accounts, transactions]) {
      expect(
        await count(`${table} where company in ('Quiet Start Ltd', 'Zebra Spare Company')`),
      ).toBe(0);
    }
  });

  it('D-26: one company has only inactive accounts', async () => {
    expect(
      await list('distinct is_active', `${accounts} where company = 'Lira Evening Market'`),
    ).toEqual([false]);
    expect(await count(`${transactions} where company = 'Lira Evening Market'`)).toBeGreaterThan(0);
  });

  it.each(['credit', 'debit'])(
    'D-32: six or more companies have %ss of different amounts',
    async (type) => {
      const amounts = await list(
        'f.amount',
        `company_figures f where type = '${type}' and status = 'completed' and count > 0`,
      );
      expect(amounts.length).toBeGreaterThanOrEqual(6);
      expect(new Set(amounts).size).toBe(amounts.length);
    },
  );
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

  it('D-82: one account has no type name and an unknown code', async () => {
    expect(
      await list(
        'type_code',
        `${accounts} where coalesce(type_name, '') = '' and type_code not between 1 and 4`,
      ),
    ).toEqual([9]);
  });

  it('D-83: balances are zero, over a billion UGX, and with cents', async () => {
    const here = `${accounts} where company = 'Demo One'`;
    expect(await count(`${here} and balance = 0`)).toBeGreaterThan(0);
    expect(await count(`${here} and balance > 100000000000`)).toBe(1);
    expect(await count(`${here} and balance % 100 <> 0`)).toBeGreaterThan(0);
  });

  it('D-84: one account has never had a transaction', async () => {
    expect(
      await list('name', `${accounts} where company = 'Demo One' and last_transaction_at is null`),
    ).toEqual(['Supplier Credit Line']);
  });

  it('D-85: one account has a name of 100 characters', async () => {
    expect(await count(`${accounts} where length(name) = 100`)).toBe(1);
  });

  it('D-86, D-88: Demo Two has only Checking accounts, one with a known id', async () => {
    expect(await list('distinct type_name', `${accounts} where company = 'demo two'`)).toEqual([
      'Checking',
    ]);
    expect(
      await list('company', `${accounts} where id = '${demoTwoAccountId}' and is_active`),
    ).toEqual(['demo two']);
  });

  it('D-87: there are thirty or more accounts in five or more companies', async () => {
    expect(await count(accounts)).toBeGreaterThanOrEqual(30);
    expect((await list('distinct company', accounts)).length).toBeGreaterThanOrEqual(5);
    for (const number of await list('number', accounts)) {
      expect(isAccountNumber(String(number))).toBe(true);
    }
  });
});

describe('transactions', () => {
  it('D-100: Demo One has 14, 35, 60 and 75 transactions in the ranges of its list', async () => {
    expect(await demoOneSince(7)).toBe(14);
    expect(await demoOneSince(30)).toBe(35);
    expect(await demoOneSince(90)).toBe(60);
    expect(await count(`${transactions} where company = 'Demo One' and day >= '2020-01-01'`)).toBe(
      75,
    );
  });

  it.each(['00:00:05', '02:30:00', '12:00:00', '23:59:55'])(
    'D-100: the counts are the same when seeded at %s',
    (time) => {
      const clock = createClock(new Date(`2026-03-01T${time}+03:00`));
      const days = demoOneMovements(clock).map(({ at }) => kampalaDay(at.getTime()));
      const since = (day: string) => days.filter((other) => other >= day).length;
      const ranges = [7, 30, 90].map((back) => since(daysBefore('2026-03-01', back)));
      expect([...ranges, since('2020-01-01')]).toEqual([14, 35, 60, 75]);
      expect(days.filter((day) => day > '2026-03-01')).toEqual([]);
    },
  );

  it('D-101: every status occurs with both types in every range', async () => {
    const kinds = await list(
      `distinct type || ' ' || status`,
      `${transactions} where company = 'Demo One' and day >= '${daysBefore(today, 7)}'`,
    );
    expect(kinds).toHaveLength(6);
  });

  it('D-102: one transaction is from 2021 and one from the day before the list begins', async () => {
    const old = `${transactions} where company = 'Demo One'`;
    expect(await count(`${old} and extract(year from day) = 2021`)).toBe(1);
    expect(await list('day::text', `${old} and day < '2020-01-01'`)).toEqual(['2019-12-31']);
    expect((await demoOneSince(100_000)) - (await demoOneSince(90))).toBe(16);
  });

  it('D-103: some words occur only in a description, only in a reference or only in an id', async () => {
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

  it('D-104: the newest transactions of Demo One are minutes, hours and days old', async () => {
    const ages = await list(
      `distinct case when created_at > now() - interval '1 hour' then 'minutes'
         when created_at > now() - interval '1 day' then 'hours' else 'days' end`,
      `(select * from ${transactions} where company = 'Demo One' order by id desc limit 10) t`,
    );
    expect(ages).toEqual(['days', 'hours', 'minutes']);
  });

  it('D-105: each of the last 90 days has credits and debits of millions', async () => {
    const days = await test.owner.rows(
      `select day, type, count(distinct company)::int as companies, sum(amount) as amount
       from ${transactions} where status = 'completed' and day > $1
       group by day, type having count(distinct company) >= 3 and sum(amount) >= 100000000`,
      [daysBefore(today, 90)],
    );
    expect(days).toHaveLength(90 * 2);
  });

  it('D-107: eight or more payouts wait and five or more failed, across companies', async () => {
    const waiting = `${transactions} where status = 'pending' and kind = 'payout' and held = amount`;
    expect(await count(waiting)).toBeGreaterThanOrEqual(8);
    expect((await list('distinct company', waiting)).length).toBeGreaterThanOrEqual(5);
    const reasons = await list('distinct reason', `${transactions} where status = 'failed'`);
    expect(reasons).toEqual([
      'The person refused the payment',
      'The wallet cannot receive this payment',
      'declined',
      'insufficient_funds',
    ]);
    expect(
      (await list('distinct company', `${transactions} where status = 'failed'`)).length,
    ).toBeGreaterThanOrEqual(5);
  });

  it('D-108: one company has older transactions but none in the last 30 days', async () => {
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

  it('D-106: the portal of Demo One has figures that rose and figures that fell', async () => {
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
    const { body } = await test.call(staff, 'GET', `/Company/${row?.id}/credentials`);
    const [set] = body.data;
    if (!set) return { ...body, secretKey: null };
    const ref = { recordId: set.recordId, companyId: row?.id };
    const shown = await test.call(staff, 'POST', '/Company/credentials/reveal', ref);
    return { ...body, secretKey: shown.body.data.secretKey };
  };

  it('D-70: Demo One has an active credential set that the server can open', async () => {
    const { data, message, secretKey } = await of('Demo One');
    expect(message).toBeNull();
    expect(data).toEqual([expect.objectContaining({ isActive: true })]);
    expect(isOurKey(secretKey) && isOurKey(data[0].channelId)).toBe(true);
    expect(data[0].lastUsedAt).not.toBeNull();
  });

  it('D-71: Demo Two has an inactive credential set that was never used', async () => {
    const { data, secretKey } = await of('demo two');
    expect(data).toEqual([expect.objectContaining({ isActive: false, lastUsedAt: null })]);
    expect(isOurKey(secretKey)).toBe(true);
  });

  it('D-72: the other companies have no credentials', async () => {
    expect(await count('company_credentials')).toBe(2);
    expect((await of('Quiet Start Ltd')).data).toEqual([]);
  });
});

it('what the key of Demo One did is in its request log, with events and deliveries that fit', async () => {
  const owner = await ownerOf('owner@demo-one.test');
  const read = async (path: string) => (await test.call(owner, 'GET', path)).body.data;
  const [key] = await read(`/Company/${owner.companyId}/keys`);
  const requests = await read('/ApiRequests');
  expect(requests.length).toBeGreaterThan(10);
  expect(requests[0].at).toBe(key.lastUsedAt);
  expect(new Set(requests.map(({ channelId }: { channelId: string }) => channelId))).toEqual(
    new Set([key.channelId]),
  );
  const unfit = await test.owner.rows(
    `select e.id from webhook_events e
     left join payments p on p.id = e.payment_id and p.finished_at = e.created_at and p.status
       = case e.type when 'payment.succeeded' then 'SUCCESS' else 'FAILED' end
     left join webhook_deliveries d on d.event_id = e.id
     left join webhook_attempts a on a.delivery_id = d.id and a.number = d.attempt_count
     where e.company_id = $1
       and (p.id is null or e.sequence is null or (d.id is not null and a.at <> d.delivered_at))`,
    [owner.companyId],
  );
  expect(unfit).toEqual([]);
  expect(await count('webhook_deliveries')).toBeGreaterThan(5);
});

it('a company has refunded a payment to the number that paid it', async () => {
  const refunds = await test.owner.rows(
    `select from refunds f join payments r on r.id = f.refund_id join payments p on p.id = f.payment_id
     where r.phone_number = p.phone_number and r.amount <= p.amount and r.created_at > p.finished_at`,
  );
  expect(refunds).toHaveLength(1);
});

/** Read as the owner of that company. */
async function ownerOf(email: string): Promise<TestActor> {
  const row = await test.owner.row<{ id: string; company_id: string }>(
    'select id, company_id from users where email = $1',
    [email],
  );
  return signIn(test.owner, row?.id ?? '', row?.company_id ?? '');
}

const payments = `(
  select p.*, c.name as company from payments p join companies c on c.id = p.company_id
) p`;
const demoOnes = `${payments} where company = 'Demo One'`;

it('one company owes the provider, and a collection has repaid a part', async () => {
  const receivables = `accounts a join companies c on c.id = a.company_id and a.kind = 'receivable'`;
  const owing = await list('c.name', `${receivables} where a.balance < 0`);
  expect(owing).toEqual(['Soroti Solar and WiFi']);
  const [debt] = await list('a.balance', receivables);
  expect(Number(debt)).toBeLessThan(-200_000_00);
  const kinds = await list(
    't.kind',
    `${receivables} join entries e on e.account_id = a.id
     join transactions t on t.id = e.transaction_id`,
  );
  expect(kinds).toEqual(['advance', 'repayment']);
});

describe('API transactions', () => {
  it('D-120: Demo One has 64 API transactions, on seven pages of ten', async () => {
    expect(await count(demoOnes)).toBe(64);
  });

  it('D-121, D-122: every status occurs, and two have an unknown status', async () => {
    expect(await list('distinct status', demoOnes)).toEqual([
      'FAILED',
      'PENDING',
      'PROCESSING',
      'REVERSED',
      'SUCCESS',
    ]);
    expect(await count(`${demoOnes} and status = 'REVERSED'`)).toBe(2);
  });

  it('D-123: three networks occur, one of them rarely', async () => {
    expect(await list('distinct network', demoOnes)).toEqual(['AIRTEL', 'LYCA', 'MTN']);
    expect(await count(`${demoOnes} and network = 'LYCA'`)).toBe(2);
    expect(await count(`${demoOnes} and network = 'MTN'`)).toBeGreaterThan(10);
    expect(await count(`${demoOnes} and network = 'AIRTEL'`)).toBeGreaterThan(10);
  });

  it('D-124: Demo One has delivered, undelivered and no webhook events', async () => {
    expect(await list('distinct is_notified', demoOnes)).toEqual([false, true, null]);
  });

  it('D-125: no two phone numbers or ids have the same ending', async () => {
    expect(await list('phone_number', `${demoOnes} and phone_number !~ '^256[0-9]{9}$'`)).toEqual(
      [],
    );
    for (const part of ['right(phone_number, 6)', 'right(id::text, 8)']) {
      const parts = await list(part, demoOnes);
      expect(new Set(parts).size, part).toBe(64);
    }
  });

  it('API transactions are in the past, in id order, and no job picks them up', async () => {
    expect(await count(`${payments} where created_at > now() or finished_at > now()`)).toBe(0);
    expect(await count('open_payments where next_step_at is not null')).toBe(0);
    expect(
      await count(`(
        select created_at < lag(created_at) over (partition by company_id order by id) as back
        from payments
      ) p where back`),
    ).toBe(0);
    expect(
      await count(`${payments} where status in ('PENDING', 'PROCESSING') and not awaits_approval
        and not exists (select 1 from payment_reviews r where r.payment_id = p.id)`),
    ).toBe(0);
  });

  it('every successful API transaction matches a completed ledger transaction', async () => {
    expect(
      (await list('distinct company', `${payments} where status = 'SUCCESS'`)).length,
    ).toBeGreaterThanOrEqual(8);
    expect(
      await count(`${payments} left join transactions t on t.company_id = p.company_id
          and t.id = p.transaction_id
        where not p.is_before_ledger and p.status = 'SUCCESS'
          and (t.status is distinct from 'completed' or t.amount <> p.amount)`),
    ).toBe(0);
  });

  it('a payment, its transaction and the line of the statement tell the same moments', async () => {
    expect(
      await count(`${payments} join transactions t on t.company_id = p.company_id
          and t.id = p.transaction_id
        where p.created_at <> t.created_at
          or (p.status = 'SUCCESS' and p.finished_at is distinct from t.finished_at)`),
    ).toBe(0);
    // Nobody pays at once; but what repays a debt is posted with it as a whole.
    expect(
      await count(`payments where status = 'SUCCESS' and origin = 'api'
        and direction = 'collection' and finished_at < created_at + interval '5 seconds'
        and description <> 'Kit and voucher sales'`),
    ).toBe(0);
    // The one that the network took a second time, a minute later.
    expect(
      await count(`reconciliation_bookings b join statement_lines l on l.reference = b.reference
          and l.network = b.network
        where abs(extract(epoch from l.at - b.booked_at)) between 1 and 120`),
    ).toBe(1);
  });

  it('the trace says that an account was credited exactly if the ledger has the entries', async () => {
    const owner = await ownerOf('owner@demo-one.test');
    const paid = await list('id', `${demoOnes} and status = 'SUCCESS'`);
    expect(paid.length).toBeGreaterThan(40);
    for (const id of paid) {
      const path = `/Transaction/${owner.companyId}/transactions/${String(id)}/trace`;
      const { summary, ledger } = (await test.call(owner, 'GET', path)).body.data;
      const isBooked = (ledger?.legs.length ?? 0) > 0;
      expect(/^Paid( out)?: /.test(summary), summary).toBe(isBooked);
      expect(summary.includes('no account here was credited'), summary).toBe(!isBooked);
    }
  });

  it('D-107: every waiting payout has a request that awaits a second person', async () => {
    const waiting = `${transactions} left join payments p
        on p.company_id = t.company_id and p.transaction_id = t.id
      where t.status = 'pending' and t.kind = 'payout'`;
    expect(await count(waiting)).toBeGreaterThanOrEqual(8);
    expect(
      await count(`${waiting} and not (p.awaits_approval and p.origin = 'portal'
        and p.status = 'PENDING' and p.amount = t.held and p.fee = 0
        and p.requested_by is not null) is true`),
    ).toBe(0);
    expect(
      await count(`${payments} join users u on u.id = p.requested_by
        where u.company_id <> p.company_id`),
    ).toBe(0);
    expect(await count(`${demoOnes} and awaits_approval`)).toBe(2);
  });

  it('one of each kind waits for a second person, and some were decided', async () => {
    expect(await list('distinct kind', 'approval_queue where is_waiting')).toEqual([
      'bulk-payout',
      'deposit',
      'fee',
      'payout',
      'reversal',
      'staff-role',
      'suspense',
    ]);
    expect(await list('distinct state', 'approvals')).toEqual([
      'approved',
      'rejected',
      'waiting',
      'withdrawn',
    ]);
  });

  it('the payout brake was on once, and is off', async () => {
    const brakes = await test.owner.rows(
      `select b.outcome, b.ended_at is null as is_on, a.state
       from payout_brakes b join approvals a on a.id = b.approval_id`,
    );
    expect(brakes).toEqual([{ outcome: 'released', is_on: false, state: 'approved' }]);
  });

  it('contradicts itself nowhere between people, keys, payments and the audit log', async () => {
    const early = `audit_log a join users u on u.id = a.actor_id where a.at < u.created_at`;
    expect(
      await list(
        `u.email || ' ' || a.action || ' ' || a.at::date || ' ' || u.created_at::date`,
        early,
      ),
    ).toEqual([]);
    expect(
      await count(`company_credentials k where k.is_active and exists (
        select from payments p where p.company_id = k.company_id and p.origin = 'api'
          and p.created_at > k.last_used_at)`),
    ).toBe(0);
    const told = await list('distinct action', "audit_log where action ~ '^(fees|limits)'");
    expect(told).toEqual(['fees.add', 'limits.block', 'limits.blockForAll']);
  });

  it('tells every request, decision, brake and fee in the audit log, by whom and when', async () => {
    const missing = (of: string, action: string, by: string, at: string, more: string) =>
      count(`${of} and not exists (select from audit_log l where l.action ${action}
        and l.actor_id = ${by} and date_trunc('milliseconds', l.at) = date_trunc('milliseconds', ${at}) and ${more})`);
    const request = "l.details ->> 'approval' = a.id::text";
    const brake = "l.subject_id = b.company_id and l.details ->> 'reason' = b.reason";
    const fee = "l.company_id = f.company_id and l.details ->> 'fee' <> ''";
    const payout =
      "l.subject_id = p.account_id and p.amount = (l.details ->> 'amount')::numeric * 100";
    for (const [of, action, by, at, more] of [
      ['approvals a where true', "= 'approvals.ask'", 'a.asked_by', 'a.asked_at', request],
      [
        "approvals a where a.state in ('approved', 'rejected', 'withdrawn')",
        "~ '^approvals.(approve|reject|withdraw)$'",
        'a.decided_by',
        'a.decided_at',
        request,
      ],
      [
        'payout_brakes b where true',
        "= 'payoutBrakes.trip'",
        'b.tripped_by',
        'b.tripped_at',
        brake,
      ],
      ['fee_schedules f where true', "= 'fees.add'", 'f.created_by', 'f.created_at', fee],
      [
        'payments p where p.awaits_approval and p.requested_by is not null',
        "= 'transactions.request'",
        'p.requested_by',
        'p.created_at',
        payout,
      ],
      [
        "bulk_payouts k where k.state = 'waiting'",
        "= 'bulkPayouts.submit'",
        'k.created_by',
        'k.submitted_at',
        "l.details ->> 'bulkPayout' = k.id::text",
      ],
    ] as const) {
      expect(await count(of), of).toBeGreaterThan(0);
      expect(await missing(of, action, by, at, more), of).toBe(0);
    }
    const strange = `payments p join users u on u.id = p.requested_by
      where u.company_id is distinct from p.company_id`;
    expect(await count(strange)).toBe(0);
    const lower = `approvals a join fee_schedules f on f.company_id = a.company_id
      and f.direction = a.details ->> 'direction' and f.percent_hundredths = 150
      where a.kind = 'fee' and f.created_at < a.asked_at`;
    expect(await count(lower)).toBe(1);
  });

  it('what a network refused was sent to it, and has one reason', async () => {
    const refused = await test.owner.rows<{ reason: string; of_ledger: string; steps: number }>(
      `select p.reason, t.reason as of_ledger, count(s.payment_id)::int as steps
       from payments p join transactions t on t.id = p.transaction_id
       left join payment_steps s on s.payment_id = p.id
       where p.status = 'FAILED' and p.origin <> 'import' and p.reason_code <> 'EXPIRED'
       group by p.id, p.reason, t.id, t.reason`,
    );
    expect(refused.length).toBeGreaterThanOrEqual(5);
    for (const { reason, of_ledger: ofLedger, steps } of refused) {
      expect(ofLedger).toBe(reason);
      expect(steps).toBe(3);
    }
  });

  it('some API transactions have a full trace, and two await a staff decision', async () => {
    expect((await list('distinct payment_id', 'payment_steps')).length).toBeGreaterThanOrEqual(5);
    expect(await list('distinct kind', 'payment_steps')).toEqual([
      'asked',
      'callback',
      'failed',
      'review',
      'sent',
      'settled',
    ]);
    const reviews = await test.owner.rows(
      `select r.kind, p.status, r.closed_at from payment_reviews r
       join payments p on p.id = r.payment_id order by r.kind`,
    );
    expect(reviews).toEqual([
      { kind: 'late_success', status: 'FAILED', closed_at: null },
      { kind: 'unanswered', status: 'PROCESSING', closed_at: null },
    ]);
  });
});

describe('fees', () => {
  it('there is a percentage fee with minimum and maximum, a banded fee and a future fee', async () => {
    const fee = async (company: string, direction: string, amountUgx: number, at: string) => {
      const row = await test.owner.row<{ fee: number }>(
        `select (fee_of(id, $2, $3, ${at}) / 100)::int as fee from companies where name = $1`,
        [company, direction, amountUgx * 100],
      );
      return row?.fee;
    };
    const later = "now() + interval '30 days'";
    expect(await fee('Demo One', 'collection', 1_000, 'now()')).toBe(50);
    expect(await fee('Demo One', 'collection', 100_000, 'now()')).toBe(1_500);
    expect(await fee('Demo One', 'collection', 100_000, later)).toBe(1_250);
    expect(await fee('Demo One', 'collection', 9_000_000, 'now()')).toBe(5_000);
    expect(await fee('Demo One', 'collection', 100_000, "now() - interval '1 day'")).toBe(0);
    expect(await fee('demo two', 'payout', 60_000, 'now()')).toBe(500);
    expect(await fee('demo two', 'payout', 6_000_000, 'now()')).toBe(5_000);
  });
});

describe('internet products and product codes', () => {
  const products = `(
    select r.*, c.name as company from internet_products r join companies c on c.id = r.company_id
  ) r`;
  const codes = `(
    select v.*, c.name as company, r.code as product from product_codes v
    join companies c on c.id = v.company_id
    join internet_products r on r.company_id = v.company_id and r.id = v.product_id
  ) v`;
  const shown = `${products} where company = 'Demo One' and deleted_at is null`;

  it('D-140, D-142: Demo One has 14 products, active and inactive, and one deleted', async () => {
    const actor = await ownerOf('owner@demo-one.test');
    const path = `/v1/InternetProducts/company/${actor.companyId}`;
    const { data } = (await test.call(actor, 'GET', path)).body;
    expect(data).toHaveLength(14);
    expect(data.filter((product: { active: boolean }) => !product.active)).toHaveLength(3);
    expect(await list('code', `${products} where deleted_at is not null`)).toEqual(['SCRATCH']);
  });

  it('D-141: some words occur only in a code or only in a name', async () => {
    const holding = (column: string, word: string) =>
      count(`${shown} and position('${word}' in lower(${column})) > 0`);
    expect([await holding('code', 'kiosk'), await holding('name', 'kiosk')]).toEqual([1, 0]);
    expect([await holding('code', 'owl'), await holding('name', 'owl')]).toEqual([0, 1]);
  });

  it('D-143: one product has no codes and no sales', async () => {
    expect(await count(`${codes} where product = 'SPARE'`)).toBe(0);
    expect(
      await count(`${shown} and code = 'SPARE'
      and not exists (select 1 from payments p where p.product_id = r.id)`),
    ).toBe(1);
  });

  it('D-144: there are prices with and without cents', async () => {
    expect(await count(`${shown} and amount % 100 <> 0`)).toBeGreaterThan(0);
    expect(await count(`${shown} and amount % 100 = 0`)).toBeGreaterThan(0);
  });

  it('D-145, D-146, D-147: three products have 130 codes, about a third used', async () => {
    const actor = await ownerOf('owner@demo-one.test');
    const { data, meta } = (await test.call(actor, 'GET', `/Company/${actor.companyId}/products`))
      .body;
    expect(data).toHaveLength(130);
    expect(meta).toMatchObject({ productTypes: ['DAY-1', 'DAY-BOOK', 'MONTH-60'] });
    const used = data.filter((code: { used: string }) => code.used === '1');
    expect(used).toHaveLength(43);
    for (const code of data) expect(code.used_date === null).toBe(code.used === '0');
    expect(await count(`${codes} where state = 'reserved'`)).toBe(1);
  });

  it('D-145: the oldest codes were sold first, at their price, after they were uploaded', async () => {
    expect(
      await count(`(
        select used_at, state, lag(state) over by_age as before, lag(used_at) over by_age as earlier
        from product_codes window by_age as (partition by product_id order by number)
      ) c where state = 'used' and (before <> 'used' or earlier > used_at)`),
    ).toBe(0);
    expect(
      await count(`${codes} join payments p on p.id = v.payment_id
        join internet_products r on r.id = v.product_id
        where p.amount <> r.amount or p.created_at < v.created_at or r.created_at > v.created_at`),
    ).toBe(0);
  });

  it('D-148, D-149: one company has products without codes, others have no products', async () => {
    expect(await count(`${products} where company = 'demo two'`)).toBe(2);
    expect(await list('distinct company', codes)).toEqual(['Demo One']);
    expect((await list('distinct company', products)).length).toBe(2);
  });

  it('D-166: the fixture file has exactly one code that is already stored', async () => {
    const file = readFileSync(new URL('../../e2e/fixtures/duplicate.csv', import.meta.url), 'utf8');
    const lines = file.trim().split('\n');
    const { companyId } = await ownerOf('owner@demo-one.test');
    const stored = await openedCodes(test.owner, companyId ?? '');
    expect(lines.filter((line) => stored.some(({ code }) => code === line))).toEqual([lines[1]]);
  });

  it('uploads are batches: one was moved, and two of their codes were withdrawn', async () => {
    const actor = await ownerOf('owner@demo-one.test');
    const path = `/Company/${actor.companyId}/code-batches`;
    const { data } = (await test.call(actor, 'GET', path)).body;
    expect(data).toMatchObject([
      { productType: 'DAY-1', fileName: 'day-passes-2.csv', count: 20, withdrawn: 0 },
      { productType: 'MONTH-60', fileName: 'shops.csv', count: 30, withdrawn: 2 },
      { productType: 'DAY-BOOK', fileName: 'books.csv', count: 40, withdrawn: 0 },
      { productType: 'DAY-1', fileName: 'day-passes-1.csv', count: 40, withdrawn: 0 },
    ]);
    const moves = await list('details', "audit_log where action = 'voucherBatches.move'");
    expect(moves).toMatchObject([{ productCode: 'HOUR-1', movedTo: 'DAY-1', codes: 20 }]);
  });
});

// Last, because it changes the data of the other tests.
it('no network and no bank begins with less than the books had there', async () => {
  const staff = await createStaff(test.owner);
  const { now } = (await test.call(staff, 'GET', '/Reconciliation/days')).body.data;
  expect(now).toHaveLength(3);
  for (const { network, opening, start, difference } of now) {
    expect({ network, isOwn: opening >= 0, has: start.balance >= 0, difference }).toEqual({
      network,
      isOwn: true,
      has: true,
      difference: 0,
    });
  }
});

describe('decisions', () => {
  const waiting = () =>
    test.owner.rows<{ id: string }>(
      "select id from transactions where status = 'pending' and kind = 'payout' order by id",
    );
  const violations = () => test.database.within(platformScope, findViolations, 'ledger check');

  it('the controls are shown: limits, blocked numbers, a suspended company, a frozen account', async () => {
    expect(await count('payment_limits')).toBeGreaterThan(4);
    const payouts = "approval_queue where kind = 'payout' and is_waiting";
    expect(await list('distinct step', payouts)).toEqual(['colleague', 'provider']);
    expect(await list('distinct approval', payouts)).toEqual([
      'colleague',
      'colleague_and_provider',
      'provider',
    ]);
    expect(await count('blocked_numbers where company_id is null')).toBe(1);
    expect(await count('blocked_numbers where company_id is not null')).toBe(1);
    expect(await count('companies where suspended_at < now()')).toBe(1);
    expect(await count('accounts where frozen_at < now()')).toBe(1);
  });

  it('D-107: somebody can decide every waiting payout', async () => {
    const staff = await createStaff(test.owner);
    const colleagues = await test.owner.rows<{
      id: string;
      company_id: string;
      transaction_id: string;
      asked_at: Date;
    }>("select * from approval_queue where kind = 'payout' and step = 'colleague'");
    for (const { id, company_id, asked_at } of colleagues) {
      const sylvia = await test.owner.row<{ id: string }>(
        "select id from users where email = 'sylvia@entebbe.test'",
      );
      const actor = await signIn(test.owner, sylvia?.id ?? '', company_id);
      const body = { askedAt: asked_at.toISOString() };
      const answer = await test.call(actor, 'POST', `/Approvals/${id}/approve`, body);
      expect(answer.status, answer.text).toBe(200);
    }
    const decided = colleagues.map(({ transaction_id }) => transaction_id);
    const left = (await waiting()).filter(({ id }) => !decided.includes(id));
    expect(left.length).toBeGreaterThan(7);
    for (const [index, { id }] of left.entries()) {
      const decision = index % 2 === 0 ? 'approve' : 'reject';
      const answer = await test.call(staff, 'PUT', `/Transaction/${id}/${decision}`);
      expect(answer.status, answer.text).toBe(200);
    }
    expect(await count(`${payments} where awaits_approval`)).toBe(0);
    expect(await violations()).toEqual([]);
  });

  it('two people can decide every review on the staff list', async () => {
    const [first, second] = [await createStaff(test.owner), await createStaff(test.owner)];
    const { data } = (await test.call(first, 'GET', '/PaymentReviews')).body;
    expect(data).toHaveLength(2);
    for (const { id } of data) {
      const path = `/PaymentReviews/${id}`;
      const proposal = { decision: 'book', note: 'Seen on the statement of the network' };
      const proposed = await test.call(first, 'POST', `${path}/propose`, proposal);
      expect(proposed.status, proposed.text).toBe(200);
      const confirmed = await test.call(second, 'POST', `${path}/confirm`, { decision: 'book' });
      expect(confirmed.status, confirmed.text).toBe(200);
    }
    expect(await count(`${demoOnes} and status = 'PROCESSING'`)).toBe(0);
    expect(await count("product_codes where state = 'reserved'")).toBe(0);
    expect(await violations()).toEqual([]);
  });

  it('two people can end every unknown payment with its money on an account', async () => {
    const [first, second] = [await createStaff(test.owner), await createStaff(test.owner)];
    const list = async () => (await test.call(first, 'GET', '/NetworkNotices')).body.data;
    expect(await list()).toMatchObject([
      { network: 'MTN', booking: null, proposal: { decision: 'book', amount: 85_000 } },
      {
        network: 'MTN',
        booking: { amount: 60_000, release: null },
        ofCase: { number: expect.any(Number) },
      },
      { network: 'AIRTEL', booking: { amount: 120_000, release: null }, proposal: null },
    ]);
    const account = await test.owner.row<{ id: string }>(
      "select id from accounts where kind = 'customer' and is_active limit 1",
    );
    const confirm = async (id: string, proposal: string) => {
      const answer = await test.call(second, 'POST', `/NetworkNotices/${id}/confirm`, { proposal });
      expect(answer.status, answer.text).toBe(200);
    };
    for (const { id, proposal } of await list()) {
      if (proposal) await confirm(id, proposal.id);
      const body = { accountId: account?.id, note: 'Found' };
      const path = `/NetworkNotices/${id}/propose/release`;
      const proposed = await test.call(first, 'POST', path, body);
      expect(proposed.status, proposed.text).toBe(200);
      await confirm(id, proposed.body.data.proposal.id);
    }
    expect(await list()).toEqual([]);
    expect(await count("accounts where kind = 'suspense' and balance <> 0")).toBe(0);
    expect(await violations()).toEqual([]);
  });
});
