import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import {
  openBulkDesk,
  openBulkWorld,
  openReview,
  receivers,
  type BulkDesk,
} from '../../test/bulk-payouts.ts';
import { signedCall, type MobileMoney } from '../../test/mobile-money.ts';
import { until } from '../../test/until.ts';
import { magicNumberOf } from '../payments/simulator/magic-numbers.ts';

let test: MobileMoney;
let desk: BulkDesk;
beforeAll(async () => {
  test = await openBulkWorld();
});
beforeEach(async () => {
  desk = await openBulkDesk(test);
});

const late = `${magicNumberOf('MTN', 'late success')},3000,,,`;
const refused = `${magicNumberOf('MTN', 'refused')},2000,,,`;
const retry = (id: string) => test.call(desk.owner, 'POST', `/BulkPayouts/${id}/retry`);
const paymentOf = async (id: string, number: number): Promise<string> => {
  const row = await test.owner.row<{ payment_id: string }>(
    'select payment_id from bulk_payout_lines where bulk_id = $1 and number = $2',
    [id, number],
  );
  return row?.payment_id ?? '';
};
const isReviewed = async (paymentId: string) =>
  (await test.owner.rows('select from payment_reviews where payment_id = $1', [paymentId])).length;

describe('a line that failed and that the network paid after all', () => {
  it('is left out of a retry while people look into it', { timeout: 60_000 }, async () => {
    const id = await desk.approved([late, refused]);
    await desk.untilState(id, 'finished');
    const paymentId = await paymentOf(id, 2);
    await until('the late success', async () => (await isReviewed(paymentId)) === 1);
    expect(await desk.get(id)).toMatchObject({ failedCount: 2, doubtedCount: 1 });
    const [line] = await desk.lines(id, 'failed');
    expect(line?.reason).toContain('the network says that it was paid');
    const made = (await retry(id)).body.data;
    expect(made).toMatchObject({ lineCount: 1, retryOf: id });
    await desk.untilState(made.id, 'draft');
    expect(await desk.lines(made.id)).toMatchObject([{ number: 3, amount: 2_000 }]);
    const alone = await desk.approved([late]);
    await desk.untilState(alone, 'finished');
    const other = await paymentOf(alone, 2);
    await until('the late success', async () => (await isReviewed(other)) === 1);
    const { status, body } = await retry(alone);
    expect([status, body.message]).toEqual([
      409,
      'The network says that what failed was paid after all: people look into it',
    ]);
  });

  it('is counted as paid in the list as on its page, once people have booked it', async () => {
    const id = await desk.approved([late, refused, '0772100001,1000,,,']);
    await desk.untilState(id, 'finished');
    const paymentId = await paymentOf(id, 2);
    await until('the late success', async () => (await isReviewed(paymentId)) === 1);
    const listed = async () =>
      (await test.call(desk.owner, 'GET', '/BulkPayouts')).body.data.find(
        (row: { id: string }) => row.id === id,
      );
    const counts = async () => {
      const page = await desk.get(id);
      expect(await listed()).toMatchObject({
        paidCount: page.paidCount,
        paidAmount: page.paidAmount,
        failedCount: page.failedCount,
        doubtedCount: page.doubtedCount,
      });
      return page;
    };
    expect(await counts()).toMatchObject({ paidCount: 1, failedCount: 2, doubtedCount: 1 });
    const { id: review } = (await test.call(desk.staff, 'GET', '/PaymentReviews')).body.data.find(
      (row: { companyId: string }) => row.companyId === desk.merchant.companyId,
    );
    const act = (as: TestActor, path: string, body: object) =>
      test.call(as, 'POST', `/PaymentReviews/${review}/${path}`, { decision: 'book', ...body });
    expect((await act(desk.staff, 'propose', { note: 'Seen' })).status).toBe(200);
    const second = await createStaff(test.owner, 'Admin');
    expect((await act(second, 'confirm', {})).status).toBe(200);
    expect(await counts()).toMatchObject({ paidCount: 2, paidAmount: 4_000, failedCount: 1 });
  });

  it('is not paid by a retry that was made before', { timeout: 60_000 }, async () => {
    const id = await desk.approved([refused, receivers(1)[0] ?? '']);
    await desk.untilState(id, 'finished');
    const first = (await retry(id)).body.data.id;
    await desk.untilState(first, 'draft');
    await desk.submit(first);
    await desk.approve(first);
    await desk.untilState(first, 'finished');
    const second = (await retry(first)).body.data.id;
    await desk.untilState(second, 'draft');
    await desk.submit(second);
    await openReview(test, desk.merchant.companyId, await paymentOf(id, 2));
    await desk.approve(second);
    const done = await desk.untilState(second, 'finished');
    expect(done).toMatchObject({ paidCount: 0, failedCount: 1 });
    expect(await paymentOf(second, 2)).toBe('');
    expect((await desk.lines(second))[0]?.reason).toContain('paid after all');
    expect((await retry(second)).status).toBe(409);
  });

  it('warns people who pay the same again, and stops what systems order', async () => {
    const id = await desk.approved([refused]);
    await desk.untilState(id, 'finished');
    await openReview(test, desk.merchant.companyId, await paymentOf(id, 2));
    const again = await desk.checked([refused]);
    const text =
      'The same amount to this number failed, but the network says that it was paid: people look into it';
    expect(await desk.lines(again)).toMatchObject([{ state: 'ok', warnings: [text] }]);
    const lines = [{ phoneNumber: magicNumberOf('MTN', 'refused'), amount: 2_000 }];
    const body = { name: 'Payroll', lines };
    const call = (path: string, more = {}) =>
      signedCall(test.serverUrl, desk.merchant, 'body' in more ? 'POST' : 'GET', path, more);
    const { bulkId } = (await call('/bulk-payouts', { body })).body.data;
    const read = async () => (await call(`/bulk-payouts/${bulkId}`)).body.data;
    await until('the refusal', async () => (await read()).state === 'refused');
    const { data } = (await call(`/bulk-payouts/${bulkId}/lines`)).body;
    expect(data).toMatchObject([{ state: 'faulty', faults: [text] }]);
  });
});
