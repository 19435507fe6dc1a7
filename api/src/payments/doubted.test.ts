import { expect, describe, it } from 'vitest';
import { createMember } from '../../test/actors.ts';
import { openReview } from '../../test/bulk-payouts.ts';
import { createAccount, createPayment } from '../../test/factories.ts';
import { payingCompany } from '../../test/paying-company.ts';
import { openTill } from '../../test/till-devices.ts';
import { uuidV7 } from '../db/uuid.ts';

/* Whoever may have paid, or may have got the money, is not asked or paid again unaware of it. */

const given = payingCompany();
const phone = '256772123456';
const kinds = { collection: 'add-money', payout: 'send-money' } as const;
type Direction = keyof typeof kinds;
type Kind = NonNullable<Parameters<typeof openReview>[3]>;

describe.each<[Direction, string, string]>([
  ['collection', 'paid', 'Asked again, the person may pay twice.'],
  ['payout', 'got', 'Sent again, the person may get it twice.'],
])('a %s to a number of which one is being checked', (direction, did, danger) => {
  it.each<[Kind, string]>([
    ['late_success', `MTN says that +256 772 123456 has ${did} UGX 7,000 after all`],
    ['amount_differs', `MTN says that +256 772 123456 has ${did} another amount than UGX 7,000`],
    [
      'currency_differs',
      `MTN says that +256 772 123456 has ${did} another currency than UGX 7,000`,
    ],
    [
      'amount_unknown',
      `MTN says that +256 772 123456 has ${did} money, but not whether it was UGX 7,000`,
    ],
    ['account_inactive', `+256 772 123456 has ${did} UGX 7,000, but the account is switched off`],
    ['unanswered', `MTN has not told whether +256 772 123456 has ${did} UGX 7,000`],
  ])('%s: is refused and says why, and is accepted from whoever knows it', async (kind, known) => {
    await doubted(direction, kind);
    const idempotencyKey = uuidV7();
    const refused = await order(direction, { idempotencyKey });
    expect([refused.status, refused.body.code]).toEqual([409, 'being_checked']);
    expect(refused.body.message).toBe(`${known}, and the provider is checking it. ${danger}`);

    const aware = await order(direction, { idempotencyKey, isRepeatConfirmed: true });
    expect(aware.status, aware.text).toBe(200);
    // The same request once more, which its sender may have got no answer to.
    const replay = await order(direction, { idempotencyKey });
    expect([replay.status, replay.body.data?.id]).toEqual([200, aware.body.data.id]);
    const [entry, ...more] = await audited('transactions.request');
    expect(entry?.details).toMatchObject({ phoneNumber: phone, isRepeatConfirmed: true });
    expect(more).toEqual([]);
  });

  it('is accepted if nothing of it is in doubt', async () => {
    const other = await createMember(given.test.owner);
    const elsewhere = other.companyId ?? '';
    await createAccount(given.test.owner, elsewhere);
    await doubted(direction, 'unanswered', 'PROCESSING', elsewhere);
    await doubted(direction === 'payout' ? 'collection' : 'payout', 'unanswered');
    await doubted(direction, 'contradicted', 'SUCCESS');
    const accepted = await order(direction, { isRepeatConfirmed: true });
    expect(accepted.status, accepted.text).toBe(200);
    expect((await order(direction)).status).toBe(200);
    for (const { details } of await audited('transactions.request')) {
      expect(details).not.toHaveProperty('isRepeatConfirmed');
    }
  });
});

it('a review of a payout is refused as sending it would be', async () => {
  await doubted('payout');
  expect((await review()).body.code).toBe('being_checked');
  expect((await review({ isRepeatConfirmed: true })).status).toBe(200);
});

it('a till asks only a cashier who knows of it, and that is on record', async () => {
  await doubted('collection', 'account_inactive');
  const { device } = await openTill(given.test, given.owner, { accountId: given.accountId });
  const asked = { phoneNumber: `+${phone}`, amount: 5_000, idempotencyKey: uuidV7() };
  const ask = (more: object = {}) => device.call('POST', '/Till/requests', { ...asked, ...more });
  expect((await ask()).body.code).toBe('being_checked');
  const aware = await ask({ isRepeatConfirmed: true });
  expect(aware.status, aware.text).toBe(200);
  expect((await ask()).body.data.id).toBe(aware.body.data.id);
  expect(await audited('till.ask')).toEqual([
    {
      details: {
        till: 'Front desk',
        device: 'Counter tablet',
        cashier: 'Akello',
        amount: 5_000,
        phoneNumber: phone,
        isRepeatConfirmed: true,
      },
    },
  ]);
});

function order(direction: Direction, more: object = {}) {
  const wish = { ...wishOf(), kind: kinds[direction], note: null, ...more };
  const path = `/Transaction/company/${given.companyId}/requests`;
  return given.test.call(given.owner, 'POST', path, wish);
}

function review(more: object = {}) {
  const path = `/Company/${given.companyId}/payout-approval`;
  return given.test.call(given.owner, 'POST', path, { ...wishOf(), ...more });
}

function wishOf() {
  return { accountId: given.accountId, amount: 5_000, phoneNumber: phone, network: 'MTN' };
}

async function doubted(
  direction: Direction,
  kind: Kind = 'late_success',
  status = kind === 'late_success' ? 'FAILED' : 'PROCESSING',
  companyId = given.companyId,
): Promise<void> {
  const fields = { direction, status, phoneNumber: phone, amount: 7_000_00n } as const;
  const id = await createPayment(given.test.owner, companyId, fields);
  await openReview(given.test, companyId, id, kind);
}

function audited(action: string) {
  return given.test.owner.rows<{ details: Record<string, unknown> }>(
    'select details from audit_log where company_id = $1 and action = $2 order by id',
    [given.companyId, action],
  );
}
