import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../../test/actors.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { createAccount, createRoleWith } from '../../../test/factories.ts';
import { createProduct, openedCodes } from '../../../test/products.ts';
import { uuidV7 } from '../../db/uuid.ts';

let test: TestApp;
let member: TestActor;
let companyId: string;
let accountId: string;
let productCode: string;

beforeAll(async () => {
  test = await createTestApp();
});

beforeEach(async () => {
  member = await createMember(test.owner);
  companyId = member.companyId ?? '';
  accountId = await createAccount(test.owner, companyId);
  const product = { amount: 1_000_00n, codes: ['OLD-1', 'NEW-2'] };
  productCode = (await createProduct(test.owner, companyId, product)).code;
});

function sell(fields: Record<string, unknown> = {}, actor = member) {
  return test.call(actor, 'POST', `/Transaction/company/${companyId}/requests`, {
    kind: 'sell-voucher',
    accountId,
    amount: 1_000,
    phoneNumber: '0772 123456',
    network: 'MTN',
    productCode,
    ...fields,
  });
}

const states = async () =>
  (await openedCodes(test.owner, companyId)).map(({ code, state }) => `${code} ${state}`);

describe('a voucher sold in the portal', () => {
  it('is the oldest one, kept for the payer while they are asked', async () => {
    const { status, body } = await sell();
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toMatchObject({
      kind: 'collection',
      type: 'credit',
      amount: 1_000,
      status: 'pending',
      phoneNumber: '256772123456',
    });
    expect(body.meta).toEqual({ approval: null, isBraked: false });
    expect(await states()).toEqual(['OLD-1 reserved', 'NEW-2 free']);
    const product = await test.owner.row<{ name: string }>(
      'select name from internet_products where company_id = $1 and code = $2',
      [companyId, productCode],
    );
    expect(body.data.description).toBe(product?.name);
    const payment = await test.owner.row(
      'select origin, requested_by from payments where transaction_id = $1',
      [body.data.id],
    );
    expect(payment).toEqual({ origin: 'portal', requested_by: member.userId });
    const [entry] = await test.owner.rows<{ details: object }>(
      "select details from audit_log where action = 'transactions.request' and company_id = $1",
      [companyId],
    );
    expect(entry?.details).toMatchObject({ kind: 'sell-voucher', productCode });
  });

  it('is one sale when it is sent again with the same key', async () => {
    const idempotencyKey = uuidV7();
    const answers = await Promise.all([1, 2, 3].map(() => sell({ idempotencyKey })));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await states()).toEqual(['OLD-1 reserved', 'NEW-2 free']);
    const other = await createProduct(test.owner, companyId, { codes: ['X-1'] });
    const reused = await sell({ idempotencyKey, productCode: other.code });
    expect(reused.body.code).toBe('idempotency_key_reused');
  });

  it('is refused when none is left, and for another price than that of the product', async () => {
    expect((await sell({ amount: 900 })).body).toMatchObject({
      code: 'validation_failed',
      fields: { amount: 'Must be UGX 1,000, its price' },
    });
    await sell();
    await sell();
    const last = await sell();
    expect([last.status, last.body.code]).toEqual([409, 'out_of_stock']);
  });

  it('is refused for a blocked number, and takes no voucher', async () => {
    await test.owner.rows(
      `insert into blocked_numbers (id, company_id, phone_number, reason, blocked_by)
       values ($1, $2, '256772123456', 'Fraud', $3)`,
      [uuidV7(), companyId, member.userId],
    );
    const { body } = await sell();
    expect(body).toMatchObject({ code: 'number_blocked', fields: { phoneNumber: /./ } });
    expect(await states()).toEqual(['OLD-1 free', 'NEW-2 free']);
  });

  it.each([
    [{ productCode: undefined }, 'Please select a product'],
    [{ productCode: '' }, 'Please select a product'],
    [{ productCode: 'NO-SUCH' }, 'Product not found'],
    [{ kind: 'add-money' }, 'Only a sale has a product'],
    [{ kind: 'withdraw' }, 'Only a sale has a product'],
  ])('names the product as the wrong field: %o', async (fields, text) => {
    const { status, body } = await sell(fields);
    expect([status, body.fields.productCode]).toEqual([400, text]);
  });

  it('belongs to people who may ask for money and see products', async () => {
    for (const permissions of [['canManageAccounts'], ['canViewProducts']] as const) {
      const role = await createRoleWith(test.owner, ...permissions);
      const person = await createMember(test.owner, { companyId, role });
      expect((await sell({}, person)).status).toBe(403);
    }
    const role = await createRoleWith(test.owner, 'canManageAccounts', 'canViewProducts');
    expect((await sell({}, await createMember(test.owner, { companyId, role }))).status).toBe(200);
    expect((await sell({}, await createMember(test.owner))).status).toBe(404);
  });
});
