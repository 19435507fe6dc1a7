import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fromShortId } from '../src/db/short-id.ts';
import { createLogger } from '../src/http/logger.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { createEngine } from '../src/payments/engine.ts';
import {
  createMerchant,
  request,
  startMobileMoney,
  type Merchant,
  type MobileMoney,
} from './mobile-money.ts';
import { until } from './until.ts';

let test: MobileMoney;
let merchant: Merchant;
beforeAll(async () => {
  test = await startMobileMoney();
}, 60_000);
beforeEach(async () => {
  merchant = await createMerchant(test.owner, 1_000_000_00n);
});

/** As the watcher does. It is gone when the test ends, so that the next one begins without it. */
async function trip(companyId: string | null): Promise<string> {
  const row = await test.owner.row<{ id: string }>(
    "select brake_trip_by_watcher($1, 'one-amount', 'A test', '[]') as id",
    [companyId],
  );
  const id = row?.id ?? '';
  onTestFinished(async () => {
    await test.owner.rows('delete from braked_payments where brake_id = $1', [id]);
    await test.owner.rows('delete from payout_brakes where id = $1', [id]);
  });
  return id;
}

const arrived = (): Set<string> =>
  new Set(test.simulator.orders().map(({ transactionId }) => fromShortId(transactionId) ?? ''));
const statusOf = async (id: string) =>
  (await test.owner.row<{ status: string }>('select status from payments where id = $1', [id]))
    ?.status;
const isHeld = async (id: string) =>
  (await test.owner.row('select from braked_payments where payment_id = $1', [id])) !== undefined;

describe.each(['its company', 'all companies'])('while the brake of %s is on', (whose) => {
  it('a payout is accepted, waits and is not sent; a collection is paid', async () => {
    await trip(whose === 'its company' ? merchant.companyId : null);
    const payout = await request(test, merchant, 'payouts', '0772000001');
    const collection = await request(test, merchant, 'collections', '0772000001');
    await until('the collection', async () => (await statusOf(collection)) === 'SUCCESS');
    await until('the hold', () => isHeld(payout));
    expect(await statusOf(payout)).toBe('PENDING');
    expect(arrived().has(payout)).toBe(false);
    const account = await test.owner.row<{ held: string }>(
      'select held from accounts where id = $1',
      [merchant.accountId],
    );
    expect(account?.held).toBe('100000');
    const steps = await test.owner.rows<{ title: string }>(
      "select title from payment_steps where payment_id = $1 and kind = 'held'",
      [payout],
    );
    expect(steps).toEqual([{ title: expect.stringContaining('Held by the payout brake') }]);
  });
});

it('the brake of another company changes nothing', async () => {
  await trip((await createMerchant(test.owner)).companyId);
  const payout = await request(test, merchant, 'payouts', '0772000001');
  await until('the payout', async () => (await statusOf(payout)) === 'SUCCESS');
});

it('a payout that the network has is asked about and ends', async () => {
  test.simulator.setDelay(500);
  onTestFinished(() => test.simulator.setDelay(20));
  const payout = await request(test, merchant, 'payouts', '0772000001');
  await until('the order', async () => arrived().has(payout));
  await trip(merchant.companyId);
  expect(await statusOf(payout)).not.toBe('SUCCESS');
  await until('the payout', async () => (await statusOf(payout)) === 'SUCCESS');
});

it('a payout that the network never got is not sent again, and does not fail', async () => {
  test.simulator.setOut(true);
  onTestFinished(() => test.simulator.setOut(false));
  const payout = await request(test, merchant, 'payouts', '0772000001');
  const sendings = () =>
    test.owner
      .row<{ count: number }>(
        'select send_count as count from open_payments where payment_id = $1',
        [payout],
      )
      .then((row) => row?.count ?? 0);
  // The call is over, and nothing arrived.
  const sent = () =>
    test.owner.rows("select from payment_steps where payment_id = $1 and kind = 'sent'", [payout]);
  await until('the sending', async () => (await sent()).length === 1);
  await trip(merchant.companyId);
  test.simulator.setOut(false);
  await until('the hold', () => isHeld(payout));
  expect(arrived().has(payout)).toBe(false);
  expect(await sendings()).toBe(1);
  expect(await statusOf(payout)).toBe('PENDING');
});

it(
  'two servers pay out when it trips: nothing is sent after what they had claimed',
  { timeout: 120_000 },
  async () => {
    const slots = 12;
    const { database, engine } = test;
    const second = createEngine(
      { database, connectors: engine.connectors, logger: createLogger('silent') },
      { running: { concurrency: slots, pollMs: 20, leaseMs: 5_000 } },
    );
    second.runner.start();
    onTestFinished(() => second.runner.stop());
    const merchants = [merchant, ...(await moreMerchants(3))];
    const ids: string[] = [];
    const before = arrived().size;
    const paidOut = () => arrived().size - before;
    let atTrip: Set<string> | undefined;
    const pay = async (from: Merchant): Promise<void> => {
      for (let i = 0; i < 100; i++) ids.push(await request(test, from, 'payouts', '0772000001'));
    };
    const load = Promise.all(merchants.map(pay));
    await until('payouts under way', async () => paidOut() >= 40);
    await trip(null);
    atTrip = arrived();
    await load;
    await until('an end of all that was sent', async () => {
      const row = await test.owner.row<{ open: number }>(
        `select count(*)::int as open from open_payments
         where payment_id = any($1) and next_step_at is not null`,
        [ids],
      );
      return row?.open === 0;
    });
    const sent = ids.filter((id) => arrived().has(id));
    const held = await heldOf(ids);
    const late = sent.filter((id) => !atTrip.has(id));
    console.info(`${sent.length} sent, ${late.length} of them claimed before, ${held} held`);
    // Every payout is one or the other.
    expect(sent.length + held).toBe(ids.length);
    expect(held).toBeGreaterThan(0);
    // No server had claimed more than it has slots.
    expect(late.length).toBeLessThanOrEqual(2 * slots);
    expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
  },
);

async function moreMerchants(count: number): Promise<Merchant[]> {
  return Promise.all(
    Array.from({ length: count }, () => createMerchant(test.owner, 1_000_000_00n)),
  );
}

async function heldOf(ids: readonly string[]): Promise<number> {
  const row = await test.owner.row<{ count: number }>(
    'select count(*)::int as count from braked_payments where payment_id = any($1)',
    [ids],
  );
  return row?.count ?? 0;
}
