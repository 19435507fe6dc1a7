import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createAccount, createCompany } from '../../../test/factories.ts';
import { acceptHeld } from '../../../test/held-orders.ts';
import { createProduct, openedCodes, orderOf } from '../../../test/products.ts';
import { lowestUuidV7, uuidV7 } from '../../db/uuid.ts';
import { postAll } from '../../ledger/posting.queries.ts';
import { acceptAll, type AcceptedRow } from './acceptance.queries.ts';
import type { ReadyOrder } from './order.ts';

let test: TestDatabase;
let company: string;
let account: string;

beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(async () => {
  await test.owner.rows('delete from network_circuits');
  company = await createCompany(test.owner);
  account = await createAccount(test.owner, company, { balance: 1_000_000n });
});

const order = (changes: Partial<ReadyOrder> = {}) => orderOf(company, changes);
const acceptEach = (orders: readonly ReadyOrder[]) =>
  orders.some(({ direction }) => direction === 'payout')
    ? acceptHeld(test.database, orders)
    : acceptAll(test.database.unscoped, orders);
async function accept(changes: Partial<ReadyOrder> = {}): Promise<AcceptedRow> {
  const [row] = await acceptEach([order(changes)]);
  return row!;
}
const storedPayment = (id: string) =>
  test.owner.row<Record<string, unknown>>('select * from payments where id = $1', [id]);
const queued = (id: string) =>
  test.owner.row<Record<string, unknown>>('select * from open_payments where payment_id = $1', [
    id,
  ]);
const paymentCount = async () => {
  const row = await test.owner.row<{ n: number }>(
    'select count(*)::int as n from payments where company_id = $1',
    [company],
  );
  return row?.n;
};
const refusalOf = async (changes: Partial<ReadyOrder>) => {
  const before = await paymentCount();
  const { refusal } = await accept(changes);
  expect(await paymentCount()).toBe(refusal === null ? Number(before) + 1 : before);
  return refusal;
};

