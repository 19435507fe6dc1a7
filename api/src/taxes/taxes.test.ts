import { chargeOf, type TaxRate } from '@sente/contract/taxes';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createCompany } from '../../test/factories.ts';
import { decide } from '../../test/settlements.ts';

let test: TestApp;
let staff: TestActor;
let second: TestActor;
beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  second = await createStaff(test.owner);
});
beforeEach(() => test.owner.rows('delete from tax_rates'));

const vat = {
  tax: 'vat',
  direction: 'collection',
  name: 'VAT 18%',
  percent: 18,
  isOnTop: false,
} as const;
const ask = (body: object = {}, as = staff) => test.call(as, 'POST', '/Taxes', { ...vat, ...body });
const list = async (as = staff): Promise<TaxRate[]> =>
  (await test.call(as, 'GET', '/Taxes')).body.data;
const requestOf = (answer: Awaited<ReturnType<typeof ask>>) =>
  (answer.body.meta as unknown as { approvalId: string }).approvalId;
const set = async (body: object = {}) => decide(test, second, requestOf(await ask(body)));
const later = () => new Date(Date.now() + 3_600_000).toISOString();

describe('a tax', () => {
  it('is set by two people, applies from then on, and companies see it', async () => {
    expect(await list()).toEqual([]);
    const approvalId = requestOf(await ask());
    expect(await list()).toEqual([]);
    const request = (await test.call(second, 'GET', `/Approvals/${approvalId}`)).body.data;
    expect(request).toMatchObject({ kind: 'tax', canApprove: true });
    expect(request.sentence).toBe(
      'Set the tax VAT 18% on collections of all companies to 18% of the fee, included in the fee from the approval on. Until then: none.',
    );
    const { items } = (await test.call(second, 'GET', '/AdminDashboard/attention')).body.data;
    expect(items).toEqual([
      expect.objectContaining({
        id: approvalId,
        kind: 'pending-approval',
        approvalKind: 'tax',
        companyId: null,
        company: null,
      }),
    ]);
    expect((await decide(test, staff, approvalId)).status).toBe(409);
    expect((await decide(test, second, approvalId)).status).toBe(200);
    const [rate] = await list();
    expect(rate).toMatchObject({ ...vat, isCurrent: true, endsAt: null });
    const [seen] = await list(await createMember(test.owner));
    expect(seen).toMatchObject({ name: 'VAT 18%', createdBy: null });
  });

  it('ends with the next rate of its direction, never backwards', async () => {
    await set();
    const from = later();
    expect((await ask({ effectiveFrom: '2026-01-01T00:00:00.000Z' })).body.fields).toEqual({
      effectiveFrom: 'Must not be in the past',
    });
    expect((await set({ percent: 0, effectiveFrom: from })).status).toBe(200);
    const [planned, current] = await list();
    expect(planned).toMatchObject({ percent: 0, isCurrent: false, effectiveFrom: from });
    expect(current).toMatchObject({ percent: 18, isCurrent: true, endsAt: from });
    await expect(test.owner.rows('update tax_rates set basis_points = 1600')).rejects.toThrow(
      'tax_rates is append-only',
    );
  });

  it('is taken back by two people until it begins', async () => {
    await set();
    await set({ percent: 20, effectiveFrom: later() });
    const [planned, current] = await list();
    const remove = (id = '') => test.call(staff, 'DELETE', `/Taxes/${id}`);
    expect((await remove(current?.id)).body.message).toBe(
      'This tax has begun and stays in the history. Set a new rate instead.',
    );
    const approvalId = requestOf(await remove(planned?.id));
    const request = (await test.call(second, 'GET', `/Approvals/${approvalId}`)).body.data;
    expect(request.sentence).toContain('18% of the fee, included in the fee stays.');
    expect((await decide(test, second, approvalId)).status).toBe(200);
    expect(await list()).toMatchObject([{ percent: 18, endsAt: null }]);
  });

  it.each([{ percent: 18.005 }, { percent: 51 }, { name: ' ' }, { tax: 'duty' }])(
    'is refused: %o',
    async (wrong) => {
      expect((await ask(wrong)).status).toBe(400);
    },
  );
});

const rate = (tax: 'vat' | 'levy') =>
  fc.option(
    fc.record({
      tax: fc.constant(tax),
      direction: fc.constant('payout' as const),
      percent: fc.integer({ min: 0, max: 5_000 }).map((points) => points / 100),
      isOnTop: fc.boolean(),
    }),
    { nil: undefined },
  );

it('the taxes of a charge are whole shillings and what their rates say, as the preview has them', async () => {
  await fc.assert(
    fc.asyncProperty(
      rate('vat'),
      rate('levy'),
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.array(fc.integer({ min: 1, max: 100_000_000 }), { minLength: 5, maxLength: 5 }),
      async (vatRate, levyRate, fee, amounts) => {
        const rates = [vatRate, levyRate].filter((one) => one !== undefined);
        const companyId = await createCompany(test.owner);
        await test.owner.rows('delete from tax_rates');
        for (const { tax, direction, percent, isOnTop } of rates) {
          await test.owner.rows(
            `insert into tax_rates (id, tax, direction, name, basis_points, is_on_top, effective_from)
             values (gen_random_uuid(), $1, $2, 'A tax', $3, $4, '2026-01-01')`,
            [tax, direction, Math.round(percent * 100), isOnTop],
          );
        }
        await test.owner.rows(
          `insert into fee_schedules (id, company_id, direction, band_ends, band_fees, effective_from)
           values (gen_random_uuid(), $1, 'payout', '{null}', array[$2::bigint], '2026-01-01')`,
          [companyId, BigInt(fee) * 100n],
        );
        const rows = await test.owner.rows<{ fee: string; vat: string; levy: string }>(
          `select c.* from unnest($2::bigint[]) with ordinality as given(amount, number)
           cross join lateral charge_of($1, 'payout', amount, now()) c order by number`,
          [companyId, amounts.map((amount) => BigInt(amount) * 100n)],
        );
        for (const [n, amount] of amounts.entries()) {
          const row = rows[n];
          const charged = {
            fee: Number(row?.fee) / 100,
            vat: Number(row?.vat) / 100,
            levy: Number(row?.levy) / 100,
          };
          expect(charged).toEqual(chargeOf(fee, amount, 'payout', rates));
          expect(Object.values(charged).every((part) => part >= 0 && part % 1 === 0)).toBe(true);
          // The levy is owed whatever the fee is.
          expect(charged.levy).toBe(
            Math.floor((amount * Math.round((levyRate?.percent ?? 0) * 100) + 5_000) / 10_000),
          );
          expect(charged.vat).toBeLessThanOrEqual(charged.fee);
          expect(charged.fee).toBeGreaterThanOrEqual(fee);
        }
      },
    ),
    { numRuns: 60 },
  );
});
