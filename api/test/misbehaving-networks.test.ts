import { setTimeout as wait } from 'node:timers/promises';
import { networkNames, type NetworkName } from '@sente/contract/payments';
import { beforeAll, describe, expect, it } from 'vitest';
import { toShortId } from '../src/db/short-id.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import {
  magicNumberOf,
  magicNumbers,
  type BehaviourName,
} from '../src/payments/simulator/magic-numbers.ts';
import {
  createMerchant,
  request,
  startMobileMoney,
  type Merchant,
  type MobileMoney,
} from './mobile-money.ts';

let test: MobileMoney;
beforeAll(async () => {
  test = await startMobileMoney({ giveUpAfterMs: 3_000 });
}, 60_000);

/** The expected end of an order: a status with its reason, or a review by two people. */
type Fate = 'SUCCESS' | { failed: string } | { review: string };

const fates: Record<BehaviourName, Fate> = {
  approved: 'SUCCESS',
  refused: { failed: 'PAYER_REFUSED' },
  'no funds': { failed: 'NOT_ENOUGH_FUNDS' },
  expired: { failed: 'EXPIRED' },
  'never answers': 'SUCCESS',
  'never known': { review: 'unanswered' },
  'callback only': 'SUCCESS',
  'poll only': 'SUCCESS',
  'duplicate callback': 'SUCCESS',
  'callback before the answer': 'SUCCESS',
  'wrong amount': { review: 'amount_differs' },
  'forged callback': { failed: 'PAYER_REFUSED' },
  'late success': { review: 'late_success' },
  'server errors': 'SUCCESS',
  'answer lost': 'SUCCESS',
  'unreadable answer': 'SUCCESS',
  'limit reached': { failed: 'LIMIT_REACHED' },
  'no wallet': { failed: 'PAYER_NOT_FOUND' },
  'paid late': 'SUCCESS',
  'request refused': { failed: 'NETWORK_REFUSED' },
  'waits for a person': 'SUCCESS',
};

/** A payee cannot refuse; the network does. */
function fateFor(direction: 'collections' | 'payouts', name: BehaviourName): Fate {
  const isRefusal = name === 'refused' || name === 'forged callback';
  return direction === 'payouts' && isRefusal ? { failed: 'PAYEE_NOT_ALLOWED' } : fates[name];
}

interface Stored {
  readonly status: string;
  readonly reason_code: string | null;
  readonly next_step_at: Date | null;
  readonly transaction_id: string | null;
  readonly review: string | null;
}

const stored = (paymentId: string) =>
  test.owner.row<Stored>(
    `select p.status, p.reason_code, o.next_step_at, p.transaction_id, r.kind as review
     from payments p left join open_payments o on o.payment_id = p.id
     left join payment_reviews r on r.payment_id = p.id and r.closed_at is null
     where p.id = $1`,
    [paymentId],
  );

/** The server has nothing left to do: the payment is final or under review. */
async function settled(
  paymentId: string,
  isIt: (row: Stored) => boolean,
  nudge: () => Promise<void>,
): Promise<Stored> {
  for (let tries = 0; tries < 400; tries++) {
    await nudge();
    const row = await stored(paymentId);
    if (row && isIt(row)) return row;
    await wait(50);
  }
  throw new Error(`Stuck: ${JSON.stringify(await stored(paymentId))}`);
}

const money = async ({ accountId }: Merchant) =>
  test.owner.row<{ balance: string; held: string }>(
    'select balance, held from accounts where id = $1',
    [accountId],
  );

const orderOf = (paymentId: string) =>
  test.simulator.orders().find((order) => order.transactionId === toShortId(paymentId));

/** Acts as the person with the phone; repeats, because the prompt may appear late. */
async function approve(paymentId: string): Promise<void> {
  const order = orderOf(paymentId);
  if (order?.state !== 'open') return;
  await fetch(`${test.simulator.url}/simulator/phones/${order.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ isApproved: true }),
  });
}

const start = 50_000_00n;

async function fateOf(
  direction: 'collections' | 'payouts',
  network: NetworkName,
  name: BehaviourName,
): Promise<{ row: Stored; merchant: Merchant; paymentId: string }> {
  const merchant = await createMerchant(test.owner, start);
  const phoneNumber = magicNumberOf(network, name);
  const paymentId = await request(test, merchant, direction, phoneNumber);
  const fate = fateFor(direction, name);
  const row = await settled(
    paymentId,
    ({ status, review }) => {
      if (typeof fate === 'object' && 'review' in fate) return review !== null;
      return status === 'SUCCESS' || status === 'FAILED';
    },
    async () => {
      if (name === 'waits for a person') await approve(paymentId);
    },
  );
  return { row, merchant, paymentId };
}

describe.each(['collections', 'payouts'] as const)('%s', (direction) => {
  describe.each([...networkNames])('%s', (network) => {
    it.concurrent.each(magicNumbers.map(({ name }) => name))('%s', async (name) => {
      const { row, merchant, paymentId } = await fateOf(direction, network, name);
      const fate = fateFor(direction, name);
      expect(row).toMatchObject({ next_step_at: null });
      const isIn = direction === 'collections';
      if (fate === 'SUCCESS') {
        expect(row.status).toBe('SUCCESS');
        const balance = String(start + (isIn ? 1_000_00n : -1_000_00n));
        expect(await money(merchant)).toEqual({ balance, held: '0' });
      } else if ('failed' in fate) {
        expect(row).toMatchObject({ status: 'FAILED', reason_code: fate.failed, review: null });
        expect(await money(merchant)).toEqual({ balance: String(start), held: '0' });
      } else {
        expect(row.review).toBe(fate.review);
        const held = isIn || fate.review === 'late_success' ? '0' : '100000';
        expect(await money(merchant)).toEqual({ balance: String(start), held });
      }
      // What the network itself paid: once if booked, never if failed.
      const isPaid = fate === 'SUCCESS' || ('review' in fate && fate.review !== 'unanswered');
      expect(orderOf(paymentId)?.executions ?? 0).toBe(isPaid ? 1 : 0);
    });
  });
});

it('the ledger keeps its invariants', async () => {
  expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
});
