import { beforeAll, describe, expect, it, vi } from 'vitest';
import { magicNumberOf } from '../src/payments/simulator/magic-numbers.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { lookForNews } from '../src/notifications/look.ts';
import { createMember, createStaff, type TestActor } from './actors.ts';
import { createAccount } from './factories.ts';
import { startMobileMoney, type MobileMoney } from './mobile-money.ts';
import { newsOf } from './news.ts';
import { openTill, type OpenTill } from './till-devices.ts';
import { runJobs } from './webhooks.ts';

/* A collection of UGX 5,000 of which the network took UGX 4,500, as two people booked it: nobody takes it for 5,000. */

let test: MobileMoney;
let member: TestActor;
let companyId: string;
let till: OpenTill;
/** Of the payment, of its transaction that failed, and of the one that booked it. */
let ids: { payment: string; failed: string; booked: string };
const phone = magicNumberOf('AIRTEL', 'wrong amount');
const amounts = { asked: 5_000, paid: 4_500 };
const note = 'Paid UGX 4,500 of the UGX 5,000 asked: UGX 500 are missing';
const get = async (path: string, as = member) => (await test.call(as, 'GET', path)).body.data;
type Row = { id: string } & Record<string, unknown>;

beforeAll(async () => {
  test = await startMobileMoney();
  member = await createMember(test.owner);
  // What comes after the first look is news.
  await lookForNews(test.database);
  companyId = member.companyId ?? '';
  till = await openTill(test, member, { accountId: await createAccount(test.owner, companyId) });
  const order = { phoneNumber: `+${phone}`, amount: amounts.asked, idempotencyKey: uuidV7() };
  const payment: string = (await till.device.call('POST', '/Till/requests', order)).body.data.id;
  const failed: string = (await get(`/Transaction/${payment}`)).transactionId;
  await vi.waitFor(
    async () => expect((await get(`/Transaction/${payment}`)).check?.state).toBe('open'),
    { timeout: 20_000, interval: 100 },
  );
  await book(payment);
  ids = { payment, failed, booked: (await get(`/Transaction/${payment}`)).transactionId };
}, 60_000);

async function book(payment: string): Promise<void> {
  const [first, second] = [await createStaff(test.owner), await createStaff(test.owner)];
  const reviews: { id: string; recordId: string }[] = await get('/PaymentReviews', first);
  const path = `/PaymentReviews/${reviews.find(({ recordId }) => recordId === payment)?.id}`;
  const proposal = { decision: 'book', note: 'Seen at the network' };
  expect((await test.call(first, 'POST', `${path}/propose`, proposal)).status).toBe(200);
  const confirmed = await test.call(second, 'POST', `${path}/confirm`, { decision: 'book' });
  expect(confirmed.status, confirmed.text).toBe(200);
}

const check = { kind: 'amount_differs', state: 'paid', amounts };

describe('a payment of another amount than was asked for', () => {
  it('says both amounts at the till, also to whoever shows its message', async () => {
    const { payments } = (await till.device.call('GET', '/Till/feed')).body.data;
    expect(payments).toMatchObject([{ amount: 4_500, state: 'paid', check }]);
    const { networkReference: reference } = (await get(`/Transaction/${ids.payment}`)).payment;
    const found = await till.device.call('POST', '/Till/check', { reference });
    expect(found.body.data.payment).toMatchObject({ amount: 4_500, check });
  });

  it('says both amounts and what is missing on its page, and what happened with both', async () => {
    const page = await get(`/Transaction/${ids.booked}`);
    expect(page).toMatchObject({ amount: 4_500, check });
    expect(page.summary).toBe(
      `${note}. Airtel has confirmed it, and two people of the provider booked what was paid: it is on the account.`,
    );
    const titles = page.steps.map(({ title }: { title: string }) => title);
    const told = 'UGX 4,500 was paid; UGX 5,000 was asked for';
    expect(titles).toContain(`The network says that ${told}: two people decide`);
    expect(titles).toContain(`Two people booked it as paid: ${told}`);
    // The network has the name that people know.
    expect(titles.join()).toMatch(/Sent to Airtel: /);
    const staffs = await get(`/Transaction/${ids.booked}`, await createStaff(test.owner));
    expect(staffs.legs).toContainEqual(expect.objectContaining({ account: 'Clearing Airtel' }));
    expect(page.legs).toContainEqual(expect.objectContaining({ account: 'Airtel' }));
    expect(titles.join()).not.toContain('AIRTEL');
  });

  it('is the page of the request that failed, which it names', async () => {
    expect(await get(`/Transaction/${ids.failed}`)).toMatchObject({
      id: ids.booked,
      bookedInsteadOf: { id: ids.failed, amount: 5_000, reason: 'Another amount was paid' },
    });
  });

  it('leaves a failed row that names the phone, the network and the amounts', async () => {
    const rows: Row[] = await get(`/Transaction/company/${companyId}`);
    const failed = rows.find(({ id }) => id === ids.failed);
    const named = { phoneNumber: phone, network: 'AIRTEL', apiTransactionId: ids.payment };
    expect(failed).toMatchObject({ status: 'failed', amount: 5_000, check, ...named });
    expect(rows.find(({ id }) => id === ids.booked)).toMatchObject({ check, ...named });
    const [request] = await get(`/Transaction/${companyId}/transactions`);
    expect(request).toMatchObject({ status: 'SUCCESS', transaction_amount: 4_500, check });
  });

  it('is told in one notification, with both amounts', async () => {
    await lookForNews(test.database, Date.now() + 60_000);
    await runJobs(test);
    const told = await newsOf(() => test).list(member);
    expect(told.map(({ title, text }) => `${title}: ${text}`)).toEqual([
      'Payment checked: UGX 4,500 of UGX 5,000 from +256 700 000011 was paid, and is on the account.',
    ]);
  });

  it('is not among the sums of what failed', async () => {
    const totals = await get('/Transaction/totals?status=failed');
    expect(totals).toMatchObject({ count: 1, credits: 0, leftOut: 1 });
    const listed = await get('/Transaction?network=AIRTEL&status=failed');
    expect(listed).toMatchObject([{ id: ids.failed }]);
  });

  it('is told as what it is among the newest activities', async () => {
    const { recentActivities } = await get('/v1/CompanyDashboard/statistics');
    expect(recentActivities.find(({ id }: Row) => id === ids.failed)).toMatchObject({ check });
  });
});
