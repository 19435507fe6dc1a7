import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../../test/actors.ts';
import type { TestAnswer } from '../../../test/app.ts';
import { sealBrakes } from '../../../test/brakes.ts';
import { createPayment } from '../../../test/factories.ts';
import { createMerchant, startMobileMoney } from '../../../test/mobile-money.ts';
import type { Merchant, MobileMoney } from '../../../test/mobile-money.ts';
import type { Db } from '../../db/database.ts';
import { settleBraked } from './settle-braked.ts';

let test: MobileMoney;
let asker: TestActor;
let approver: TestActor;
let merchant: Merchant;
let brakeId: string;
beforeAll(async () => {
  test = await startMobileMoney();
  asker = await createStaff(test.owner, 'Finance');
  approver = await createStaff(test.owner, 'Finance');
}, 60_000);
beforeEach(async () => {
  merchant = await createMerchant(test.owner, 1_000_000_00n);
  const path = `/Company/${merchant.companyId}/payout-brake`;
  await test.call(asker, 'POST', path, { reason: 'Stolen key' });
  await sealBrakes(test.owner);
  const row = await test.owner.row<{ id: string }>(
    'select id from payout_brakes where company_id = $1',
    [merchant.companyId],
  );
  brakeId = row?.id ?? '';
});

interface Held {
  readonly amount?: bigint;
  readonly phoneNumber?: string;
  readonly requestedBy?: string;
  readonly heldAt?: string;
}

/** A payout that the brake holds. */
async function hold(
  { heldAt = '2026-01-05T10:00:00Z', ...fields }: Held = {},
  db: Db = test.owner,
): Promise<string> {
  const { companyId, accountId } = merchant;
  const id = await createPayment(db, companyId, {
    accountId,
    direction: 'payout',
    ...fields,
  });
  await db.rows(
    `insert into braked_payments (brake_id, payment_id, company_id, held_at) values ($1, $2, $3, $4)`,
    [brakeId, id, companyId, heldAt],
  );
  return id;
}
const propose = (selection: object): Promise<TestAnswer> =>
  test.call(asker, 'POST', `/PayoutBrakes/${brakeId}/propose`, {
    decision: 'release',
    reason: 'Looked at them',
    selection,
  });
const approvalOf = async ({ body }: TestAnswer) => {
  const { approvalId } = body.meta as { approvalId: string };
  return (await test.call(approver, 'GET', `/Approvals/${approvalId}`)).body.data;
};
async function cancelledAfter(proposal: TestAnswer): Promise<string[]> {
  const { id, askedAt } = await approvalOf(proposal);
  const answer = await test.call(approver, 'POST', `/Approvals/${id}/approve`, { askedAt });
  expect(answer.status).toBe(200);
  const rows = await test.owner.rows<{ id: string }>(
    'select payment_id as id from braked_payments where brake_id = $1 and is_to_cancel order by 1',
    [brakeId],
  );
  return rows.map(({ id: paymentId }) => paymentId);
}

it('names thousands of payouts by what they have in common', async () => {
  await test.owner.rows(
    `with made as (
       insert into payments (company_id, id, direction, origin, account_id, phone_number, network, amount,
         fee, status, created_at)
       select p.company_id, gen_random_uuid(), 'payout', 'import', p.account_id,
         '25677' || lpad(i::text, 7, '0'), p.network, 50000, 0, 'PENDING', now()
       from payments p, generate_series(1, 2000) i where p.id = $1 returning id, company_id
     )
     insert into braked_payments (brake_id, payment_id, company_id) select $2, id, company_id from made`,
    [await hold({ amount: 700_00n }), brakeId],
  );
  const list = await test.call(asker, 'GET', `/PayoutBrakes/${brakeId}/payouts?amount=500&page=1`);
  expect(list.body.meta).toMatchObject({
    totalCount: 2000,
    heldCount: 2000,
    heldAmount: 1_000_000,
    amounts: [{ amount: 500, count: 2000, total: 1_000_000 }],
  });
  const proposal = await propose({ amount: 500 });
  expect(proposal.body.data.proposal).toMatchObject({ cancelledCount: 2000 });
  expect((await approvalOf(proposal)).sentence).toContain(
    'namely UGX 1,000,000 (each of UGX 500): they fail',
  );
  expect(await cancelledAfter(proposal)).toHaveLength(2000);
});

