import { describe, expect, it } from 'vitest';
import { reverseWithTwo } from '../../../test/approvals.ts';
import { approvalActs, payingCompany, payoutActs } from '../../../test/paying-company.ts';
import { refundActs } from '../../../test/refunds.ts';
import { createStaff } from '../../../test/actors.ts';
import { findViolations } from '../../ledger/invariants.ts';

const given = payingCompany();
const { approve } = approvalActs(given);
const { setRule } = payoutActs(given);
const { paid, ask, details, refund, succeed } = refundActs(given);

const reversedText =
  'The payment that it refunds was reversed: its money is not on the account any more';
const underWayText =
  'A refund of this payment is under way: it can be reversed when the refund has ended';

const decide = (act: 'approve' | 'reject', id: string, actor = given.staff) =>
  given.test.call(actor, 'PUT', `/Transaction/${id}/${act}`);
const askReversal = (transactionId: string) =>
  given.test.call(given.staff, 'POST', `/Transaction/${transactionId}/reverse`, { reason: 'x' });
const stateOf = (refundId: string) =>
  given.test.owner.row(
    `select p.status, p.awaits_approval, o.next_step_at is not null as is_due
     from payments p left join open_payments o on o.payment_id = p.id where p.transaction_id = $1`,
    [refundId],
  );

describe('a payment that is refunded and reversed', () => {
  it('is not given back again by a refund that waited meanwhile, only rejected', async () => {
    const { id, transactionId } = await paid();
    const { data } = (await ask(id, { amount: 5_000 })).body;
    expect((await reverseWithTwo(given.test, given.staff, transactionId)).status).toBe(200);
    const approved = await decide('approve', data.id);
    expect([approved.status, approved.body.message]).toEqual([409, reversedText]);
    const queued = await given.test.call(given.staff, 'GET', `/Approvals/${data.apiTransactionId}`);
    expect(queued.body.data.warnings).toContain(`${reversedText}.`);
    expect(await stateOf(data.id)).toEqual({
      status: 'PENDING',
      awaits_approval: true,
      is_due: false,
    });
    expect((await decide('reject', data.id)).status).toBe(200);
    expect(await given.test.asOwner((db) => findViolations(db))).toEqual([]);
  });

  it('is not given back by a colleague, nor by the provider after a colleague', async () => {
    await setRule(0, 3_000);
    for (const amount of [2_000, 5_000]) {
      const { id, transactionId } = await paid();
      const refundId = (await ask(id, { amount }, given.manager)).body.data.apiTransactionId;
      if (amount === 5_000) expect((await approve(given.owner, refundId)).status).toBe(200);
      expect((await reverseWithTwo(given.test, given.staff, transactionId)).status).toBe(200);
      const last = amount === 5_000 ? given.second : given.owner;
      expect((await approve(last, refundId)).body.message).toBe(reversedText);
    }
  });

  it('is not released by the database either', async () => {
    const { id, transactionId } = await paid();
    const { data } = (await ask(id, { amount: 5_000 })).body;
    await reverseWithTwo(given.test, given.staff, transactionId);
    const { owner } = given.test;
    await owner.rows(
      `insert into payout_approvals (company_id, payment_id, step, approved_by)
       values ($1, $2, 'provider', $3)`,
      [given.companyId, data.apiTransactionId, given.staff.userId],
    );
    await owner.rows('update payments set awaits_approval = false where id = $1', [
      data.apiTransactionId,
    ]);
    const release = owner.rows('select payout_release($1, $2)', [
      given.companyId,
      data.apiTransactionId,
    ]);
    await expect(release).rejects.toThrow('the payment that it refunds was reversed');
  });

  it('is not reversed while a refund is under way, whenever the reversal was asked for', async () => {
    await setRule(10_000, 20_000);
    const { transactionId, shortId } = await paid();
    const asked = (await askReversal(transactionId)).body.data;
    const { data } = (await refund(shortId, { amount: 2_000 })).body;
    const second = await createStaff(given.test.owner);
    const approveReversal = () =>
      given.test.call(second, 'POST', `/Approvals/${asked.id}/approve`, { askedAt: asked.askedAt });
    const refused = await approveReversal();
    expect([refused.status, refused.body.message]).toEqual([409, underWayText]);
    const shown = await given.test.call(given.staff, 'GET', `/Transaction/${transactionId}`);
    expect(shown.body.data.whyNotReversible).toBe(underWayText);
    const row = await given.test.owner.row<{ refund_id: string }>(
      `select f.refund_id from refunds f join payments o on o.id = f.payment_id
       where o.transaction_id = $1`,
      [transactionId],
    );
    expect(data.transactionId).toBeTruthy();
    await succeed(row?.refund_id ?? '');
    const queued = await given.test.call(second, 'GET', `/Approvals/${asked.id}`);
    expect(queued.body.data.warnings).toContain(
      'UGX 2,000 of it was refunded to the payer already: the company gives that much twice.',
    );
    expect((await approveReversal()).status).toBe(200);
  });

  it('says while a refund waits that it cannot be approved after the reversal', async () => {
    const { id, transactionId } = await paid();
    await ask(id, { amount: 1_000 });
    const asked = (await askReversal(transactionId)).body.data;
    expect(asked.warnings).toContain(
      'A refund of UGX 1,000 waits for approval: it cannot be approved after the reversal.',
    );
  });

  it('goes back once, whichever of the two is first', async () => {
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { id, transactionId } = await paid();
        const { data } = (await ask(id, { amount: 5_000 })).body;
        const [approved, reversed] = await Promise.all([
          decide('approve', data.id),
          reverseWithTwo(given.test, given.second, transactionId),
        ]);
        expect([approved.status, reversed.status].toSorted()).toEqual([200, 409]);
        expect((await details(transactionId)).reversedBy === null).toBe(approved.status === 200);
      }),
    );
  });
});