describe('an accepted payment', () => {
  it('is stored as requested and due at once', async () => {
    const asked = order({ description: 'Two "quoted", words', reference: 'Order {7}' });
    const [row] = await acceptEach([asked]);
    expect(row).toMatchObject({
      id: asked.paymentId,
      is_replay: false,
      refusal: null,
      fee: '0',
      account_id: account,
    });
    expect(await storedPayment(asked.paymentId)).toMatchObject({
      company_id: company,
      direction: 'collection',
      origin: 'api',
      account_id: account,
      phone_number: '256772123456',
      network: 'MTN',
      amount: '100000',
      reference: 'Order {7}',
      description: 'Two "quoted", words',
      status: 'PENDING',
      product_id: null,
      product_code_id: null,
    });
    expect(await queued(asked.paymentId)).toMatchObject({
      company_id: company,
      network: 'MTN',
      sent_at: null,
      next_step_at: expect.any(Date),
    });
  });

  it('is pending in the ledger, with an id of its moment and in the figures', async () => {
    const [first, second] = await acceptEach([order(), order({ description: 'Two passes' })]);
    const rows = await test.owner.rows<{ id: string; created_at: Date; description: string }>(
      `select t.*, t.amount::int, t.created_at = p.created_at as is_of_the_request
       from transactions t join payments p on p.transaction_id = t.id and p.company_id = t.company_id
       where p.id = any ($1) order by p.description nulls first`,
      [[first?.id, second?.id]],
    );
    const pending = { type: 'credit', amount: 100_000, status: 'pending', held: '0', reason: null };
    expect(rows).toMatchObject([
      { ...pending, id: first?.transaction_id, key: `collection:${first?.id}` },
      { ...pending, id: second?.transaction_id, key: `collection:${second?.id}` },
    ]);
    expect(rows.map(({ description }) => description)).toEqual([
      'Mobile money from +256 772 123456',
      'Two passes',
    ]);
    for (const row of rows) {
      const { id, created_at } = row;
      expect(row).toMatchObject({
        account_id: account,
        finished_at: null,
        is_of_the_request: true,
      });
      // Lists find the transactions of a day by their ids.
      expect(id.slice(0, 15)).toBe(lowestUuidV7(created_at.getTime()).slice(0, 15));
    }
    const figures = await test.owner.rows(
      `select type, status, count, amount, moved from company_figures
       where company_id = $1 and status = 'pending'`,
      [company],
    );
    const sum = { count: '2', amount: '200000', moved: '0' };
    expect(figures).toEqual([{ type: 'credit', status: 'pending', ...sum }]);
  });

  it('waits for no account: nothing is held or moved', async () => {
    await test.asOwner(async (db) => {
      await db.rows('select 1 from accounts where id = $1 for update', [account]);
      expect((await accept()).refusal).toBeNull();
    });
  });

  it('its key in the ledger is taken', async () => {
    const { id } = await accept();
    const posting = {
      companyId: company,
      accountId: account,
      amount: 100_000n,
      legs: [],
      hold: 0n,
    };
    const texts = { kind: 'collection', key: `collection:${id}`, description: 'Again' };
    const [outcome] = await postAll(test.owner, [{ ...posting, ...texts, type: 'credit' }]);
    expect(outcome).toMatchObject({ status: 'failed', reason: 'key_reused', transactionId: null });
  });

  it('waits when it needs a second person', async () => {
    const { id } = await accept({ direction: 'payout', origin: 'portal', requestedBy: uuidV7() });
    expect(await storedPayment(id)).toMatchObject({ awaits_approval: true });
    expect(await queued(id)).toMatchObject({ next_step_at: null });
  });

  it('restores the scope of its caller', async () => {
    const seen = await test.database.within(
      { platform: false, companyId: company, userId: null },
      async (db) => {
        await acceptAll(db, [order()]);
        return db.rows('select id from companies');
      },
    );
    expect(seen).toEqual([{ id: company }]);
  });

  it('is never accepted for another company', async () => {
    const other = await createCompany(test.owner);
    const scope = { platform: false, companyId: other, userId: null };
    const asking = test.database.within(scope, (db) => acceptAll(db, [order()]));
    await expect(asking).rejects.toThrow('acts for another company');
    expect(await paymentCount()).toBe(0);
  });

  it('is accepted within a batch, in order, whatever happens to the others', async () => {
    const { code } = await createProduct(test.owner, company, { codes: ['ONLY'] });
    const answers = await acceptEach([
      order(),
      order({ productCode: 'no-such' }),
      order({ productCode: code }),
      order({ productCode: code }),
      order(),
    ]);
    expect(answers.map((row) => row.refusal ?? row.is_replay)).toEqual([
      false,
      'unknown_product',
      false,
      'out_of_stock',
      false,
    ]);
    expect(await paymentCount()).toBe(3);
  });
});

describe('the key', () => {
  it('the key answers with the first payment, whatever changed since', async () => {
    const { code } = await createProduct(test.owner, company, { codes: 1 });
    const asked = order({ productCode: code });
    await acceptEach([asked]);
    await test.owner.rows('update accounts set is_active = false where id = $1', [account]);
    const [again] = await acceptEach([{ ...asked, paymentId: uuidV7() }]);
    expect(again).toMatchObject({ id: asked.paymentId, is_replay: true, refusal: null });
    expect(await paymentCount()).toBe(1);
  });

  it('the key is no replay for a retry of the same attempt', async () => {
    const asked = order();
    await acceptEach([asked]);
    expect(await acceptEach([asked])).toMatchObject([{ id: asked.paymentId, is_replay: false }]);
    expect(await paymentCount()).toBe(1);
  });

  it('the key is refused for another request', async () => {
    const { idempotencyKey } = order();
    await accept({ idempotencyKey });
    const inputHash = '00000000000000000000000000000002';
    expect(await refusalOf({ idempotencyKey, inputHash })).toBe('key_reused');
  });

  it('the key belongs to its company', async () => {
    const { idempotencyKey } = order();
    const first = await accept({ idempotencyKey });
    const other = await createCompany(test.owner);
    await createAccount(test.owner, other);
    expect(await accept({ idempotencyKey, companyId: other })).toMatchObject({ is_replay: false });
    expect(await accept({ idempotencyKey })).toMatchObject({ id: first.id });
  });

  it('the key stays free after a refusal', async () => {
    const { idempotencyKey } = order();
    expect(await refusalOf({ idempotencyKey, productCode: 'none' })).toBe('unknown_product');
    expect(await refusalOf({ idempotencyKey })).toBeNull();
  });
});

