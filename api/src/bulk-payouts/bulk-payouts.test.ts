import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember } from '../../test/actors.ts';
import { openBulkDesk, openBulkWorld, receivers, type BulkDesk } from '../../test/bulk-payouts.ts';
import type { MobileMoney } from '../../test/mobile-money.ts';
import { findViolations } from '../ledger/invariants.ts';
import { magicNumberOf } from '../payments/simulator/magic-numbers.ts';
import { expireBulks } from './bulk-approvals.ts';

let test: MobileMoney;
let desk: BulkDesk;
beforeAll(async () => {
  test = await openBulkWorld();
});
beforeEach(async () => {
  desk = await openBulkDesk(test);
});

const refused = `${magicNumberOf('MTN', 'refused')},2000,,,`;
const paymentCount = async () =>
  (await test.owner.rows('select from payments where company_id = $1', [desk.merchant.companyId]))
    .length;
const account = () =>
  test.owner.row<{ balance: string; held: string }>(
    'select balance, held from accounts where id = $1',
    [desk.merchant.accountId],
  );

describe('a bulk payout', () => {
  it('is checked, asked for, approved once, paid line by line and told', async () => {
    const id = await desk.checked([...receivers(5), refused]);
    const draft = await desk.get(id);
    expect(draft).toMatchObject({ lineCount: 6, okCount: 6, amount: 7_010, needs: 'provider' });
    expect(await paymentCount()).toBe(0);
    const asked = await desk.submit(id);
    expect([asked.status, asked.body.data.state]).toEqual([200, 'waiting']);
    // Nothing is held before the approval.
    expect((await account())?.held).toBe('0');
    const waiting = (await test.call(desk.staff, 'GET', `/Approvals/${id}`)).body.data;
    expect(waiting).toMatchObject({
      kind: 'bulk-payout',
      bulkId: id,
      amount: 7_010,
      from: expect.stringMatching(/ of Company \d+$/),
      to: '6 lines of "Salaries"',
      canApprove: true,
    });
    // Whose account it is goes without saying in the company itself.
    const own = (await test.call(desk.owner, 'GET', `/Approvals/${id}`)).body.data;
    for (const text of [own.from, own.sentence]) expect(text).not.toMatch(/ of Company/);
    expect((await desk.approve(id)).body.data).toMatchObject({
      state: 'approved',
      outcome: 'pending',
    });
    const done = await desk.untilState(id, 'finished');
    expect(done).toMatchObject({ paidCount: 5, failedCount: 1, paidAmount: 5_010 });
    expect(await account()).toEqual({ balance: String(10_000_000_00 - 5_010_00), held: '0' });
    const [failed] = await desk.lines(id, 'failed');
    expect(failed).toMatchObject({ number: 7, state: 'failed', transactionId: expect.any(String) });
    const paid = await desk.lines(id, 'paid');
    expect(paid.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6]);
    const page = await test.call(desk.owner, 'GET', `/Transaction/${paid[0]?.transactionId}`);
    expect(page.body.data.bulk).toEqual({ id, name: 'Salaries', number: 2 });
    const file = await test.call(desk.owner, 'GET', `/BulkPayouts/${id}/results`);
    expect(file.text.trim().split('\r\n')).toHaveLength(7);
    expect(file.text).toContain(`"paid","${paid[0]?.networkReference}"`);
    // Lists lead from each of its payouts back to it.
    const { companyId } = desk.merchant;
    const listed = await test.call(
      desk.owner,
      'GET',
      `/Transaction/company/${companyId}?type=debit`,
    );
    expect(listed.body.data[0]).toMatchObject({ bulkId: id });
    const orders = await test.call(desk.owner, 'GET', `/Transaction/${companyId}/transactions`);
    expect(orders.body.data[0]).toMatchObject({ bulk_id: id });
    expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
  });

  it('needs what its total needs by the rules, and never goes at once', async () => {
    await desk.setRule(1_000_000, 1_000_000);
    const small = await desk.checked(receivers(2));
    expect((await desk.get(small)).needs).toBe('colleague');
    await desk.submit(small);
    for (const [actor, message] of [
      [desk.owner, 'You cannot approve your own request'],
      [desk.staff, 'It waits for approval by a colleague in the company.'],
    ] as const) {
      expect((await desk.approve(small, actor)).body.message).toBe(message);
    }
    expect((await desk.approve(small, desk.manager)).status).toBe(200);
    await desk.untilState(small, 'finished');
    // Each line is far below, the sum is not.
    const large = await desk.checked(receivers(3, 400_000));
    expect((await desk.get(large)).needs).toBe('colleague_and_provider');
    await desk.submit(large);
    expect((await desk.approve(large, desk.manager)).body.data.step).toBe('provider');
    expect(await paymentCount()).toBe(2);
    expect((await desk.approve(large)).status).toBe(200);
    await desk.untilState(large, 'finished');
    expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
  });

  it('ends without a payment if it is rejected, withdrawn, expired or cancelled', async () => {
    const ids = [];
    for (let i = 1; i <= 3; i++) ids.push(await desk.checked(receivers(2, 1_000 * i)));
    const [rejected = '', withdrawn = '', expired = ''] = ids;
    for (const id of ids) await desk.submit(id);
    const { askedAt } = (await test.call(desk.staff, 'GET', `/Approvals/${rejected}`)).body.data;
    const reason = 'Not this month';
    await test.call(desk.staff, 'POST', `/Approvals/${rejected}/reject`, { askedAt, reason });
    await test.call(desk.owner, 'POST', `/Approvals/${withdrawn}/withdraw`);
    await test.owner.rows(
      "update platform_settings set expiry_since = now() - interval '1 year', payout_expiry_hours = 1",
    );
    await test.owner.rows('alter table bulk_payouts disable trigger bulk_payouts_move');
    await test.owner.rows(
      "update bulk_payouts set submitted_at = now() - interval '2 hours' where id = $1",
      [expired],
    );
    await test.owner.rows('alter table bulk_payouts enable trigger bulk_payouts_move');
    expect((await desk.approve(expired)).body.message).toContain('expired');
    expect(await expireBulks(test.database)).toBe(1);
    const draft = await desk.checked(receivers(2));
    await test.call(desk.owner, 'POST', `/BulkPayouts/${draft}/cancel`);
    const states = await Promise.all([...ids, draft].map(async (id) => (await desk.get(id)).state));
    expect(states).toEqual(['refused', 'cancelled', 'refused', 'cancelled']);
    expect((await desk.get(rejected)).reason).toBe(reason);
    expect((await desk.submit(draft)).status).toBe(409);
    expect(await paymentCount()).toBe(0);
  });

  it('pays the failed lines again once, in a new one', async () => {
    const id = await desk.approved([...receivers(2), refused]);
    await desk.untilState(id, 'finished');
    const retry = () => test.call(desk.owner, 'POST', `/BulkPayouts/${id}/retry`);
    const both = await Promise.all([retry(), retry()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const made = both.find(({ status }) => status === 200)?.body.data;
    expect(made).toMatchObject({ lineCount: 1, retryOf: id, name: 'Salaries (retry)' });
    expect((await desk.get(id)).retriedBy).toBe(made.id);
    await desk.untilState(made.id, 'draft');
    expect(await desk.lines(made.id)).toMatchObject([{ number: 4, amount: 2_000, state: 'ok' }]);
    // Another one can be made once this one is not paid.
    await test.call(desk.owner, 'POST', `/BulkPayouts/${made.id}/cancel`);
    expect((await retry()).status).toBe(200);
  });

  it('is not there for another company, nor for whoever may not pay out', async () => {
    const id = await desk.checked(receivers(1));
    const stranger = await createMember(test.owner);
    const { companyId } = desk.merchant;
    const reader = await createMember(test.owner, { companyId, role: 'Restricted' });
    for (const path of ['', '/lines', '/results']) {
      expect((await test.call(stranger, 'GET', `/BulkPayouts/${id}${path}`)).status).toBe(404);
      expect((await test.call(reader, 'GET', `/BulkPayouts/${id}${path}`)).status).toBe(403);
    }
    for (const act of ['submit', 'cancel', 'retry']) {
      const path = `/BulkPayouts/${id}/${act}`;
      const body = act === 'submit' ? {} : undefined;
      expect((await test.call(stranger, 'POST', path, body)).status).toBe(404);
      expect((await test.call(reader, 'POST', path, body)).status).toBe(403);
    }
    expect((await desk.get(id, desk.manager)).state).toBe('draft');
  });
});
