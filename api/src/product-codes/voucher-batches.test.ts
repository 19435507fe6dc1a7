import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { createProduct, openedCodes, orderOf } from '../../test/products.ts';
import { platformScope } from '../db/scope.ts';
import { findViolations } from '../ledger/invariants.ts';
import { acceptAll } from '../payments/orders/acceptance.queries.ts';
import { endReservations } from '../payments/settling/settlement.queries.ts';

let test: TestApp;
let member: TestActor;
let company: string;

beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  company = await createCompany(test.owner);
  member = await createMember(test.owner, { companyId: company });
  await createAccount(test.owner, company);
  await createProduct(test.owner, company, { code: 'Day' });
  await createProduct(test.owner, company, { code: 'Week' });
});

async function upload(lines: string[], changes: object = {}): Promise<string> {
  const { body } = await test.call(member, 'POST', '/Company/upload-csv', {
    companyId: company,
    base64CsvFile: Buffer.from(lines.join('\n')).toString('base64'),
    product: 'Day',
    ...changes,
  });
  return body.data.batchId;
}
const base = () => `/Company/${company}/code-batches`;
const batch = async (id: string) => (await test.call(member, 'GET', `${base()}/${id}`)).body.data;
const act = (id: string, what: string, body: object, actor = member) =>
  test.call(actor, 'POST', `${base()}/${id}/${what}`, body);
const states = async () =>
  (await openedCodes(test.owner, company)).map(({ code, state }) => `${code} ${state}`);
const stocks = async () => {
  const { body } = await test.call(member, 'GET', `/v1/InternetProducts/company/${company}`);
  return Object.fromEntries(
    body.data.map(({ productCode, stock }: Record<string, unknown>) => [productCode, stock]),
  );
};

/** Takes the oldest free code; the returned functions end the payment. */
async function reserve() {
  const order = orderOf(company, { productCode: 'Day' });
  const [accepted] = await acceptAll(test.database.unscoped, [order]);
  if (accepted?.refusal) return { refusal: accepted.refusal, end: async () => {} };
  const codes = await openedCodes(test.owner, company);
  const code = codes.find(({ payment_id }) => payment_id === order.paymentId);
  const end = (isSold = false) =>
    test.database.within(platformScope, (db) =>
      endReservations(db, [
        { companyId: company, paymentId: order.paymentId, codeId: code?.id ?? '', isSold },
      ]),
    );
  return { refusal: null, end };
}

it('are listed of one product', async () => {
  const day = await upload(['D-1', 'D-2']);
  const week = await upload(['W-1'], { product: 'Week' });
  const { body } = await test.call(member, 'GET', base());
  const [newest] = body.data;
  expect(newest.id).toBe(week);
  const list = await test.call(
    member,
    'GET',
    `${base()}?productId=${(await batch(day)).productId}`,
  );
  expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([day]);
  expect(list.body.meta).toMatchObject({ totalCount: 1 });
});