describe('the account', () => {
  const numberOf = async (id: string) => {
    const row = await test.owner.row<{ number: string }>(
      'select number from accounts where id = $1',
      [id],
    );
    return row!.number;
  };

  it('the account defaults to the oldest active one', async () => {
    const second = await createAccount(test.owner, company);
    expect((await accept()).account_id).toBe(account);
    await test.owner.rows('update accounts set is_active = false where id = $1', [account]);
    expect((await accept()).account_id).toBe(second);
  });

  it('the account can be given by number or id', async () => {
    const second = await createAccount(test.owner, company);
    expect((await accept({ accountNumber: await numberOf(second) })).account_id).toBe(second);
    expect((await accept({ accountId: second })).account_id).toBe(second);
  });

  it('the account must be active and a customer account of the company', async () => {
    const inactive = await createAccount(test.owner, company, { isActive: false });
    const foreign = await createAccount(test.owner, await createCompany(test.owner));
    const system = await test.owner.row<{ id: string }>(
      "select id from accounts where company_id = $1 and kind = 'settlement'",
      [company],
    );
    expect(await refusalOf({ accountId: inactive })).toBe('inactive_account');
    expect(await refusalOf({ accountNumber: await numberOf(inactive) })).toBe('inactive_account');
    for (const accountId of [foreign, uuidV7(), system!.id]) {
      expect(await refusalOf({ accountId })).toBe('unknown_account');
    }
    expect(await refusalOf({ accountNumber: await numberOf(foreign) })).toBe('unknown_account');
  });

  it('the account is required', async () => {
    await test.owner.rows('update accounts set is_active = false where company_id = $1', [company]);
    expect(await refusalOf({})).toBe('unknown_account');
  });
});

describe('the network', () => {
  const openUntil = (moment: string, operation = 'collection') =>
    test.owner.rows(
      `insert into network_circuits (network, operation, kind, opened_until)
       values ('MTN', '${operation}', 'send', ${moment})
       on conflict (network, operation, kind, company_id) do update
       set opened_until = excluded.opened_until`,
    );

  it('a network is refused while its circuit is open, other networks and operations are not', async () => {
    await openUntil("now() + interval '1 minute'");
    expect(await refusalOf({})).toBe('network_unavailable');
    expect(await refusalOf({ network: 'AIRTEL' })).toBeNull();
    expect(await refusalOf({ direction: 'payout' })).toBeNull();
    // The network is not called before approval.
    await openUntil("now() + interval '1 minute'", 'payout');
    expect(await refusalOf({ direction: 'payout' })).toBe('network_unavailable');
    expect(await refusalOf({ direction: 'payout', origin: 'portal' })).toBeNull();
    await openUntil("now() - interval '1 second'");
    expect(await refusalOf({})).toBeNull();
  });

  it('only the company whose circuit is open is refused', async () => {
    const other = await createCompany(test.owner);
    await createAccount(test.owner, other);
    await test.owner.rows(
      `insert into network_circuits (network, operation, kind, company_id, opened_until)
       values ('MTN', 'collection', 'ask', $1, now() + interval '1 minute')`,
      [other],
    );
    expect(await refusalOf({})).toBeNull();
    expect(await refusalOf({ companyId: other })).toBe('network_unavailable');
  });

  it('a replay is answered while the circuit is open', async () => {
    const { idempotencyKey } = order();
    await accept({ idempotencyKey });
    await openUntil("now() + interval '1 minute'");
    expect(await accept({ idempotencyKey })).toMatchObject({ is_replay: true, refusal: null });
  });
});

