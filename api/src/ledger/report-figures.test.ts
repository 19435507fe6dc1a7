import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createPayment } from '../../test/factories.ts';
import { createTarget, move, postNow, type Target } from '../../test/movements.ts';
import { platformScope } from '../db/scope.ts';
import { findViolations } from './invariants.ts';
import type { Posting } from './posting.ts';
import { systemAccountsOf } from './system-accounts.ts';

const tables = [
  'kind_day_figures',
  'platform_hour_figures',
  'payment_day_figures',
  'platform_payment_figures',
];

let test: TestDatabase;
let target: Target;
let fees: string;

beforeAll(async () => {
  test = await createTestDatabase();
  target = await createTarget(test.owner);
  ({ fees } = await systemAccountsOf(test.owner, target.companyId));
});

const violations = () => test.database.within(platformScope, findViolations, 'ledger check');
/** The last moment of the first of March in Kampala, and the first one after it. */
const lastMoment = new Date('2026-03-01T20:59:59.999Z');
const nextMoment = new Date('2026-03-01T21:00:00Z');

/** A collection of 1,000 that costs 30, in hundredths. */
function collection(at: Date): Posting {
  return move(target, 1_000n, {
    at,
    kind: 'collection',
    legs: [
      { accountId: target.accountId, amount: 970n },
      { accountId: fees, amount: 30n },
      { accountId: target.settlement, amount: -1_000n },
    ],
  });
}

function reversalOf(transactionId: string, type: 'credit' | 'debit', at: Date): Posting {
  const sign = type === 'debit' ? -1n : 1n;
  return {
    ...collection(at),
    type,
    kind: 'reversal',
    reversalOf: transactionId,
    legs: collection(at).legs.map((leg) => ({ ...leg, amount: sign * leg.amount })),
  };
}

const kinds = () =>
  test.owner.rows(
    `select day::text, kind, count::int, amount::int, fees::int, left_out::int as "leftOut"
     from kind_day_figures where company_id = $1 order by day, kind`,
    [target.companyId],
  );
const paid = () =>
  test.owner.row(
    `select sum(count)::int as count, sum(amount)::int as amount, sum(fees)::int as fees,
       sum(left_out)::int as "leftOut"
     from payment_day_figures where company_id = $1 and status = 'SUCCESS'`,
    [target.companyId],
  );

it('counts kinds and fees by the Kampala day, and takes out on it what is reversed later', async () => {
  const first = await postNow(test.owner, collection(lastMoment));
  await createPayment(test.owner, target.companyId, {
    status: 'SUCCESS',
    amount: 1_000n,
    fee: 30n,
    accountId: target.accountId,
    transactionId: first,
    at: lastMoment,
  });
  await postNow(test.owner, collection(nextMoment));
  const one = { count: 1, amount: 1_000, fees: 30, leftOut: 0 };
  expect(await kinds()).toEqual([
    { day: '2026-03-01', kind: 'collection', ...one },
    { day: '2026-03-02', kind: 'collection', ...one },
  ]);
  expect(await paid()).toEqual(one);

  const later = new Date('2026-03-05T09:00:00Z');
  const reversal = await postNow(test.owner, reversalOf(first, 'debit', later));
  const [taken, , reversed] = await kinds();
  const nothing = { count: 1, amount: 0, fees: 0, leftOut: 1 };
  expect(taken).toEqual({ day: '2026-03-01', kind: 'collection', ...nothing });
  expect(reversed).toEqual({ day: '2026-03-05', kind: 'reversal', ...nothing });
  expect(await paid()).toEqual(nothing);

  // The provider earns the fee again, on the day of what was taken back.
  await postNow(test.owner, reversalOf(reversal, 'credit', new Date('2026-03-06T09:00:00Z')));
  expect((await kinds())[2]).toMatchObject({ day: '2026-03-05', fees: 30 });
  expect(await paid()).toEqual(nothing);
});

it('counts a payment as it is, whatever changes', async () => {
  const id = await createPayment(test.owner, target.companyId, { amount: 500n, at: lastMoment });
  const failed = () =>
    test.owner.rows(
      `select reason_code as reason, sum(count)::int as count, sum(amount)::int as amount
       from payment_day_figures where company_id = $1 and status = 'FAILED'
       group by 1 having sum(count) <> 0`,
      [target.companyId],
    );
  const change = (values: string) =>
    test.owner.rows(`update payments set ${values} where id = $1`, [id]);
  await change("status = 'PROCESSING'");
  expect(await failed()).toEqual([]);
  await change("status = 'FAILED', reason_code = 'EXPIRED', finished_at = now()");
  expect(await failed()).toEqual([{ reason: 'EXPIRED', count: 1, amount: 500 }]);
  await change('is_notified = true');
  await change('amount = 700');
  await change("reason_code = 'PAYER_REFUSED'");
  expect(await failed()).toEqual([{ reason: 'PAYER_REFUSED', count: 1, amount: 700 }]);
  await change("amount = 500, status = 'PROCESSING', finished_at = null");
  expect(await failed()).toEqual([]);
});

it('the migration counts what exists as the functions do', async () => {
  await createPayment(test.owner, target.companyId, { status: 'FAILED', at: nextMoment });
  expect(await violations()).toEqual([]);
  const before = await all();
  for (const table of tables) await test.owner.rows(`delete from ${table}`);
  expect((await violations()).map(({ invariant }) => invariant)).toEqual([
    'the figures by kind equal the transactions',
    'the fees by kind and day equal the entries of the fee accounts',
    'the figures of payments equal the payments that have ended',
  ]);
  const file = new URL('../../migrations/0044_report_figures.sql', import.meta.url);
  const sql = await readFile(file, 'utf8');
  await test.asOwner(async (db) => {
    await db.rows("select set_config('app.platform', 'on', true)");
    for (const statement of sql.slice(sql.indexOf('-- Counts what exists.')).split(/;\n/)) {
      if (statement.trim() !== '') await db.rows(statement);
    }
  });
  expect(await all()).toEqual(before);
  expect(await violations()).toEqual([]);
});

async function all(): Promise<unknown> {
  const sums =
    'sum(count) as count, sum(amount) as amount, sum(fees) as fees, sum(left_out) as out';
  return Promise.all(
    [
      ['kind_day_figures', 'day, company_id, kind, type, status'],
      ['platform_hour_figures', 'hour, kind, type, status'],
      [
        'payment_day_figures',
        'company_id, day, direction, network, product_id, status, reason_code',
      ],
      ['platform_payment_figures', 'day, direction, network, status, reason_code'],
    ].map(([table, keys]) =>
      test.owner.rows(
        `select ${keys}, ${sums} from ${table} group by ${keys}
         having (sum(count), sum(amount), sum(fees), sum(left_out)) <> (0, 0, 0, 0) order by ${keys}`,
      ),
    ),
  );
}
