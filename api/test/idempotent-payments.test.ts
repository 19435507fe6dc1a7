import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { uuidV7 } from '../src/db/uuid.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import {
  createMerchant,
  startMobileMoney,
  type Merchant,
  type MobileMoney,
  type SignedAnswer,
} from './mobile-money.ts';
import { signedHeaders } from './signed.ts';

const keys = 200;
const copies = 50;
const keysAtOnce = 25;

let test: MobileMoney;
beforeAll(async () => {
  test = await startMobileMoney();
}, 60_000);

describe.each(['collections', 'payouts'] as const)('%s', (direction) => {
  // Payouts lock their account one by one, so a tenth of them is enough.
  const count = direction === 'collections' ? keys : keys / 10;

  it(
    `${count} keys, each sent ${copies} times at once, have ${count} effects`,
    { timeout: 120_000 },
    async () => {
      const start = 1_000_000_00n;
      const merchant = await createMerchant(test.owner, start);
      const ids: string[] = [];
      for (let at = 0; at < count; at += keysAtOnce) {
        const size = Math.min(keysAtOnce, count - at);
        const waves = Array.from({ length: size }, async () => {
          const key = uuidV7();
          const body = { phoneNumber: '0772 100 200', amount: 1_000, reference: key };
          const answers = await Promise.all(
            Array.from({ length: copies }, () => send(merchant, `/${direction}`, { body, key })),
          );
          expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
          const told = new Set(answers.map((answer) => answer.body.data.transactionId as string));
          expect(told.size).toBe(1);
          ids.push(...told);
        });
        await Promise.all(waves);
      }
      expect(new Set(ids).size).toBe(count);

      const rows = await untilPaid(merchant.companyId);
      expect(rows).toEqual({ payments: count, paid: count });
      const sign = direction === 'collections' ? 1n : -1n;
      const account = await test.owner.row('select balance, held from accounts where id = $1', [
        merchant.accountId,
      ]);
      const balance = start + sign * BigInt(count) * 1_000_00n;
      expect(account).toEqual({ balance: String(balance), held: '0' });
      expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
    },
  );
});

/**
 * An overloaded server has stored nothing and says when to send the same again, and not all do so at the same moment.
 * After a broken connection nobody knows, and the order is signed anew: the first signature may be used.
 */
async function send(
  merchant: Merchant,
  path: string,
  { body, key }: { body: object; key: string },
) {
  const order = { method: 'POST', path: `/v1/Payments${path}`, body, idempotencyKey: key } as const;
  const request = () => ({
    method: 'POST',
    headers: signedHeaders(merchant, order),
    body: JSON.stringify(body),
  });
  for (let signed = request(); ;) {
    const answer = await fetch(`${test.serverUrl}/api${order.path}`, signed).catch(() => null);
    if (!answer) signed = request();
    else if (answer.status !== 503) {
      return { status: answer.status, body: (await answer.json()) as SignedAnswer['body'] };
    }
    await wait(Number(answer?.headers.get('retry-after') ?? 1) * 1_000 * Math.random());
  }
}

async function untilPaid(companyId: string): Promise<{ payments: number; paid: number }> {
  for (;;) {
    const row = await test.owner.row<{ payments: number; paid: number; open: number }>(
      `select count(*)::integer as payments,
         count(*) filter (where status = 'SUCCESS')::integer as paid,
         count(o.next_step_at)::integer as open
       from payments p left join open_payments o on o.payment_id = p.id
       where p.company_id = $1`,
      [companyId],
    );
    if (row?.open === 0) return { payments: row.payments, paid: row.paid };
    await wait(50);
  }
}

it('the networks moved money once per payment', () => {
  expect(test.simulator.orders().filter(({ executions }) => executions !== 1)).toEqual([]);
});
