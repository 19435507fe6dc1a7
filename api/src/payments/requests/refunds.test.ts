import { describe, expect, it } from 'vitest';
import { createMember } from '../../../test/actors.ts';
import { openReview } from '../../../test/bulk-payouts.ts';
import { createRoleWith } from '../../../test/factories.ts';
import { payingCompany, payoutActs } from '../../../test/paying-company.ts';
import { refundActs } from '../../../test/refunds.ts';

const given = payingCompany();
const { setRule } = payoutActs(given);
const { paid, read, ask, details, refundCount, succeed } = refundActs(given);

describe('a refund that people ask for', () => {
  it('waits by the rules for payouts, and its review says so without storing anything', async () => {
    await setRule(1_000, 3_000);
    const { id, transactionId } = await paid();
    const review = (amount: number) =>
      given.test.call(given.owner, 'POST', `/Transaction/${transactionId}/refunds/review`, {
        amount,
      });
    expect((await review(1_000)).body.data).toMatchObject({ approval: 'none' });
    expect((await review(3_000)).body.data).toMatchObject({ approval: 'colleague' });
    expect((await review(5_001)).body.message).toBe('At most UGX 5,000 of it can be refunded');
    expect(await refundCount(id)).toBe(0);
    const small = await ask(id, { amount: 1_000, reason: 'Late' });
    expect(small.body.meta).toEqual({ approval: 'none', isBraked: false });
    const large = await ask(transactionId, { amount: 4_000 });
    expect(large.body.meta).toMatchObject({ approval: 'colleague_and_provider' });
    expect(large.body.data).toMatchObject({ status: 'pending', refundOf: transactionId });
    const audited = await given.test.owner.rows(
      `select details from audit_log where action = 'refunds.create' and company_id = $1`,
      [given.companyId],
    );
    expect(audited).toHaveLength(2);
  });

  it('frees its amount again when it fails', async () => {
    const { id, shortId } = await paid();
    const first = await ask(id, { amount: 5_000 });
    expect((await ask(id, { amount: 1 })).status).toBe(409);
    const rejected = `/Transaction/${first.body.data.id}/reject`;
    expect((await given.test.call(given.staff, 'PUT', rejected)).status).toBe(200);
    expect(await read(shortId)).toMatchObject({ refundedAmount: 0 });
    expect((await ask(id, { amount: 5_000 })).status).toBe(200);
  });

  it('keeps its amount while people decide whether the network paid it after all', async () => {
    const { id, shortId } = await paid();
    const first = await ask(id, { amount: 4_000 });
    const { companyId, staff, test } = given;
    const reject = (of: string) => test.call(staff, 'PUT', `/Transaction/${of}/reject`);
    await reject(first.body.data.id);
    const second = await ask(id, { amount: 4_000 });
    const row = await test.owner.row<{ refund_id: string }>(
      'select refund_id from refunds where payment_id = $1 order by refund_id limit 1',
      [id],
    );
    const refundId = row?.refund_id ?? '';
    await openReview(test, companyId, refundId);
    const approved = await test.call(staff, 'PUT', `/Transaction/${second.body.data.id}/approve`);
    expect([approved.status, approved.body.message]).toEqual([
      409,
      'An earlier refund was carried out after all: more would go back than was paid',
    ]);
    await reject(second.body.data.id);
    expect(await read(shortId)).toMatchObject({ refundedAmount: 4_000 });
    expect((await ask(id, { amount: 2_000 })).body.message).toBe(
      'At most UGX 1,000 of it can be refunded. A refund of it failed, but the network says that it was paid: people look into it first',
    );
    await test.owner.rows('update payment_reviews set closed_at = now() where payment_id = $1', [
      refundId,
    ]);
    expect((await ask(id, { amount: 5_000 })).status).toBe(200);
  });

  it('needs the permission of payouts, and staff only see', async () => {
    const { id } = await paid();
    const { companyId, test } = given;
    const role = await createRoleWith(test.owner, 'canViewTransactions');
    const viewer = await createMember(test.owner, { companyId, role });
    for (const actor of [viewer, given.staff]) {
      expect((await ask(id, { amount: 1_000 }, actor)).status).toBe(403);
    }
  });

  it('is linked with its payment on both pages and in lists', async () => {
    const { id, transactionId, shortId } = await paid();
    const { data } = (await ask(id, { amount: 2_000, reason: 'One was broken' })).body;
    expect((await details(id)).refunds).toMatchObject({
      refunded: 2_000,
      left: 3_000,
      whyNot: null,
      list: [{ id: data.id, amount: 2_000, status: 'PENDING', reason: 'One was broken' }],
    });
    expect(await details(data.id)).toMatchObject({
      description: `Refund of ${shortId}`,
      refundOf: transactionId,
      refundReason: 'One was broken',
      refunds: null,
    });
    const list = async () =>
      (await given.test.call(given.owner, 'GET', `/Transaction/company/${given.companyId}`)).body
        .data;
    expect((await list()).slice(0, 2)).toMatchObject([
      { refundOf: transactionId, refunded: null },
      { refundOf: null, refunded: null },
    ]);
    await succeed(data.apiTransactionId);
    expect((await list())[1]).toMatchObject({ id: transactionId, refunded: 'part' });
    const requests = await given.test.call(
      given.owner,
      'GET',
      `/Transaction/${given.companyId}/transactions`,
    );
    expect(requests.body.data).toMatchObject([
      { refund_of: transactionId, refunded: null },
      { refund_of: null, refunded: 'part' },
    ]);
    const rest = await ask(id, { amount: 3_000 });
    await succeed(rest.body.data.apiTransactionId);
    expect(await details(id)).toMatchObject({
      refunded: 'whole',
      refunds: { left: 0, whyNot: 'All of it is refunded, or about to be' },
    });
  });
});
