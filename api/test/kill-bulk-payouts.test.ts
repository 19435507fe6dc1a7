import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { findViolations } from '../src/ledger/invariants.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { startKillable } from './killable.ts';
import { killTimeoutMs, kills } from './kills.ts';
import { createMerchant, signedCall } from './mobile-money.ts';

const { bulkLines: count, bulkKills } = kills;
const startBalance = 100_000_000_00n;
const amountOf = (i: number): number => 100 + (i % 7);

/** How many lines are checked and made payments, and how many of those have ended. */
const progressOf = async (test: TestDatabase) => {
  const row = await test.owner.row<{ state: string; done: number }>(
    `select b.state, b.checked_count + count(l.payment_id)::int
         + count(*) filter (where p.status in ('SUCCESS', 'FAILED'))::int as done
     from bulk_payouts b join bulk_payout_lines l on l.bulk_id = b.id
     left join payments p on p.id = l.payment_id group by b.id`,
  );
  return row ?? { state: 'none', done: 0 };
};

it(
  `a bulk payout of ${count} lines pays each once through ${bulkKills} kill -9`,
  { timeout: killTimeoutMs + count * 120 },
  async () => {
    const test = await createTestDatabase();
    const merchant = await createMerchant(test.owner, startBalance);
    const { serverUrl, simulatorUrl, kill } = await startKillable(test);
    const lines = Array.from({ length: count }, (_, i) => ({
      phoneNumber: `077${2_600_000 + i}`,
      amount: amountOf(i),
      reference: `Line ${i}`,
    }));
    const body = { name: 'Killed', lines };
    const asked = await signedCall(serverUrl, merchant, 'POST', '/bulk-payouts', { body });
    expect(asked.status).toBe(202);

    const began = performance.now();
    // Spread over the check, the making of the payments, and their way through the networks.
    let restarted = Promise.resolve();
    for (let killed = 0; killed < bulkKills;) {
      const { state, done } = await progressOf(test);
      expect(state, 'it ended before the last kill').not.toBe('finished');
      if (done <= (2.7 * count * (killed + 0.5)) / bulkKills) {
        await wait(5);
        continue;
      }
      // The worker goes on while the API starts again.
      if (killed % 3 === 1) restarted = restarted.then(() => kill('api'));
      await kill('worker');
      killed++;
    }
    await restarted;
    while ((await progressOf(test)).state !== 'finished') await wait(50);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(`${count} lines with ${bulkKills} kills: ${seconds} s\n`);

    const sum = lines.reduce((total, { amount }) => total + amount, 0);
    const stored = await test.owner.row(
      `select count(*)::int as lines, count(distinct l.payment_id)::int as payments,
         count(*) filter (where p.status = 'SUCCESS' and p.amount = l.amount
           and p.phone_number = l.phone_number)::int as paid,
         (select count(*)::int from payments) as all_payments,
         (select paid_count from bulk_payouts) as told
       from bulk_payout_lines l join payments p on p.id = l.payment_id`,
    );
    const [payments, paid] = [count, count];
    expect(stored).toEqual({ lines: count, payments, paid, all_payments: count, told: count });
    // What the network itself remembers.
    const totals = await (await fetch(`${simulatorUrl}/simulator/totals`)).json();
    expect(totals).toMatchObject({ orders: count, executedMoreThanOnce: 0, paidOut: sum });
    const account = await test.owner.row('select balance, held from accounts where id = $1', [
      merchant.accountId,
    ]);
    expect(account).toEqual({ balance: String(startBalance - BigInt(sum) * 100n), held: '0' });
    expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
  },
);