describe('a sale', () => {
  it('reserves the oldest free voucher; the product code is case-insensitive', async () => {
    const { id, code } = await createProduct(test.owner, company, { codes: ['Z', 'A', 'M'] });
    const ids = [];
    for (const productCode of [code, code.toLowerCase()]) {
      ids.push((await accept({ productCode })).id);
    }
    const codes = (await openedCodes(test.owner, company)).slice(-3);
    expect(codes).toMatchObject([
      { code: 'Z', state: 'reserved', payment_id: ids[0] },
      { code: 'A', state: 'reserved', payment_id: ids[1] },
      { code: 'M', state: 'free', payment_id: null },
    ]);
    expect(await storedPayment(ids[0]!)).toMatchObject({
      product_id: id,
      product_code_id: expect.any(String),
    });
  });

  it('prefers a returned voucher to one that was never reserved', async () => {
    const { id, code } = await createProduct(test.owner, company, { codes: ['A', 'B'] });
    await accept({ productCode: code });
    await test.owner.rows(
      "update product_codes set state = 'free', payment_id = null where product_id = $1",
      [id],
    );
    const { id: payment } = await accept({ productCode: code });
    const codes = await openedCodes(test.owner, company);
    expect(codes.find((each) => each.payment_id === payment)).toMatchObject({ code: 'A' });
  });

  it('is refused for a product that is not for sale', async () => {
    const inactive = await createProduct(test.owner, company, { isActive: false, codes: 1 });
    const deleted = await createProduct(test.owner, company, { codes: 1 });
    await test.owner.rows('update internet_products set deleted_at = now() where id = $1', [
      deleted.id,
    ]);
    const foreign = await createProduct(test.owner, await createCompany(test.owner), { codes: 1 });
    for (const productCode of [inactive.code, deleted.code, foreign.code, 'none', '']) {
      expect(await refusalOf({ productCode }), productCode).toBe('unknown_product');
    }
  });

  it('is refused at another price, with the right price in the message', async () => {
    const { code } = await createProduct(test.owner, company, { amount: 150_050n, codes: 1 });
    expect(await accept({ productCode: code, amount: 150_000n })).toMatchObject({
      refusal: 'price_differs',
      price: '150050',
    });
    expect(await refusalOf({ productCode: code, amount: 150_050n })).toBeNull();
  });

  it('is refused when no voucher is left, and uses none of another product', async () => {
    const { code } = await createProduct(test.owner, company, { codes: 1 });
    await createProduct(test.owner, company, { codes: 5 });
    expect(await refusalOf({ productCode: code })).toBeNull();
    expect(await refusalOf({ productCode: code })).toBe('out_of_stock');
  });
});

