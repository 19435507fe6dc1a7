import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { findViolations } from '../src/ledger/invariants.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { startKillable } from './killable.ts';
import { killTimeoutMs, kills } from './kills.ts';
import { createMerchant, signedCall, type Merchant } from './mobile-money.ts';

const startBalance = 100_000_000_00n;
const clients = 24;

/** Every third is a payout. Like a proper client it repeats the order until it gets an answer. */
async function order(
  serverUrl: string,
  merchant: Merchant,
  number: number,
): Promise<{ transactionId: string }> {
  const direction = number % 3 === 0 ? 'payouts' : 'collections';
  const body = {
    phoneNumber: `077${String(2_000_000 + number)}`,
    amount: 1_000 + (number % 7),
    reference: `Order ${number}`,
  };
  for (;;) {
    try {
      const options = { body, key: `order-${number}` };
      const answer = await signedCall(serverUrl, merchant, 'POST', `/${direction}`, options);
      if (answer.status === 202) return answer.body.data as { transactionId: string };
      if (answer.status < 500) throw new Error(`Refused: ${JSON.stringify(answer.body)}`);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    }
    await wait(50);
  }
}

it(
  `${kills.payments} payments through kill -9 of the API and of the worker`,
  { timeout: killTimeoutMs + kills.payments * 60 },
  async () => {
    const test = await createTestDatabase();
    const merchants = await Promise.all(
      Array.from({ length: 5 }, () => createMerchant(test.owner, startBalance)),
    );
    const { serverUrl, simulatorUrl, kill } = await startKillable(test);

    const promised = new Map<number, string>();
    let next = 0;
    const client = async (): Promise<void> => {
      for (let number = next++; number < kills.payments; number = next++) {
        const merchant = merchants[number % merchants.length];
        if (!merchant) throw new Error('No merchant');
        promised.set(number, (await order(serverUrl, merchant, number)).transactionId);
      }
    };
    const ordering = Promise.all(Array.from({ length: clients }, client));

    let killed = 0;
    const killEvery = kills.payments / (kills.paymentsKills + 1);
    while (promised.size < kills.payments || killed < kills.paymentsKills) {
      const isTime = promised.size > killEvery * (killed + 1) && killed < kills.paymentsKills;
      if (!isTime) {
        await Promise.race([wait(5), ordering]);
        continue;
      }
      await kill(killed % 2 === 0 ? 'worker' : 'api');
      killed++;
    }
    await ordering;
    expect(killed).toBe(kills.paymentsKills);
    await untilNothingIsOpen(test);
    await expectEverythingOnce(test, merchants, promised, simulatorUrl);
  },
);

async function untilNothingIsOpen(test: TestDatabase): Promise<void> {
  for (;;) {
    const row = await test.owner.row<{ open: number }>(
      "select count(*)::integer as open from payments where status in ('PENDING', 'PROCESSING')",
    );
    if (row?.open === 0) return;
    await wait(100);
  }
}

async function expectEverythingOnce(
  test: TestDatabase,
  merchants: readonly Merchant[],
  promised: ReadonlyMap<number, string>,
  simulatorUrl: string,
): Promise<void> {
  expect(new Set(promised.values()).size).toBe(kills.payments);
  const stored = await test.owner.row(
    `select count(*)::integer as payments,
       count(*) filter (where status = 'SUCCESS')::integer as paid,
       count(distinct transaction_id)::integer as booked from payments`,
  );
  expect(stored).toEqual({
    payments: kills.payments,
    paid: kills.payments,
    booked: kills.payments,
  });
  const response = await fetch(`${simulatorUrl}/simulator/totals`);
  const totals = (await response.json()) as Record<string, number>;
  expect(totals).toMatchObject({ orders: kills.payments, open: 0, executedMoreThanOnce: 0 });
  const moved = await test.owner.row<{ gained: string; held: string }>(
    `select (sum(balance) - $1)::text as gained, sum(held)::text as held
     from accounts where kind = 'customer'`,
    [startBalance * BigInt(merchants.length)],
  );
  const gained = ((totals['collected'] ?? 0) - (totals['paidOut'] ?? 0)) * 100;
  expect(moved).toEqual({ gained: String(gained), held: '0' });
  expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
}
