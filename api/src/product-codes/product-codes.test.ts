import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { codeId, createProduct, openedCodes, orderOf } from '../../test/products.ts';
import { acceptAll } from '../payments/orders/acceptance.queries.ts';

let test: TestApp;
let staff: TestActor;
let member: TestActor;
let stranger: TestActor;
let company: string;
const unknownId = '00000000-0000-7000-8000-00000000dead';

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  stranger = await createMember(test.owner);
});
/** KLA-0001 is sold, KLA-0002 is reserved, the others are free. */
beforeEach(async () => {
  company = await createCompany(test.owner);
  member = await createMember(test.owner, { companyId: company, role: 'client_manager' });
  await createAccount(test.owner, company);
  const codes = ['KLA-0001', 'KLA-0002', 'KLA-0003'];
  await createProduct(test.owner, company, { code: 'Day', codes });
  await createProduct(test.owner, company, { code: 'Week', codes: ['JIN-0001'] });
  await createProduct(test.owner, company, { code: 'None' });
  await sell();
  await test.owner.rows(
    `update product_codes set state = 'used', used_at = '2026-01-31T10:00:00Z'
     where company_id = $1 and state = 'reserved'`,
    [company],
  );
  await sell();
});

const sell = () => acceptAll(test.database.unscoped, [orderOf(company, { productCode: 'Day' })]);
const list = async (query = '', actor = member) => {
  const path = `/Company/${company}/products${query}`;
  const { status, body, text } = await test.call(actor, 'GET', path);
  expect(status, text).toBe(200);
  return {
    meta: body.meta,
    rows: body.data,
    codes: body.data.map((row: { code: string; product_type: string }) =>
      [row.product_type, row.code].join(' '),
    ),
  };
};
const act = async (code: string, what: string, body: object = {}, actor = member) =>
  test.call(
    actor,
    'POST',
    `/Company/${company}/codes/${await codeId(test.owner, company, code)}/${what}`,
    body,
  );
const stateOf = async (code: string) =>
  (await openedCodes(test.owner, company)).find((each) => each.code === code)?.state;

