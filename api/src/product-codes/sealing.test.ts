import { setTimeout } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { createProduct, openedCodes, orderOf, testSealer } from '../../test/products.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import { acceptAll } from '../payments/orders/acceptance.queries.ts';
import { createSealer } from '../security/secrets.ts';
import { countUnsealed, sealCodes } from './sealing.ts';

let test: TestApp;
let company: string;
let product: { id: string; code: string };
let member: TestActor;

beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  company = await createCompany(test.owner);
  await createAccount(test.owner, company);
  product = await createProduct(test.owner, company, { code: 'Day' });
  member = await createMember(test.owner, { companyId: company });
});

/** As the version before stored an upload; all of it has one time. */
const storeClear = (count: number, at = '2026-01-31T10:00:00.123456Z', prefix = 'OLD') =>
  test.owner.rows(
    `insert into product_codes (company_id, product_id, code, created_at)
     select $1, $2, $5 || '-VOUCHER-' || n, $4 from generate_series(1, $3::int) n`,
    [company, product.id, count, at, prefix],
  );
const clearLeft = () =>
  test.owner.rows('select 1 from product_codes where company_id = $1 and code is not null', [
    company,
  ]);
const list = async (query = '') =>
  (await test.call(member, 'GET', `/Company/${company}/products${query}`)).body;

describe('codes in clear', () => {
  it('are encrypted in steps by several servers at once, and stay the same', async () => {
    await storeClear(2_500);
    const before = await openedCodes(test.owner, company);
    const [one, other] = await Promise.all([
      sealCodes(test.database, testSealer),
      sealCodes(test.database, testSealer),
    ]);
    // Each passes over what the other has locked, so something may be left.
    expect(one + other + (await sealCodes(test.database, testSealer))).toBe(2_500);
    expect(await clearLeft()).toEqual([]);
    expect(await openedCodes(test.owner, company)).toEqual(before);
    const left = await test.database.within(platformScope, (db) =>
      countUnsealed(db, testSealer.keyName),
    );
    expect(left).toBe(0);
  });

  it('a killed server leaves whole steps behind, and the next one goes on', async () => {
    await storeClear(2_500);
    const stopping = new AbortController();
    const database = {
      ...test.database,
      within: (async (...given: Parameters<typeof test.database.within>) => {
        stopping.abort();
        return test.database.within(...given);
      }) as typeof test.database.within,
    };
    await sealCodes(database, testSealer, stopping.signal);
    expect(await clearLeft()).toHaveLength(1_500);
    expect((await list('?search=OLD-VOUCHER-1')).meta).toMatchObject({ isFoundByCode: true });
    expect((await list('?search=OLD-VOUCHER-2500')).meta).toMatchObject({ isFoundByCode: true });
    expect((await list('?page=1')).data[0]).toMatchObject({ code: '•••500' });
    await sealCodes(test.database, testSealer);
    expect(await clearLeft()).toEqual([]);
  });

  it('are sold while they are encrypted, also when all of a product are locked', async () => {
    await storeClear(40);
    const sell = async () => {
      const order = orderOf(company, { productCode: 'Day' });
      const [sold] = await acceptAll(test.database.unscoped, [order]);
      return sold?.refusal;
    };
    // Opens the connections, so that the next sales begin at once.
    expect(await Promise.all(Array.from({ length: 8 }, sell))).toEqual(Array(8).fill(null));
    const { sales, during } = await test.database.within(platformScope, async (db) => {
      await db.rows('select 1 from product_codes where company_id = $1 for update', [company]);
      const sales = Promise.all(Array.from({ length: 22 }, sell));
      return { sales, during: await Promise.race([sales, setTimeout(200, 'waits')]) };
    });
    expect(during).toBe('waits');
    const [refusals] = await Promise.all([sales, sealCodes(test.database, testSealer)]);
    expect(refusals).toEqual(Array(22).fill(null));
    await sealCodes(test.database, testSealer);
    const codes = await openedCodes(test.owner, company);
    expect(codes.filter(({ state }) => state === 'reserved')).toHaveLength(30);
    expect(await clearLeft()).toEqual([]);
  });

  it('become a batch for each upload, with who the audit log says it was', async () => {
    await storeClear(1_200);
    await storeClear(3, '2026-02-01T10:00:00Z', 'NEW');
    await test.owner.rows(
      `insert into audit_log (at, company_id, actor_id, action, subject_type, subject_id, result)
       values ('2026-01-31T10:00:00.123456Z', $1, $2, 'productCodes.upload', 'companies', $1, 'done')`,
      [company, member.userId],
    );
    await sealCodes(test.database, testSealer);
    const { body } = await test.call(member, 'GET', `/Company/${company}/code-batches`);
    expect(body.data).toMatchObject([
      { count: 3, left: 3, uploadedBy: null, uploadedAt: '2026-02-01T10:00:00.000Z' },
      { count: 1_200, uploadedBy: expect.stringMatching(/\w/) },
    ]);
    expect((await list(`?batchId=${body.data[1].id}&page=1`)).meta).toMatchObject({
      totalCount: 1_200,
    });
  });

  it('a batch is not changed before all of them have theirs', async () => {
    await storeClear(3, '2026-02-01T10:00:00Z');
    await sealCodes(test.database, testSealer);
    await storeClear(1, '2026-02-01T10:00:00Z', 'LATE');
    const { body } = await test.call(member, 'GET', `/Company/${company}/code-batches`);
    const path = `/Company/${company}/code-batches/${body.data[0].id}/withdraw`;
    const refused = await test.call(member, 'POST', path, { reason: 'Lost' });
    expect(refused.body.message).toBe(
      'The codes from before are still being encrypted. Try again in a few minutes.',
    );
  });

  it('are masked in the events that quote them', async () => {
    await storeClear(1);
    const order = orderOf(company, { productCode: 'Day' });
    await acceptAll(test.database.unscoped, [order]);
    const payload = '{"type":"payment.succeeded","data":{"voucherCode":"OLD-VOUCHER-1","fee":0}}';
    await test.owner.rows(
      `insert into webhook_events (company_id, id, payment_id, type, payload)
       values ($1, $2, $3, 'payment.succeeded', $4)`,
      [company, uuidV7(), order.paymentId, payload],
    );
    await sealCodes(test.database, testSealer);
    const event = await test.owner.row<{ payload: string }>(
      'select payload::text from webhook_events where company_id = $1',
      [company],
    );
    expect(event?.payload).toBe(payload.replace('OLD-VOUCHER-1', '•••R-1'));
  });
});