describe('a batch', () => {
  it('says who uploaded it, when and from which file, and what became of its codes', async () => {
    const first = await upload(['A', 'B', 'C'], { fileName: 'march.csv' });
    const second = await upload(['D'], { product: 'Week' });
    await reserve();
    await (await reserve()).end(true);
    const { body } = await test.call(member, 'GET', base());
    const none = { withdrawnAt: null, withdrawnBy: null, withdrawnReason: null };
    expect(body.data).toEqual([
      expect.objectContaining({ id: second, productType: 'Week', count: 1, left: 1 }),
      {
        id: first,
        productId: expect.any(String),
        productType: 'Day',
        fileName: 'march.csv',
        uploadedBy: expect.stringMatching(/\w/),
        uploadedAt: expect.any(String),
        count: 3,
        left: 1,
        reserved: 1,
        sold: 1,
        withdrawn: 0,
        ...none,
      },
    ]);
    expect(body.meta).toMatchObject({ totalCount: 2 });
  });

  it('can be withdrawn; what is sold stays sold', async () => {
    const id = await upload(['A', 'B', 'C']);
    await (await reserve()).end(true);
    const answer = await act(id, 'withdraw', { reason: 'Stolen' });
    expect(answer.body.message).toBe('2 product codes withdrawn');
    expect(answer.body.data).toMatchObject({ left: 0, sold: 1, withdrawn: 2 });
    expect(await states()).toEqual(['A used', 'B withdrawn', 'C withdrawn']);
    expect(await reserve()).toMatchObject({ refusal: 'out_of_stock' });
    const entry = await test.owner.row(
      "select details from audit_log where company_id = $1 and action = 'voucherBatches.withdraw'",
      [company],
    );
    expect(entry).toMatchObject({ details: { batchId: id, codes: 2, reason: 'Stolen' } });
    const again = await act(id, 'withdraw', { reason: 'Stolen' });
    expect(again.status).toBe(409);
    expect(again.body.message).toBe('This batch was withdrawn already.');
  });

  it('a code that is being paid for is withdrawn when the payment fails, not sold again', async () => {
    const id = await upload(['A', 'B', 'C']);
    const [declined, paid] = [await reserve(), await reserve()];
    const answer = await act(id, 'withdraw', { reason: 'Misprint' });
    expect(answer.body.message).toBe(
      '1 product code withdrawn; 2 being paid for now follow if they are not sold',
    );
    await declined.end(false);
    await paid.end(true);
    expect(await states()).toEqual(['A withdrawn', 'B used', 'C withdrawn']);
  });

  it('can be moved to another product, with the codes that are unsold', async () => {
    const id = await upload(['A', 'B', 'C']);
    await (await reserve()).end(true);
    const answer = await act(id, 'move', { product: 'week' });
    expect(answer.body.message).toBe('2 product codes moved to Week');
    expect(answer.body.data).toMatchObject({ productType: 'Week', left: 2, sold: 1 });
    expect(await stocks()).toEqual({ Day: 0, Week: 2 });
    expect(await reserve()).toMatchObject({ refusal: 'out_of_stock' });
  });

  it('without unsold codes is refused, and another company has no such batch', async () => {
    const id = await upload(['A']);
    await (await reserve()).end(true);
    const answer = await act(id, 'move', { product: 'Week' });
    expect(answer.body.message).toBe('No code of this batch is left: they were sold or withdrawn.');
    const stranger = await createMember(test.owner);
    expect((await act(id, 'withdraw', { reason: 'Mine' }, stranger)).status).toBe(404);
    const support = await createStaff(test.owner, 'Support');
    expect((await act(id, 'withdraw', { reason: 'Mine' }, support)).status).toBe(403);
  });
});

it('a code is either sold or withdrawn, never both, whoever comes first', async () => {
  const total = 120;
  const id = await upload(Array.from({ length: total }, (_, n) => `R-${n}`));
  const held = await Promise.all(Array.from({ length: 20 }, reserve));
  const sales = Array.from({ length: 60 }, async (_, n) => {
    const sale = await reserve();
    await sale.end(n % 2 === 0);
  });
  const [withdrawn] = await Promise.all([
    act(id, 'withdraw', { reason: 'Race' }),
    ...sales,
    ...held.map(({ end }, n) => end(n % 2 === 0)),
  ]);
  expect(withdrawn.status).toBe(200);
  const codes = await openedCodes(test.owner, company);
  expect(codes.filter(({ state }) => state === 'free' || state === 'reserved')).toEqual([]);
  for (const { state, payment_id, used_at } of codes) {
    expect([state, payment_id !== null, used_at !== null]).toEqual(
      state === 'used' ? ['used', true, true] : ['withdrawn', false, false],
    );
  }
  const sold = codes.filter(({ state }) => state === 'used');
  expect(await batch(id)).toMatchObject({ sold: sold.length, withdrawn: total - sold.length });
  const broken = await test.database.within(platformScope, findViolations, 'ledger check');
  const names = broken.map(({ invariant }) => invariant);
  expect(names).not.toContain('vouchers are counted as they are');
});
