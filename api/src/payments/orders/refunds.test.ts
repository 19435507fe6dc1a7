import { describe, expect, it } from 'vitest';
import { createMember } from '../../../test/actors.ts';
import { reverseWithTwo } from '../../../test/approvals.ts';
import { createPayment } from '../../../test/factories.ts';
import { payingCompany, payoutActs } from '../../../test/paying-company.ts';
import { refundActs } from '../../../test/refunds.ts';
import { createCredential } from '../../../test/signed.ts';
import { toShortId } from '../../db/short-id.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { findViolations } from '../../ledger/invariants.ts';

const given = payingCompany();
const { setRule } = payoutActs(given);
const { paid, refund, read, ask, refundCount } = refundActs(given);

describe("a refund by a company's systems", () => {
  it('gives all that was paid back to the number that paid, from the account that received it', async () => {
    const { id, shortId } = await paid();
    const { status, body } = await refund(shortId);
    expect(status).toBe(202);
    expect(body.data).toMatchObject({ status: 'PENDING', awaitsApproval: false });
    const { accountNumber } = await read(shortId);
    expect(await read(body.data.transactionId)).toMatchObject({
      direction: 'payout',
      amount: 5_000,
      phoneNumber: '256752000007',
      network: 'AIRTEL',
      accountNumber,
      reference: 'Order 7',
      description: `Refund of ${shortId}`,
      refundOf: shortId,
      refundedAmount: 0,
    });
    expect(await read(shortId)).toMatchObject({ refundedAmount: 5_000, refundOf: null });
    const again = await refund(shortId);
    expect([again.status, again.body.message]).toEqual([
      409,
      'All of it is refunded, or about to be',
    ]);
    expect(await refundCount(id)).toBe(1);
    expect(await given.test.asOwner((db) => findViolations(db))).toEqual([]);
  });

  it('can be of a part, and then at most of the rest', async () => {
    const { shortId } = await paid();
    const first = await refund(shortId, {
      amount: 2_000,
      reference: 'Credit note 1',
      reason: 'Late',
    });
    expect(await read(first.body.data.transactionId)).toMatchObject({ reference: 'Credit note 1' });
    const { status, body } = await refund(shortId, { amount: 3_001 });
    const message = 'At most UGX 3,000 of it can be refunded';
    expect([status, body]).toMatchObject([409, { code: 'refused', fields: { amount: message } }]);
    const rest = await refund(shortId);
    expect(await read(rest.body.data.transactionId)).toMatchObject({ amount: 3_000 });
    expect(await read(shortId)).toMatchObject({ refundedAmount: 5_000 });
  });

  it('is never more than what was paid, however many ask at once', async () => {
    const { id, shortId } = await paid();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => refund(shortId, { amount: 2_000 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      202,
      202,
      ...Array<number>(6).fill(409),
    ]);
    expect(await refundCount(id)).toBe(2);
    expect(await read(shortId)).toMatchObject({ refundedAmount: 4_000 });
    const held = await given.test.owner.row('select held from accounts where id = $1', [
      given.accountId,
    ]);
    expect(held).toEqual({ held: '400000' });
  });

  it('is repeated under its key as it was, also when nothing is left or it was reversed since', async () => {
    const { id, transactionId, shortId } = await paid();
    // It waits, so the payment can be reversed meanwhile.
    await setRule(0, 1_000);
    const key = uuidV7();
    const [first, second] = await Promise.all([refund(shortId, {}, key), refund(shortId, {}, key)]);
    expect(first.body.data).toEqual(second.body.data);
    expect((await reverseWithTwo(given.test, given.staff, transactionId)).status).toBe(200);
    const again = await refund(shortId, {}, key);
    expect([again.status, again.body.data]).toEqual([202, first.body.data]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const other = await refund(shortId, { amount: 1_000 }, key);
    expect(other.body).toMatchObject({ code: 'idempotency_key_reused' });
    const elsewhere = await refund(shortId, { reason: 'Other' }, key);
    expect(elsewhere.body).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await refundCount(id)).toBe(1);
  });

  it.each([
    ['PENDING', 'It has not been paid yet'],
    ['PROCESSING', 'It has not been paid yet'],
    ['FAILED', 'The payment failed: nothing was paid'],
    ['TIMEOUT', 'A payment of an earlier system cannot be refunded'],
  ])('is refused of a payment that is %s', async (status, message) => {
    const { id, shortId } = await paid({ status });
    const { body } = await refund(shortId);
    expect(body).toMatchObject({ code: 'refused', message });
    expect(await refundCount(id)).toBe(0);
  });

  it('is refused of a payout, of a reversed payment and of one without a transaction', async () => {
    const payout = await paid({ direction: 'payout' });
    const { message } = (await refund(payout.shortId, { amount: 1 })).body;
    expect(message).toBe('Only a collection can be refunded');
    const reversed = await paid();
    await reverseWithTwo(given.test, given.staff, reversed.transactionId);
    expect((await refund(reversed.shortId)).body.message).toBe(
      'The payment was reversed: its money is not on the account any more',
    );
    const earlier = await createPayment(given.test.owner, given.companyId, {
      origin: 'import',
      status: 'SUCCESS',
      accountId: given.accountId,
    });
    expect((await refund(toShortId(earlier))).body.message).toBe(
      'A payment of an earlier system cannot be refunded',
    );
  });

  it("does not find another company's payment", async () => {
    const { id, shortId, transactionId } = await paid();
    const stranger = await createMember(given.test.owner);
    const keys = await createCredential(given.test.owner, stranger.companyId ?? '');
    expect((await refund(shortId, {}, uuidV7(), keys)).status).toBe(404);
    expect((await refund(toShortId(uuidV7()))).status).toBe(404);
    for (const known of [id, transactionId]) {
      expect((await ask(known, { amount: 1_000 }, stranger)).status).toBe(404);
    }
    expect(await refundCount(id)).toBe(0);
  });

  it('obeys what stops payouts: a suspension, a frozen account and missing money', async () => {
    const { id, shortId } = await paid();
    const codeOf = async () => (await refund(shortId)).body.code;
    const set = (table: 'companies' | 'accounts', changes: string) =>
      given.test.owner.rows(`update ${table} set ${changes} where id = $1`, [
        table === 'companies' ? given.companyId : given.accountId,
      ]);
    await set('companies', "suspended_at = now(), suspension_reason = 'A test'");
    expect(await codeOf()).toBe('company_suspended');
    await set('companies', 'suspended_at = null, suspension_reason = null');
    await set('accounts', "frozen_at = now(), freeze_reason = 'A test'");
    expect(await codeOf()).toBe('account_frozen');
    await set('accounts', 'frozen_at = null, freeze_reason = null');
    await set('accounts', 'held = balance');
    expect(await codeOf()).toBe('insufficient_funds');
    await set('accounts', 'held = 0');
    expect(await refundCount(id)).toBe(0);
    expect(await codeOf()).toBeUndefined();
  });
});
