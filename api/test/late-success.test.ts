import { kampalaDay } from '@sente/contract/kampala';
import type { NetworkName } from '@sente/contract/payments';
import { phoneText } from '@sente/contract/phone';
import { beforeAll, expect, it } from 'vitest';
import { toShortId } from '../src/db/short-id.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { magicNumberOf } from '../src/payments/simulator/magic-numbers.ts';
import { runMatching } from '../src/reconciliation/run-matching.ts';
import { createStaff, type TestActor } from './actors.ts';
import { createMerchant, request, startMobileMoney, type MobileMoney } from './mobile-money.ts';
import { until } from './until.ts';

/* A payment that fails at the network, which carries it out later; its callback is lost. */

let test: MobileMoney;
let staff: TestActor;
let second: TestActor;
beforeAll(async () => {
  // Long enough for the server to hear of the failure first.
  test = await startMobileMoney({ hasCallbacks: false, lateAfterMs: 2_000 });
  staff = await createStaff(test.owner);
  second = await createStaff(test.owner);
}, 60_000);

const statusOf = async (id: string) =>
  (await test.owner.row<{ status: string }>('select status from payments where id = $1', [id]))
    ?.status;
const balanceOf = async (id: string) =>
  (await test.owner.row<{ balance: string }>('select balance from accounts where id = $1', [id]))
    ?.balance;
const reviewOf = (id: string) =>
  test.owner.row<{ id: string; kind: string }>(
    'select id, kind from payment_reviews where payment_id = $1 and closed_at is null',
    [id],
  );

it.each([
  ['MTN', 'collections', 51_000_00],
  ['AIRTEL', 'collections', 51_000_00],
  ['MTN', 'payouts', 49_000_00],
  ['AIRTEL', 'payouts', 49_000_00],
] as const)(
  'of %s (%s) is found by asking again, and booked once',
  async (network, direction, end) => {
    const merchant = await createMerchant(test.owner, 50_000_00n);
    const number = magicNumberOf(network, 'late success');
    const id = await request(test, merchant, direction, number);
    const order = () =>
      test.simulator.orders().find(({ transactionId }) => transactionId === toShortId(id));
    await until('the failure', async () => (await statusOf(id)) === 'FAILED');
    await until('the payment at the network', async () => order()?.state === 'paid');
    // Nobody told the server.
    expect(await reviewOf(id)).toBeUndefined();
    expect(await balanceOf(merchant.accountId)).toBe('5000000');

    await test.owner.rows(
      `update late_questions set failed_at = failed_at - interval '2 hours', next_at = now()
     where payment_id = $1`,
      [id],
    );
    await test.engine.lateQuestions.ask();
    const review = await reviewOf(id);
    expect(review).toMatchObject({ kind: 'late_success' });
    expect([await statusOf(id), await balanceOf(merchant.accountId)]).toEqual([
      'FAILED',
      '5000000',
    ]);

    const path = `/PaymentReviews/${review?.id}`;
    const proposal = { decision: 'book', note: 'The network says that it was paid' };
    expect((await test.call(staff, 'POST', `${path}/propose`, proposal)).status).toBe(200);
    const confirmed = await test.call(second, 'POST', `${path}/confirm`, { decision: 'book' });
    expect(confirmed.status, confirmed.text).toBe(200);
    expect([await statusOf(id), await balanceOf(merchant.accountId)]).toEqual([
      'SUCCESS',
      String(end),
    ]);
    const booked = await test.owner.row<{ description: string }>(
      `select description from transactions where company_id = $1 and account_id = $2
       and status = 'completed' order by id desc limit 1`,
      [merchant.companyId, merchant.accountId],
    );
    const way = direction === 'collections' ? 'from' : 'to';
    expect(booked?.description).toBe(`Mobile money ${way} ${phoneText(number)}`);
    await test.engine.lateQuestions.ask();
    expect(order()?.executions).toBe(1);
  },
);

it.each(['MTN', 'AIRTEL'] satisfies NetworkName[])(
  'is on the statement of %s, which then agrees with the books',
  async (network) => {
    const day = kampalaDay(Date.now());
    const url = `${test.simulator.url}/simulator/statements/${network}/${day}`;
    const csv = await (await fetch(url)).text();
    const path = `/NetworkStatements?network=${network}&wallet=both&name=${network}.csv`;
    expect((await test.sendCsv(staff, 'POST', path, csv)).body.data).toMatchObject({ newLines: 2 });
    await runMatching(test.database);
    const bridge = `/Reconciliation/bridge?network=${network}&day=${day}`;
    expect((await test.call(staff, 'GET', bridge)).body.data).toMatchObject({
      float: 100_000_000,
      difference: 0,
      paidNotBooked: 0,
    });
    expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
  },
);