describe('the fee', () => {
  const setFee = async (fields: {
    percent?: number;
    minimum?: number;
    maximum?: number;
    ends?: (number | null)[];
    fees?: number[];
    from?: string;
    direction?: string;
  }) => {
    await test.owner.rows(
      `insert into fee_schedules (id, company_id, direction, percent_hundredths, minimum, maximum,
         band_ends, band_fees, effective_from)
       values ($1, $2, $3, $4, $5, $6, $7, $8, ${fields.from ?? "now() - interval '1 day'"})`,
      [
        uuidV7(),
        company,
        fields.direction ?? 'collection',
        fields.percent ?? null,
        fields.minimum ?? null,
        fields.maximum ?? null,
        fields.ends ?? null,
        fields.fees ?? null,
      ],
    );
  };
  const feeOf = async (amount: number, changes: Partial<ReadyOrder> = {}) => {
    const { fee, refusal } = await accept({ amount: BigInt(amount), ...changes });
    expect(refusal).toBeNull();
    return Number(fee);
  };

  it('the fee is zero without a rule', async () => {
    expect(await feeOf(1)).toBe(0);
  });

  it.each([
    // 1.5 percent in whole shillings, rounded half up.
    [100_000, 150, 1_500],
    [3_300, 150, 0],
    [3_333, 150, 0],
    [3_334, 150, 100],
    [3_400, 150, 100],
    [9_999, 150, 100],
    [10_000, 150, 200],
    [16_666, 150, 200],
    [16_667, 150, 300],
    [123_456_700, 150, 1_851_900],
    [999_999_999_999_999, 5_000, 500_000_000_000_000],
    [100_000, 0, 0],
    [1_000_000, 1, 100],
  ])(
    'the fee of %s hundredths at %s hundredths of a percent is %s',
    async (amount, percent, fee) => {
      await setFee({ percent });
      expect(await feeOf(amount)).toBe(fee);
    },
  );

  it('the fee has a minimum and a maximum', async () => {
    await setFee({ percent: 150, minimum: 20_000, maximum: 50_000 });
    expect(await feeOf(100_000)).toBe(20_000);
    expect(await feeOf(2_000_000)).toBe(30_000);
    expect(await feeOf(900_000_000)).toBe(50_000);
  });

  it('the fee follows bands, whose upper ends are inclusive', async () => {
    await setFee({ ends: [250_000, 5_000_000, null], fees: [5_000, 10_000, 100_000] });
    expect(await feeOf(5_100)).toBe(5_000);
    expect(await feeOf(250_000)).toBe(5_000);
    expect(await feeOf(250_001)).toBe(10_000);
    expect(await feeOf(5_000_000)).toBe(10_000);
    expect(await feeOf(5_000_001)).toBe(100_000);
  });

  it('the fee is that of the newest rule in effect, per direction', async () => {
    await setFee({ percent: 100, from: "now() - interval '30 days'" });
    await setFee({ percent: 200, from: "now() - interval '1 hour'" });
    await setFee({ percent: 300, from: "now() + interval '1 hour'" });
    await setFee({ percent: 400, direction: 'payout' });
    expect(await feeOf(100_000)).toBe(2_000);
    expect(await feeOf(100_000, { direction: 'payout', transactionId: uuidV7() })).toBe(4_000);
    const other = await createCompany(test.owner);
    await createAccount(test.owner, other);
    expect(await feeOf(100_000, { companyId: other })).toBe(0);
  });

  it('the fee must be less than a collection, but may exceed a payout', async () => {
    await setFee({ percent: 0, minimum: 10_000 });
    await setFee({ percent: 0, minimum: 10_000, direction: 'payout' });
    expect(await refusalOf({ amount: 10_000n })).toBe('amount_too_small');
    expect(await refusalOf({ amount: 10_001n })).toBeNull();
    expect(await refusalOf({ amount: 500n, direction: 'payout', transactionId: uuidV7() })).toBe(
      null,
    );
  });

  it('an unknown product and a wrong price are named before a fee that is too high', async () => {
    const { code } = await createProduct(test.owner, company, { codes: 1 });
    await setFee({ percent: 0, minimum: 5_000 });
    expect(await refusalOf({ productCode: 'none', amount: 1_000n })).toBe('unknown_product');
    expect(await refusalOf({ productCode: code, amount: 1_000n })).toBe('price_differs');
    expect(await refusalOf({ amount: 1_000n })).toBe('amount_too_small');
  });

  it('a fee that is too high reserves no voucher', async () => {
    const { id, code } = await createProduct(test.owner, company, { codes: 1 });
    await setFee({ percent: 0, minimum: 100_000 });
    expect(await refusalOf({ productCode: code })).toBe('amount_too_small');
    expect(
      await test.owner.row('select state from product_codes where product_id = $1', [id]),
    ).toEqual({ state: 'free' });
  });
});
