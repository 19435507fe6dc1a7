import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { createProduct, orderOf } from '../../test/products.ts';
import { acceptAll } from '../payments/orders/acceptance.queries.ts';

let test: TestApp;
let staff: TestActor;
/** The company's lowest role: every company user may do all of this. */
let member: TestActor;
let stranger: TestActor;
let company: string;
const unknownId = '00000000-0000-7000-8000-00000000dead';

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  stranger = await createMember(test.owner);
});
beforeEach(async () => {
  company = await createCompany(test.owner);
  member = await createMember(test.owner, { companyId: company, role: 'client_manager' });
});

const input = (changes: object = {}) => ({
  productCode: 'DAY-1',
  productName: 'Day pass',
  amount: 1_500.5,
  active: true,
  companyId: company,
  ...changes,
});
const create = (actor: TestActor, changes: object = {}) =>
  test.call(actor, 'POST', '/v1/InternetProducts', input(changes));
const list = async (query = '') => {
  const answer = await test.call(member, 'GET', `/v1/InternetProducts/company/${company}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.map((product: { productCode: string }) => product.productCode);
};
const stored = (id: string) =>
  test.owner.row<Record<string, unknown>>('select * from internet_products where id = $1', [id]);
const lastEntry = () =>
  test.owner.row<Record<string, unknown>>(
    'select * from audit_log where company_id = $1 order by id desc limit 1',
    [company],
  );

describe('create', () => {
  it("stores the trimmed input and records it in the company's history", async () => {
    const answer = await create(member, { productCode: ' DAY-1 ', productName: ' Day pass ' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toEqual({
      recordId: expect.any(String),
      productCode: 'DAY-1',
      productName: 'Day pass',
      amount: 1_500.5,
      active: true,
      stock: 0,
      lowStockAt: 10,
      companyId: company,
      recordDate: expect.any(String),
      updatedAt: expect.any(String),
      isDeleted: false,
    });
    expect(await stored(answer.body.data.recordId)).toMatchObject({ amount: '150050' });
    expect(await lastEntry()).toMatchObject({
      action: 'internetProducts.create',
      actor_id: member.userId,
      subject_type: 'companies',
      subject_id: company,
      details: { productCode: 'DAY-1', productName: 'Day pass' },
    });
  });

  it('says from how many vouchers on people are told, and keeps it unless it is given', async () => {
    const { data } = (await create(staff, { productCode: 'FEW', lowStockAt: null })).body;
    expect(data.lowStockAt).toBeNull();
    const { productCode, productName, amount, active, companyId } = data;
    const body = { productCode, productName, amount, active, companyId };
    const path = `/v1/InternetProducts/${data.recordId}`;
    const changed = await test.call(staff, 'PUT', path, { ...body, lowStockAt: 25 });
    expect(changed.body.data.lowStockAt).toBe(25);
    const kept = await test.call(staff, 'PUT', path, { ...body, productName: 'Few' });
    expect(kept.body.data).toMatchObject({ productName: 'Few', lowStockAt: 25 });
  });

  it('creates an active product by default', async () => {
    expect((await create(staff, { active: undefined })).body.data.active).toBe(true);
  });

  it.each([
    ['productCode', '  ', 'Product code is required'],
    ['productCode', 'x'.repeat(51), 'Must be at most 50 characters'],
    ['productName', '', 'Product name is required'],
    ['amount', 0, 'Amount must be greater than 0'],
    ['amount', -5, 'Amount must be greater than 0'],
    ['amount', 1.001, 'Amount must be a number of UGX with at most two decimals'],
    ['amount', '5', 'Amount must be a number of UGX'],
    ['lowStockAt', -1, 'Must be a whole number from 0 to 1,000,000'],
    ['lowStockAt', 1.5, 'Must be a whole number from 0 to 1,000,000'],
    ['companyId', 'x', 'Must be a valid id'],
  ])('refuses %s %s', async (field, value, message) => {
    const answer = await create(staff, { [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ [field]: message });
  });

  it('refuses a code that the company already has, case-insensitively; another company may have it', async () => {
    await create(member);
    const again = await create(member, { productCode: 'day-1' });
    expect(again.status).toBe(400);
    expect(again.body).toMatchObject({
      code: 'already_in_use',
      errors: ['Product code is already in use'],
      fields: { productCode: 'Product code is already in use' },
    });
    expect((await create(stranger, { companyId: stranger.companyId })).status).toBe(200);
  });

  it('answers another company like one that does not exist', async () => {
    expect((await create(stranger)).body.message).toBe('Company not found');
    expect((await create(staff, { companyId: unknownId })).status).toBe(404);
    expect(await list()).toEqual([]);
  });
});

describe('list', () => {
  beforeEach(async () => {
    await createProduct(test.owner, company, { code: 'W-7', name: 'week pass', codes: 3 });
    await createProduct(test.owner, company, { code: 'KIOSK', name: 'Day pass', isActive: false });
    await createProduct(test.owner, company, { code: 'M-30', name: 'Month', amount: 6_000_000n });
  });

  it('the list is sorted by name, case-insensitively', async () => {
    expect(await list()).toEqual(['KIOSK', 'M-30', 'W-7']);
  });

  it('searches code and name case-insensitively and takes wildcards literally', async () => {
    expect(await list('?search=PASS')).toEqual(['KIOSK', 'W-7']);
    expect(await list('?search=m-3')).toEqual(['M-30']);
    expect(await list('?search=%25')).toEqual([]);
  });

  it('filters by active or inactive', async () => {
    expect(await list('?active=true')).toEqual(['M-30', 'W-7']);
    expect(await list('?active=false')).toEqual(['KIOSK']);
    expect(await list('?active=true&search=pass')).toEqual(['W-7']);
    expect(await list('/active')).toEqual(['M-30', 'W-7']);
  });

  it('counts the codes that can still be sold', async () => {
    await createAccount(test.owner, company);
    const order = orderOf(company, { productCode: 'W-7' });
    await acceptAll(test.database.unscoped, [order]);
    const { body } = await test.call(member, 'GET', `/v1/InternetProducts/company/${company}`);
    expect(body.data.map((product: { stock: number }) => product.stock)).toEqual([0, 0, 2]);
  });

  it('answers another and an unknown company alike', async () => {
    for (const path of [company, `${company}/active`, unknownId]) {
      const answer = await test.call(stranger, 'GET', `/v1/InternetProducts/company/${path}`);
      expect(answer.status).toBe(404);
      expect(answer.body.message).toBe('Company not found');
    }
    const answer = await test.call(staff, 'GET', `/v1/InternetProducts/company/${unknownId}`);
    expect(answer.status).toBe(404);
  });
});

describe('one product', () => {
  let id: string;
  beforeEach(async () => {
    id = (await createProduct(test.owner, company, { code: 'DAY-1', codes: 2 })).id;
  });
  const at = (actor: TestActor, method: 'GET' | 'PUT' | 'DELETE', body?: object) =>
    test.call(actor, method, `/v1/InternetProducts/${id}`, body);

  it('is readable by its company and by staff', async () => {
    for (const actor of [member, staff]) {
      expect((await at(actor, 'GET')).body.data).toMatchObject({ recordId: id, stock: 2 });
    }
  });

  it('does not exist for another company, whose requests change nothing', async () => {
    const before = await stored(id);
    for (const [method, body] of [['GET'], ['PUT', input()], ['DELETE']] as const) {
      const answer = await at(stranger, method, body);
      expect(answer.status).toBe(404);
      expect(answer.body.message).toBe('Product not found');
    }
    expect(await stored(id)).toEqual(before);
  });

  it('a change is recorded with its fields', async () => {
    const answer = await at(member, 'PUT', input({ productName: 'Whole day', active: false }));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.data).toMatchObject({
      productName: 'Whole day',
      amount: 1_500.5,
      active: false,
      stock: 2,
    });
    expect(await lastEntry()).toMatchObject({
      action: 'internetProducts.update',
      details: {
        productCode: 'DAY-1',
        from: { productName: 'Day pass', amount: 1_000, active: true },
        to: { productName: 'Whole day', amount: 1_500.5, active: false },
      },
    });
  });

  it('an update without changes is not recorded', async () => {
    const before = await stored(id);
    expect((await at(member, 'PUT', input({ amount: 1_000 }))).status).toBe(200);
    expect(await stored(id)).toEqual(before);
    expect(await lastEntry()).toBeUndefined();
  });

  it('does not overwrite a change that the caller has not seen', async () => {
    const read = async () => (await at(member, 'GET')).body.data;
    const change = (amount: number, updatedAt: string) =>
      at(member, 'PUT', input({ amount, updatedAt }));
    const seen = await read();
    expect((await change(2_000, seen.updatedAt)).status).toBe(200);
    const late = await change(3_000, seen.updatedAt);
    expect(late.status).toBe(409);
    expect(late.body.message).toBe(
      'Someone else changed this product in the meantime. Look at what changed, then save again.',
    );
    expect((await read()).amount).toBe(2_000);
    expect((await change(3_000, (await read()).updatedAt)).status).toBe(200);
    // The history records the change, but not the version it is based on.
    expect((await lastEntry())?.['details']).toMatchObject({
      changed: ['amount'],
      from: { amount: 2_000 },
      to: { amount: 3_000 },
    });
  });

  it('accepts its own code in another case, but no taken one', async () => {
    await createProduct(test.owner, company, { code: 'DAY-2' });
    expect((await at(member, 'PUT', input({ productCode: 'day-1' }))).status).toBe(200);
    const taken = await at(member, 'PUT', input({ productCode: 'day-2' }));
    expect(taken.body.fields).toEqual({ productCode: 'Product code is already in use' });
  });

  it('cannot move to another company', async () => {
    for (const actor of [member, staff]) {
      const answer = await at(actor, 'PUT', input({ companyId: stranger.companyId }));
      expect(answer.status).toBe(400);
      expect(answer.body.fields).toEqual({
        companyId: 'A product cannot move to another company',
      });
    }
    expect(await stored(id)).toMatchObject({ company_id: company });
  });

  it('a deleted product is gone, its code is free again and its vouchers stay', async () => {
    expect((await at(member, 'DELETE')).body).toMatchObject({ success: true, data: null });
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await at(staff, method)).status).toBe(404);
    }
    expect(await list()).toEqual([]);
    expect(await lastEntry()).toMatchObject({
      action: 'internetProducts.remove',
      details: { productCode: 'DAY-1' },
    });
    // A new product with the same code does not get the old vouchers.
    expect((await create(member)).body.data.stock).toBe(0);
    await createAccount(test.owner, company);
    const codes = await test.call(member, 'GET', `/Company/${company}/products`);
    expect(codes.body.data).toMatchObject([{ product_type: 'DAY-1' }, { product_type: 'DAY-1' }]);
    const [sale] = await acceptAll(test.database.unscoped, [
      orderOf(company, { productCode: 'DAY-1', amount: 150_050n }),
    ]);
    expect(sale?.refusal).toBe('out_of_stock');
  });

  it('is neither read nor changed without a permission, and only read by who may only look', async () => {
    const as = (role: string) => createMember(test.owner, { companyId: company, role });
    const [nobody, viewer] = [await as('Restricted'), await as('client_user')];
    for (const [actor, mayRead] of [
      [nobody, 403],
      [viewer, 200],
    ] as const) {
      expect((await at(actor, 'GET')).status).toBe(mayRead);
      expect((await at(actor, 'PUT', input({ amount: 1 }))).status).toBe(403);
      expect((await at(actor, 'DELETE')).status).toBe(403);
      expect((await create(actor, { productCode: 'FAKE' })).status).toBe(403);
    }
    expect(await stored(id)).toMatchObject({ deleted_at: null });
  });

  it('cannot be deleted while a sale is open', async () => {
    await createAccount(test.owner, company);
    const sell = () =>
      acceptAll(test.database.unscoped, [orderOf(company, { productCode: 'DAY-1' })]);
    await sell();
    const answer = await at(member, 'DELETE');
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe(
      'A sale of this product is under way. Wait until it is done, or make the product inactive.',
    );
    await sell();
    expect((await at(member, 'DELETE')).body.message).toBe(
      '2 sales of this product are under way. Wait until they are done, or make the product inactive.',
    );
    expect(await stored(id)).toMatchObject({ deleted_at: null });
    await test.owner.rows(
      "update product_codes set state = 'used', used_at = now() where product_id = $1",
      [id],
    );
    expect((await at(member, 'DELETE')).status).toBe(200);
  });

  it('is archived with its company', async () => {
    await test.owner.rows('update companies set archived_at = now() where id = $1', [company]);
    expect((await at(staff, 'GET')).status).toBe(404);
    expect((await create(staff, { productCode: 'NEW' })).status).toBe(404);
  });
});