it('codes of a former key are found, refused twice, and encrypted with the current one', async () => {
  const former = Buffer.alloc(32, 7);
  const ring = createSealer(Buffer.alloc(32, 8), former);
  const other = await createTestApp({ sealer: ring });
  const here = await createCompany(other.owner);
  const owner = await createMember(other.owner, { companyId: here });
  await createProduct(other.owner, here, { code: 'Day', codes: ['FORMER-1'] });
  const found = () => other.call(owner, 'GET', `/Company/${here}/products?search=FORMER-1`);
  expect((await found()).body.data).toHaveLength(1);
  const twice = await other.call(owner, 'POST', '/Company/upload-csv', {
    companyId: here,
    base64CsvFile: Buffer.from('NEW-1\nFORMER-1\n').toString('base64'),
    product: 'Day',
  });
  expect(twice.body.errors).toEqual(['Line 2: FORMER-1 is already in use']);
  expect(await sealCodes(other.database, ring)).toBe(1);
  const row = await other.owner.row('select key_name from product_codes where company_id = $1', [
    here,
  ]);
  expect(row).toEqual({ key_name: ring.keyName });
  expect((await found()).body.data).toHaveLength(1);
});

it('a code that cannot be opened is passed over', async () => {
  const ring = createSealer(Buffer.alloc(32, 8), Buffer.alloc(32, 7));
  const other = await createTestApp({ sealer: ring });
  const here = await createCompany(other.owner);
  await createProduct(other.owner, here, { codes: ['ONE-11', 'TWO-22'] });
  await other.owner.rows(
    `update product_codes set sealed = '\\x00' where company_id = $1 and hint = '11'`,
    [here],
  );
  expect(await sealCodes(other.database, ring)).toBe(1);
  const owner = await createMember(other.owner, { companyId: here });
  const { body } = await other.call(owner, 'GET', `/Company/${here}/products`);
  const unreadable = body.data.find(({ code }: { code: string }) => code.endsWith('11'));
  const path = `/Company/${here}/codes/${unreadable.record_id}/reveal`;
  expect((await other.call(owner, 'POST', path, {})).status).toBe(409);
});
