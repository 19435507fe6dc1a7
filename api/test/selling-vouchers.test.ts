import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toShortId } from '../src/db/short-id.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { magicNumberOf } from '../src/payments/simulator/magic-numbers.ts';
import {
  createMerchant,
  request,
  signedCall,
  startMobileMoney,
  type Merchant,
  type MobileMoney,
} from './mobile-money.ts';
import { createProduct, openedCodes } from './products.ts';

let test: MobileMoney;
let merchant: Merchant;
beforeAll(async () => {
  test = await startMobileMoney();
}, 60_000);
beforeEach(async () => {
  merchant = await createMerchant(test.owner);
});

const get = (path: string) => signedCall(test.serverUrl, merchant, 'GET', path);
const codes = async () =>
  (await openedCodes(test.owner, merchant.companyId)).map(({ code, state, used_at }) => ({
    code,
    state,
    dated: used_at !== null,
  }));

async function ended(paymentId: string) {
  for (;;) {
    const { body } = await get(`/${toShortId(paymentId)}`);
    if (body.data.finishedAt) return body.data;
    expect(body.data.voucherCode).toBeNull();
    await wait(20);
  }
}

const buy = (productCode: string, phone = magicNumberOf('MTN', 'approved')) =>
  request(test, merchant, 'collections', phone, { productCode });

describe('a voucher', () => {
  it('is the oldest one, shown once it is paid, and marked used with its date', async () => {
    const { code } = await createProduct(test.owner, merchant.companyId, { codes: ['OLD', 'NEW'] });
    const payment = await ended(await buy(code));
    expect(payment).toMatchObject({
      status: 'SUCCESS',
      productCode: code,
      voucherCode: 'OLD',
      amount: 1_000,
      reasonCode: null,
    });
    expect(await codes()).toEqual([
      { code: 'OLD', state: 'used', dated: true },
      { code: 'NEW', state: 'free', dated: false },
    ]);
    expect((await get('/products')).body.data).toMatchObject([{ productCode: code, stock: 1 }]);
  });

  it.each(['refused', 'expired', 'no funds'] as const)('is released: %s', async (name) => {
    const { code } = await createProduct(test.owner, merchant.companyId, { codes: ['ONE'] });
    const payment = await ended(await buy(code, magicNumberOf('AIRTEL', name)));
    expect(payment).toMatchObject({ status: 'FAILED', voucherCode: null });
    expect(await codes()).toEqual([{ code: 'ONE', state: 'free', dated: false }]);
    expect(await ended(await buy(code))).toMatchObject({ voucherCode: 'ONE' });
  });

  it('is refused before the payer is asked when none is left', async () => {
    const { code } = await createProduct(test.owner, merchant.companyId, { codes: ['LAST'] });
    const waiting = await buy(code, magicNumberOf('MTN', 'waits for a person'));
    const before = test.simulator.orders().length;
    const body = { phoneNumber: '0772123456', amount: 1_000, reference: 'x', productCode: code };
    const answer = await signedCall(test.serverUrl, merchant, 'POST', '/collections', { body });
    expect([answer.status, answer.body.success]).toEqual([409, false]);
    expect(answer.body).toMatchObject({ code: 'out_of_stock' });
    await wait(100);
    const asked = test.simulator.orders().slice(before);
    expect(asked.filter(({ transactionId }) => transactionId !== toShortId(waiting))).toEqual([]);
  });

  it('has a fixed price: another amount is refused and the field named', async () => {
    const { code } = await createProduct(test.owner, merchant.companyId, { codes: 1 });
    const body = { phoneNumber: '0772123456', amount: 999, reference: 'x', productCode: code };
    const answer = await signedCall(test.serverUrl, merchant, 'POST', '/collections', { body });
    expect(answer.body).toMatchObject({ fields: { amount: 'Must be UGX 1,000, its price' } });
    expect(await codes()).toMatchObject([{ state: 'free' }]);
  });
});

it('forty buyers of twenty-five vouchers get each voucher once', async () => {
  const { code } = await createProduct(test.owner, merchant.companyId, { codes: 25 });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      signedCall(test.serverUrl, merchant, 'POST', '/collections', {
        body: {
          phoneNumber: `07720000${String(n + 20)}`,
          amount: 1_000,
          reference: `Buyer ${n}`,
          productCode: code,
        },
      }),
    ),
  );
  const accepted = answers.filter(({ status }) => status === 202);
  expect(accepted).toHaveLength(25);
  for (;;) {
    const rows = (await codes()) as { state: string }[];
    if (rows.every(({ state }) => state === 'used')) break;
    await wait(30);
  }
  const { body } = await get('?limit=100&status=SUCCESS');
  const handedOut = (body.data as { voucherCode: string }[]).map(({ voucherCode }) => voucherCode);
  expect(new Set(handedOut).size).toBe(25);
  expect(await test.asOwner((db) => findViolations(db))).toEqual([]);
});

describe('the fee', () => {
  it('the fee is deducted from a collection and posted in its own legs', async () => {
    await test.owner.rows(
      `insert into fee_schedules (id, company_id, direction, percent_hundredths, minimum, effective_from)
       values (gen_random_uuid(), $1, 'collection', 150, 2000, now() - interval '1 day')`,
      [merchant.companyId],
    );
    const id = await request(test, merchant, 'collections', magicNumberOf('MTN', 'approved'));
    expect(await ended(id)).toMatchObject({ status: 'SUCCESS', amount: 1_000, fee: 20 });
    const legs = await test.owner.rows(
      `select a.kind, a.network, e.amount from payments p
       join entries e on e.transaction_id = p.transaction_id join accounts a on a.id = e.account_id
       where p.id = $1 order by a.kind`,
      [id],
    );
    expect(legs).toEqual([
      { kind: 'clearing', network: 'MTN', amount: '-100000' },
      { kind: 'customer', network: null, amount: '98000' },
      { kind: 'fees', network: null, amount: '2000' },
    ]);
  });

  it('the fee is held and paid on top of a payout', async () => {
    merchant = await createMerchant(test.owner, 1_500_00n);
    await test.owner.rows(
      `insert into fee_schedules (id, company_id, direction, band_ends, band_fees, effective_from)
       values (gen_random_uuid(), $1, 'payout', '{50000,null}', '{10000,50000}', now() - interval '1 day')`,
      [merchant.companyId],
    );
    const tooMuch = await signedCall(test.serverUrl, merchant, 'POST', '/payouts', {
      body: { phoneNumber: '0772123456', amount: 1_001, reference: 'x' },
    });
    expect(tooMuch.body).toMatchObject({ code: 'insufficient_funds' });
    const id = await request(test, merchant, 'payouts', magicNumberOf('AIRTEL', 'approved'));
    expect(await ended(id)).toMatchObject({ status: 'SUCCESS', fee: 500 });
    const { body } = await get('/balance');
    expect(body.data).toMatchObject([{ balance: 0, held: 0, available: 0 }]);
  });
});
