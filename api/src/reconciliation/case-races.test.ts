import { beforeEach, expect, it } from 'vitest';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  noon,
  type NetworkWorld,
  type OurPayment,
} from '../../test/network-world.ts';
import { platformScope } from '../db/scope.ts';
import { bookLateSuccess } from '../payments/reviews/late-booking.ts';
import { matchWithin } from './run-matching.ts';

let world: NetworkWorld;
beforeEach(async () => {
  world = await createNetworkWorld(1_000_000);
});

const hour = 3_600_000;
const mtn = (fields: Partial<OurPayment> = {}) => aPayment({ at: noon, ...fields });

const tell = (payments: readonly OurPayment[], days = 0, isMatched = true) =>
  world.tellDay('MTN', payments.map(lineOf), { days, isMatched });

it('a statement that arrives while another is matched invents no case', async () => {
  const paid = mtn({ at: noon + 24 * hour });
  await world.book([paid]);
  await tell([], 0, false);
  let hasArrived = false;
  await matchWithin(async (work) => {
    const result = await world.database.within(platformScope, work);
    // The list of the files to take.
    if (Array.isArray(result) && !hasArrived) {
      hasArrived = true;
      await tell([paid], 1, false);
    }
    return result;
  });
  expect(hasArrived).toBe(true);
  expect((await world.get('/cases')).data).toEqual([]);
  await world.match();
  expect((await world.get('/cases')).data).toEqual([]);
});

/** Proposes, lets something else happen, and approves. */
async function approveAfter(caseId: string, action: string, act: () => Promise<unknown>) {
  const path = `/Reconciliation/cases/${caseId}/propose`;
  const proposed = await world.call(world.staff, 'POST', path, { action, note: 'Look' });
  const id: string = proposed.body.data.proposed.approvalId;
  await act();
  return approve(id);
}
async function approve(id: string) {
  const { askedAt } = (await world.call(world.second, 'GET', `/Approvals/${id}`)).body.data;
  return world.call(world.second, 'POST', `/Approvals/${id}/approve`, { askedAt });
}
/** At the network by the books, in hundredths of UGX. */
const clearing = async () =>
  (await world.owner.row<{ sum: string }>(
    "select sum(balance) from accounts where kind = 'clearing'",
  ))!.sum;

it('what a review booked just before is not booked again by its case', async () => {
  const late = mtn({ isPaid: false });
  await world.book([late]);
  await tell([late]);
  const [found] = await world.cases();
  expect(found).toMatchObject({ kind: 'late-success' });
  let before = '';
  const answer = await approveAfter(found.id, 'suspense', async () => {
    await world.asOwner((db) =>
      bookLateSuccess(db, {
        companyId: world.companyId,
        paymentId: late.id,
        amount: 10_000_00n,
        networkReference: late.reference,
        confirmedBy: world.second.userId,
      }),
    );
    before = await clearing();
  });
  expect(answer.status).toBe(409);
  expect(answer.body.message).toBe(
    'The other side of the case was booked in the meantime: it ends by itself',
  );
  expect(await clearing()).toBe(before);
  await world.match();
  expect((await world.get(`/cases/${found.id}`)).data).toMatchObject({
    state: 'settled',
    settledBy: 'server',
  });
});

it('what was reversed just before is not booked out again by its case', async () => {
  const missing = mtn();
  await world.book([missing]);
  await tell([]);
  const [found] = await world.cases();
  expect(found).toMatchObject({ kind: 'only-ours' });
  const { transactionId } = (await world.get(`/cases/${found.id}`)).data.ours;
  let before = '';
  const answer = await approveAfter(found.id, 'suspense', async () => {
    const path = `/Transaction/${transactionId}/reverse`;
    const asked = await world.call(world.staff, 'POST', path, { reason: 'Not paid' });
    expect((await approve(asked.body.data.id)).status).toBe(200);
    before = await clearing();
  });
  expect(answer.status).toBe(409);
  expect(await clearing()).toBe(before);
  await world.match();
  expect(await world.cases()).toEqual([]);
});
