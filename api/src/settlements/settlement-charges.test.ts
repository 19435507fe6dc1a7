import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createStaff } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { decide, openSettlementDesk, type SettlementDesk } from '../../test/settlements.ts';
import { createWebhook } from '../../test/webhooks.ts';
import { checkLedger } from '../ledger/check.ts';

let test: TestApp;
let desk: SettlementDesk;
beforeAll(async () => {
  test = await createTestApp();
  await test.owner.rows('update platform_settings set settlement_fee = 250000');
});
beforeEach(async () => {
  await test.owner.rows('delete from tax_rates');
  desk = await openSettlementDesk(test);
});

/** A lower one waits for a second person. */
async function setFee(rule: object): Promise<void> {
  const staff = await createStaff(test.owner);
  const path = `/Company/${desk.companyId}/fees`;
  const answer = await test.call(staff, 'POST', path, { direction: 'settlement', rule });
  expect(answer.status, answer.text).toBe(200);
  const { approvalId } = answer.body.meta as unknown as { approvalId: string | null };
  if (approvalId) await decide(test, await createStaff(test.owner), approvalId);
}
const percent = { kind: 'percent', percent: 1, minimum: 1_000, maximum: null };
const flat = (fee: number) => ({ kind: 'banded', bands: [{ upTo: null, fee }] });
const termsOf = async () =>
  (await test.call(desk.owner, 'GET', `/Company/${desk.companyId}/settlement-terms`)).body.data;
const balances = async () => {
  const rows = await test.owner.rows<{ kind: string; balance: string }>(
    `select kind, balance from accounts where company_id = $1 and kind in ('fees', 'vat', 'levy')`,
    [desk.companyId],
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, Number(balance) / 100]));
};
const eventsOf = async () => {
  const rows = await test.owner.rows<{ payload: { type: string; data: object } }>(
    'select payload from webhook_events where company_id = $1 order by id',
    [desk.companyId],
  );
  return rows.map(({ payload }) => payload);
};

it('a company without a fee of its own pays that of the platform', async () => {
  expect(await termsOf()).toMatchObject({ rule: flat(2_500) });
  await setFee(flat(3_000));
  expect(await termsOf()).toMatchObject({ rule: flat(3_000) });
  expect((await desk.ask(10_000)).body.data).toMatchObject({ fee: 3_000, tax: 0 });
  const other = await openSettlementDesk(test);
  expect((await other.ask(10_000)).body.data).toMatchObject({ fee: 2_500 });
});

it('all that is available leaves what its own fee takes, to the shilling', async () => {
  await setFee(percent);
  // 990,099 and 1 % of it, which is 9,901.
  expect((await desk.ask(null)).body.data).toMatchObject({ amount: 990_099, fee: 9_901 });
  expect(await desk.balance()).toEqual({ balance: 1_000_000, held: 1_000_000 });
});

it('the taxes of a settlement are booked apart, and its return gives everything back', async () => {
  await createWebhook(test.owner, desk.companyId, 'https://example.test/hook');
  for (const [tax, points, isOnTop] of [
    ['vat', 1_800, false],
    ['levy', 50, true],
  ] as const) {
    await test.owner.rows(
      `insert into tax_rates (id, tax, direction, name, basis_points, is_on_top, effective_from)
       values (gen_random_uuid(), $1, 'settlement', 'A tax', $2, $3, now() - interval '1 day')`,
      [tax, points, isOnTop],
    );
  }
  const asked = (await desk.ask(100_000)).body.data;
  expect(asked).toMatchObject({ amount: 100_000, fee: 3_000, tax: 881 });
  await desk.batched(asked.id);
  await desk.pay(asked.id, 'FT-1');
  expect(await balances()).toEqual({ fees: 2_119, vat: 381, levy: 500 });
  expect((await desk.returned(asked.id, 'Account closed')).status).toBe(200);
  expect(await balances()).toEqual({ fees: 0, vat: 0, levy: 0 });
  expect(await desk.balance()).toEqual({ balance: 1_000_000, held: 0 });
  const data = { reference: asked.reference, amount: 100_000, fee: 3_000, tax: 881 };
  expect(await eventsOf()).toMatchObject([
    { type: 'settlement.paid', data: { ...data, status: 'PAID', bankReference: 'FT-1' } },
    {
      type: 'settlement.returned',
      data: { ...data, status: 'RETURNED', reason: 'Account closed' },
    },
  ]);
  expect((await checkLedger(test.database)).violations).toEqual([]);
});

it('a return without payment is told as well', async () => {
  await createWebhook(test.owner, desk.companyId, 'https://example.test/hook');
  const id = await desk.asked(10_000);
  await desk.batched(id);
  expect((await desk.returned(id, 'Wrong number')).status).toBe(200);
  expect(await eventsOf()).toMatchObject([
    { type: 'settlement.returned', data: { bankReference: null, paidAt: null } },
  ]);
});