it('catches what keeps coming until the approval, and lets the others go', async () => {
  const first = await hold({ amount: 500_00n });
  const proposal = await propose({ amount: 500 });
  const { sentence } = await approvalOf(proposal);
  expect(sentence).toContain('Those that were held since then and match are cancelled too');
  const later = await hold({ amount: 500_00n });
  const other = await hold({ amount: 600_00n });
  const unclaimed = await createPayment(test.owner, merchant.companyId, {
    accountId: merchant.accountId,
    direction: 'payout',
    amount: 500_00n,
    nextStepAt: new Date(Date.now() + 3_600_000),
  });
  const last = await test.asOwner(async (db) => {
    // A server is about to hold it when the brake ends.
    const id = await hold({ amount: 500_00n }, db);
    expect(await cancelledAfter(proposal)).toEqual([first, later, unclaimed].toSorted());
    return id;
  });
  await settleBraked(test.database);
  const rows = await test.owner.rows<{ id: string; outcome: string }>(
    'select payment_id as id, outcome from braked_payments where brake_id = $1',
    [brakeId],
  );
  const outcomes = new Map(rows.map(({ id, outcome }) => [id, outcome]));
  for (const id of [first, later, unclaimed, last]) expect(outcomes.get(id)).toBe('cancelled');
  expect(outcomes.get(other)).toBe('resumed');
});

it('selects by receiver, person, company systems and time', async () => {
  const { userId } = await createMember(test.owner, { companyId: merchant.companyId });
  await createPayment(test.owner, merchant.companyId, {
    accountId: merchant.accountId,
    direction: 'payout',
    status: 'SUCCESS',
    phoneNumber: '256772000009',
    at: new Date(Date.now() - 2 * 3_600_000),
  });
  // Those who rob were paid in the hour before the brake.
  await createPayment(test.owner, merchant.companyId, {
    accountId: merchant.accountId,
    direction: 'payout',
    status: 'SUCCESS',
    phoneNumber: '256772000008',
    at: new Date(Date.now() - 600_000),
  });
  const known = await hold({ phoneNumber: '256772000009' });
  const late = await hold({ heldAt: '2026-01-05T12:00:00Z', phoneNumber: '256772000008' });
  const persons = await hold({ requestedBy: userId, phoneNumber: '256772000007' });
  const idsOf = async (query: string) =>
    (
      await test.call(asker, 'GET', `/PayoutBrakes/${brakeId}/payouts?page=1&${query}`)
    ).body.data.map(({ paymentId }: { paymentId: string }) => paymentId);
  expect(await idsOf('receivers=new')).toEqual([persons, late]);
  expect(await idsOf(`askedBy=${userId}`)).toEqual([persons]);
  expect(await idsOf('askedBy=api')).toEqual([known, late]);
  expect(await idsOf('heldFrom=2026-01-05T11:00:00Z')).toEqual([late]);
  expect(await idsOf('askedBy=api&receivers=new')).toEqual([late]);
  const proposal = await propose({ askedBy: 'api', receivers: 'new' });
  expect((await approvalOf(proposal)).sentence).toContain(
    'to numbers that were never paid before, ordered through the API',
  );
  expect(await cancelledAfter(proposal)).toEqual([late]);
});

it('refuses a selection of nothing, and one beside names', async () => {
  const id = await hold({ amount: 500_00n });
  for (const [selection, message] of [
    [{}, 'Name what the payouts have in common'],
    [{ amount: 501 }, 'No held payout matches'],
  ] as const) {
    expect((await propose(selection)).body.fields).toEqual({ selection: message });
  }
  const body = { reason: 'Both', selection: { amount: 500 } };
  const path = `/PayoutBrakes/${brakeId}/propose`;
  const both = { ...body, decision: 'release', cancelledIds: [id] };
  expect((await test.call(asker, 'POST', path, both)).status).toBe(400);
  const all = { ...body, decision: 'cancel' };
  expect((await test.call(asker, 'POST', path, all)).status).toBe(400);
});
