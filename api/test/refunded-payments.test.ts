import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromShortId, toShortId } from '../src/db/short-id.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { magicNumberOf } from '../src/payments/simulator/magic-numbers.ts';
import { createMember } from './actors.ts';
import {
  createMerchant,
  request,
  signedCall,
  startMobileMoney,
  type Merchant,
  type MobileMoney,
} from './mobile-money.ts';
import { until } from './until.ts';
import { createWebhook } from './webhooks.ts';

let test: MobileMoney;
let merchant: Merchant;
beforeAll(async () => {
  test = await startMobileMoney();
}, 60_000);
beforeEach(async () => {
  merchant = await createMerchant(test.owner, 100_000n);
  await createWebhook(test.owner, merchant.companyId, 'http://127.0.0.1:9/hook');
});

const get = async (shortId: string) =>
  (await signedCall(test.serverUrl, merchant, 'GET', `/${shortId}`)).body.data;

async function ended(shortId: string) {
  await until(`the end of ${shortId}`, async () => (await get(shortId)).finishedAt !== null);
  return get(shortId);
}

describe('a payment that is refunded', () => {
  it('goes back to the phone, and events and statement name the payment', async () => {
    const phone = magicNumberOf('MTN', 'approved');
    const paid = await ended(toShortId(await request(test, merchant, 'collections', phone)));
    expect(paid).toMatchObject({ status: 'SUCCESS', refundedAmount: 0, refundOf: null });
    const { transactionId } = paid;
    const body = { transactionId, amount: 400 };
    const answer = await signedCall(test.serverUrl, merchant, 'POST', '/refunds', { body });
    expect(answer.status).toBe(202);
    const refund = await ended(answer.body.data.transactionId);
    expect(refund).toMatchObject({ status: 'SUCCESS', phoneNumber: paid.phoneNumber, amount: 400 });
    expect(refund.refundOf).toBe(transactionId);
    expect(await get(transactionId)).toMatchObject({ status: 'SUCCESS', refundedAmount: 400 });

    const [event] = await test.owner.rows<{ type: string; payload: { data: unknown } }>(
      'select type, payload from webhook_events where payment_id = $1',
      [fromShortId(refund.transactionId)],
    );
    expect(event).toMatchObject({
      type: 'payment.succeeded',
      payload: { data: { refundOf: transactionId, amount: 400 } },
    });
    const member = await createMember(test.owner, { companyId: merchant.companyId });
    const movements = await test.call(member, 'GET', `/Account/${merchant.accountId}/movements`);
    expect(movements.body.data[0]).toMatchObject({
      kind: 'payout',
      description: `Refund of ${transactionId}`,
      amount: -400,
    });
    expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
  });
});
