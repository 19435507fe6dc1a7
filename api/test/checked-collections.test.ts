import type { ListedTransaction } from '@sente/contract/transactions';
import { beforeAll, expect, it } from 'vitest';
import { toShortId } from '../src/db/short-id.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { magicNumberOf } from '../src/payments/simulator/magic-numbers.ts';
import { createMember, createStaff, type TestActor } from './actors.ts';
import type { TestAnswer } from './app.ts';
import { createAccount } from './factories.ts';
import { startMobileMoney, type MobileMoney } from './mobile-money.ts';
import { openTill } from './till-devices.ts';

/* A collection that failed and that the network calls paid: nobody asks the payer again unaware of it. */

let test: MobileMoney;
let member: TestActor;
let companyId: string;
let accountId: string;
let people: readonly TestActor[];
beforeAll(async () => {
  // Its callbacks are lost, and it is long enough for the server to hear of the failure first.
  test = await startMobileMoney({ hasCallbacks: false, lateAfterMs: 2_000 });
  member = await createMember(test.owner);
  companyId = member.companyId ?? '';
  accountId = await createAccount(test.owner, companyId);
  people = [await createStaff(test.owner), await createStaff(test.owner)];
}, 60_000);

const patient = { timeout: 20_000 };
const shortOf = ({ apiTransactionId }: { apiTransactionId: string }) => toShortId(apiTransactionId);
const get = async (path: string, as = member) => (await test.call(as, 'GET', path)).body.data;
const ask = (phoneNumber: string, more: object = {}): Promise<TestAnswer> =>
  test.call(member, 'POST', `/Transaction/company/${companyId}/requests`, {
    kind: 'add-money',
    accountId,
    amount: 5_000,
    phoneNumber,
    network: 'MTN',
    note: null,
    ...more,
  });
/** Asked for, failed, and then called paid by the network. */
async function doubted(
  phoneNumber: string,
  more: object = {},
): Promise<{ id: string; paymentId: string }> {
  const { data } = (await ask(phoneNumber, more)).body;
  const read = () => get(`/Transaction/${data.id}`);
  await expect.poll(async () => (await read()).status, patient).toBe('failed');
  const order = () =>
    test.simulator.orders().find(({ transactionId }) => transactionId === shortOf(data));
  await expect.poll(() => order()?.state, patient).toBe('paid');
  await test.owner.rows(
    `update late_questions set failed_at = failed_at - interval '2 hours', next_at = now()
     where payment_id = $1`,
    [data.apiTransactionId],
  );
  await test.engine.lateQuestions.ask();
  expect((await read()).check).toEqual({ kind: 'late_success', state: 'open' });
  return { id: data.id, paymentId: data.apiTransactionId };
}
async function decide(paymentId: string, decision: 'book' | 'fail'): Promise<void> {
  const [first, second] = people;
  const reviews: { id: string; recordId: string }[] = await get('/PaymentReviews', first);
  const path = `/PaymentReviews/${reviews.find(({ recordId }) => recordId === paymentId)?.id}`;
  const proposal = { decision, note: 'Seen at the network' };
  expect((await test.call(first!, 'POST', `${path}/propose`, proposal)).status).toBe(200);
  const confirmed = await test.call(second!, 'POST', `${path}/confirm`, { decision });
  expect(confirmed.status, confirmed.text).toBe(200);
}
const listed = async (id: string): Promise<ListedTransaction | undefined> =>
  (await get(`/Transaction/company/${companyId}`)).find((row: { id: string }) => row.id === id);

/** Of a transaction: in the list of all, in the recent activity of its company, and in the search. */
async function ofStaff(id: string): Promise<unknown[]> {
  const [staff] = people;
  const all = await get('/AdminDashboard/transactions', staff);
  const { recentActivities } = await get('/v1/CompanyDashboard/statistics');
  const { transactions } = await get(`/Search?search=${id}`, staff);
  return [all, recentActivities, transactions].map(
    (rows: { id: string; check: unknown }[]) => rows.find((row) => row.id === id)?.check,
  );
}

it('is told in every list, refused to be asked for unaware, and told of when it is decided', async () => {
  const phone = magicNumberOf('MTN', 'late success');
  const { id, paymentId } = await doubted(phone);
  const check = { kind: 'late_success', state: 'open' };
  const [staff] = people;
  expect((await listed(id))?.check).toEqual(check);
  const failed = await get('/Transaction/totals?status=failed');
  expect(failed).toMatchObject({ count: 1, credits: 0, leftOut: 1 });
  expect((await get(`/Transaction/${companyId}/transactions`))[0]).toMatchObject({ check });
  expect((await get('/AdminDashboard/transactions', staff))[0]).toMatchObject({ check });
  expect((await get(`/Search?search=${phone}`, staff)).payments[0]).toMatchObject({ check });

  const refused = await ask(phone);
  expect([refused.status, refused.body.code]).toEqual([409, 'being_checked']);
  expect(refused.body.message).toContain('Asked again, the person may pay twice.');
  const till = await openTill(test, member, { accountId });
  const atTill = { phoneNumber: `+${phone}`, amount: 5_000, idempotencyKey: uuidV7() };
  const there = await till.device.call('POST', '/Till/requests', atTill);
  expect([there.status, there.body.code]).toEqual([409, 'being_checked']);
  const aware = await ask(phone, { isRepeatConfirmed: true });
  expect(aware.status, aware.text).toBe(200);

  await decide(paymentId, 'book');
  const paidLate = { kind: 'late_success', state: 'paid' };
  expect((await listed(id))?.check).toEqual(paidLate);
  expect(await ofStaff(id)).toEqual([paidLate, paidLate, paidLate]);
  // The address of the transaction that failed leads to what became of it.
  const page = await get(`/Transaction/${id}`);
  expect(page).toMatchObject({ status: 'completed', check: { state: 'paid' }, net: 5_000 });
  expect(page.summary).toContain('It had failed before');
});

it('is told as not paid once two people have found that', async () => {
  const phone = `${magicNumberOf('AIRTEL', 'late success')}`;
  const { id, paymentId } = await doubted(phone, { network: 'AIRTEL' });
  const page = await get(`/Transaction/${id}`);
  expect(page.refunds.whyNot).toBe('It failed, and the provider checks whether it was paid');
  await decide(paymentId, 'fail');
  expect(await get(`/Transaction/${id}`)).toMatchObject({
    status: 'failed',
    check: { state: 'not_paid' },
  });
  expect((await ask(phone, { network: 'AIRTEL' })).status).toBe(200);
});