describe('list', () => {
  it('is newest first and masked; reserved codes are not used', async () => {
    const { meta, rows } = await list();
    expect(meta).toMatchObject({ totalCount: 4, totalPages: 1, productTypes: ['Day', 'Week'] });
    const unused = { used: '0', used_date: null };
    expect(rows).toMatchObject([
      { code: '•••01', product_type: 'Week', state: 'free', ...unused },
      { code: '•••03', product_type: 'Day', state: 'free', ...unused },
      { code: '•••02', product_type: 'Day', state: 'reserved', ...unused },
      { code: '•••01', state: 'used', used: '1', used_date: '2026-01-31T10:00:00.000Z' },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/KLA|JIN/);
    const sold = await test.call(member, 'GET', `/Company/${company}/codes/${rows[3].record_id}`);
    expect(sold.body.data).toEqual(rows[3]);
    expect(rows[3].payment_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("counts sellable codes like the product's stock", async () => {
    const products = await test.call(member, 'GET', `/v1/InternetProducts/company/${company}`);
    const stock = products.body.data.map((product: { stock: number }) => product.stock);
    expect(stock).toEqual([1, 1, 0]);
    expect((await list()).meta).toMatchObject({ availableCount: 2, reservedCount: 1 });
    expect((await list('?productType=day')).meta).toMatchObject({
      totalCount: 3,
      availableCount: 1,
      reservedCount: 1,
      usedCount: 1,
    });
    expect((await list('?used=true')).meta).toMatchObject({ availableCount: 0, usedCount: 1 });
  });

  it('is not found by its code for somebody who may not see codes', async () => {
    const viewer = await createMember(test.owner, { companyId: company, role: 'client_user' });
    const support = await createStaff(test.owner, 'Support');
    for (const actor of [viewer, support]) {
      expect(await list('?search=KLA-0003', actor)).toMatchObject({
        codes: [],
        meta: { isFoundByCode: false },
      });
    }
    const finance = await createStaff(test.owner, 'Finance');
    expect((await list('?search=KLA-0003', finance)).meta).toMatchObject({ isFoundByCode: true });
  });

  it('is searched by a whole code, a record id, a product and the end of a code', async () => {
    const { rows } = await list();
    const byCode = await list('?search=KLA-0003');
    expect(byCode).toMatchObject({ codes: ['Day •••03'], meta: { isFoundByCode: true } });
    for (const spelling of ['kla-0003', 'Kla-0003']) {
      expect((await list(`?search=${spelling}`)).codes).toEqual(['Day •••03']);
    }
    expect((await list('?search=KLA')).codes).toEqual([]);
    expect((await list('?search=KLA-0003&productType=week')).codes).toEqual([]);
    expect((await list(`?search=${rows[0].record_id}`)).codes).toEqual(['Week •••01']);
    expect((await list('?search=wee')).codes).toEqual(['Week •••01']);
    const byEnd = await list(`?search=${encodeURIComponent('•••01')}`);
    expect(byEnd.codes).toEqual(['Week •••01', 'Day •••01']);
    expect(byEnd.meta).toMatchObject({ totalCount: 2, availableCount: 1, isFoundByCode: false });
    expect((await list('?search=nothing')).meta).toMatchObject({ totalCount: 0, totalPages: 1 });
  });

  it.each([
    ['ABCD-1234-EF', 'abcd1234ef'],
    ['ABC123', 'abc-123'],
    ['Qr-77', 'Qr-77'],
  ])('%s is found as %s', async (code, typed) => {
    const other = await createMember(test.owner);
    const companyId = other.companyId ?? '';
    await createProduct(test.owner, companyId, { codes: [code, 'OTHER-1'] });
    const { body } = await test.call(
      other,
      'GET',
      `/Company/${companyId}/products?search=${typed}`,
    );
    expect(body.meta).toMatchObject({ totalCount: 1, isFoundByCode: true });
  });

  it('is filtered by state, product and batch, and paged', async () => {
    const { rows } = await list();
    expect((await list('?used=true')).codes).toEqual(['Day •••01']);
    expect((await list('?used=false&productType=day')).codes).toEqual(['Day •••03', 'Day •••02']);
    expect((await list('?state=reserved')).codes).toEqual(['Day •••02']);
    const batch = `?batchId=${rows[1].batch_id}`;
    expect((await list(batch)).codes).toEqual(['Day •••03', 'Day •••02', 'Day •••01']);
    expect((await list(`${batch}&state=free`)).meta).toMatchObject({ totalCount: 1 });
    expect((await list(`?batchId=${unknownId}`)).meta).toMatchObject({ totalCount: 0 });
    const page = await list('?page=2&pageSize=3');
    expect(page).toMatchObject({ codes: ['Day •••01'], meta: { page: 2, totalPages: 2 } });
    expect((await list('?page=2&pageSize=1&used=false')).codes).toEqual(['Day •••03']);
    expect((await list('?used=true', staff)).codes).toEqual(['Day •••01']);
  });

  it('of used codes begins with the last used, on every page and with every filter', async () => {
    const codes = ['USED-1', 'USED-2', 'USED-3', 'USED-4'];
    await createProduct(test.owner, company, { code: 'Month', codes });
    for (const _ of codes.slice(1)) {
      await acceptAll(test.database.unscoped, [orderOf(company, { productCode: 'Month' })]);
    }
    const useAt = async (code: string, at: string) =>
      test.owner.rows(`update product_codes set state = 'used', used_at = $2 where id = $1`, [
        await codeId(test.owner, company, code),
        at,
      ]);
    // Not in the order of the upload. KLA-0001 was used on 31 January.
    await useAt('USED-1', '2026-02-03T10:00:00Z');
    await useAt('USED-2', '2026-02-01T10:00:00Z');
    await useAt('USED-3', '2026-02-02T10:00:00Z');
    const shown = async (query: string): Promise<string[]> =>
      (await list(query)).rows.map(({ code }: { code: string }) => code);
    const whole = await shown('?used=true');
    expect(whole).toHaveLength(4);
    expect((await list('?used=true')).rows).toMatchObject([
      { used_date: '2026-02-03T10:00:00.000Z' },
      { used_date: '2026-02-02T10:00:00.000Z' },
      { used_date: '2026-02-01T10:00:00.000Z' },
      { used_date: '2026-01-31T10:00:00.000Z' },
    ]);
    expect(await shown('?state=used')).toEqual(whole);
    const pages: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      pages.push(...(await shown(`?used=true&pageSize=1&page=${page}`)));
    }
    expect(pages).toEqual(whole);
    expect(await shown('?used=true&productType=Month')).toEqual(whole.slice(0, 3));
    expect(await shown('?used=true&search=mont')).toEqual(whole.slice(0, 3));
    expect((await list('?used=true&pageSize=2&page=1')).meta).toMatchObject({ totalPages: 2 });
  });

  it('the list of another or unknown company is not found', async () => {
    for (const [actor, id] of [
      [stranger, company],
      [stranger, unknownId],
      [staff, unknownId],
    ] as const) {
      const answer = await test.call(actor, 'GET', `/Company/${id}/products`);
      expect(answer.status).toBe(404);
      expect(answer.body.message).toBe('Company not found');
    }
  });
});

describe('permissions', () => {
  it('somebody without any reads and changes nothing', async () => {
    const nobody = await createMember(test.owner, { companyId: company, role: 'Restricted' });
    const answers = await Promise.all([
      test.call(nobody, 'GET', `/Company/${company}/products`),
      test.call(nobody, 'GET', `/Company/${company}/code-batches`),
      act('KLA-0003', 'reveal', {}, nobody),
      act('KLA-0003', 'withdraw', { reason: 'Mine' }, nobody),
      act('KLA-0003', 'move', { product: 'Week' }, nobody),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });

  it('who may only see products sees no code in clear and withdraws none', async () => {
    const viewer = await createMember(test.owner, { companyId: company, role: 'client_user' });
    expect((await list('', viewer)).codes).toHaveLength(4);
    expect((await act('KLA-0003', 'reveal', {}, viewer)).status).toBe(403);
    expect((await act('KLA-0003', 'withdraw', { reason: 'Mine' }, viewer)).status).toBe(403);
    const support = await createStaff(test.owner, 'Support');
    expect((await list('', support)).codes).toHaveLength(4);
    expect((await act('KLA-0003', 'reveal', {}, support)).status).toBe(403);
    expect(await stateOf('KLA-0003')).toBe('free');
  });
});

describe('reveal', () => {
  it('returns one code and writes down who saw which, but not the code', async () => {
    const answer = await act('KLA-0003', 'reveal');
    expect(answer.body.data).toEqual({
      record_id: await codeId(test.owner, company, 'KLA-0003'),
      code: 'KLA-0003',
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    const entries = await test.owner.rows(
      `select actor_id, action, subject_id, details from audit_log where company_id = $1`,
      [company],
    );
    expect(entries).toEqual([
      {
        actor_id: member.userId,
        action: 'productCodes.reveal',
        subject_id: company,
        details: { codeId: answer.body.data.record_id, voucher: '•••03', productCode: 'Day' },
      },
    ]);
    expect((await act('KLA-0003', 'reveal', {}, stranger)).status).toBe(404);
    const finance = await createStaff(test.owner, 'Finance');
    expect((await act('KLA-0001', 'reveal', {}, finance)).body.data.code).toBe('KLA-0001');
  });
});

describe('an unsold code', () => {
  it('can be withdrawn, with a reason, and is never sold', async () => {
    const reason = 'A title of the file';
    const answer = await act('KLA-0003', 'withdraw', { reason });
    expect(answer.body).toMatchObject({
      message: 'The code was withdrawn',
      data: { state: 'withdrawn', withdrawn_reason: reason, withdrawn_date: expect.any(String) },
    });
    expect((await sell())[0]).toMatchObject({ refusal: 'out_of_stock' });
    expect((await list()).meta).toMatchObject({ availableCount: 1, withdrawnCount: 1 });
    const entry = await test.owner.row(
      'select action, details from audit_log where company_id = $1',
      [company],
    );
    expect(entry).toMatchObject({
      action: 'productCodes.withdraw',
      details: { voucher: '•••03', reason },
    });
    const noReason = await act('KLA-0003', 'withdraw', { reason: ' ' });
    expect(noReason.body.fields).toEqual({ reason: 'Reason is required' });
  });

  it('can be moved to another product of the company', async () => {
    const answer = await act('KLA-0003', 'move', { product: 'week' });
    expect(answer.body).toMatchObject({
      message: 'The code is sold as Week now',
      data: { product_type: 'Week' },
    });
    const products = await test.call(member, 'GET', `/v1/InternetProducts/company/${company}`);
    const stock = products.body.data.map((product: { stock: number }) => product.stock);
    expect(stock.sort()).toEqual([0, 0, 2]);
    expect((await act('KLA-0003', 'move', { product: 'gone' })).body.fields).toEqual({
      product: 'Internet product not found',
    });
  });

  it.each([
    ['KLA-0001', 'This code was sold already.'],
    [
      'KLA-0002',
      'This code is reserved for a payment that is under way. Try again when it has ended.',
    ],
  ])('%s, which is none, stays where it is', async (code, message) => {
    for (const [what, body] of [
      ['withdraw', { reason: 'Wrong' }],
      ['move', { product: 'Week' }],
    ] as const) {
      const answer = await act(code, what, body);
      expect(answer.status).toBe(409);
      expect(answer.body.message).toBe(message);
    }
  });
});
