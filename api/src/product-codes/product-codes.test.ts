import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { createProduct, orderOf } from '../../test/products.ts';
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
beforeEach(async () => {
  company = await createCompany(test.owner);
  member = await createMember(test.owner, { companyId: company, role: 'Restricted' });
});

const base64 = (file: string | Buffer) => Buffer.from(file).toString('base64');
const upload = (
  file: string | Buffer,
  { actor = member, ...changes }: { actor?: TestActor; [field: string]: unknown } = {},
) =>
  test.call(actor, 'POST', '/Company/upload-csv', {
    companyId: company,
    base64CsvFile: base64(file),
    product: 'DAY-1',
    ...changes,
  });
const storedCodes = async () => {
  const rows = await test.owner.rows<{ code: string }>(
    'select code from product_codes where company_id = $1 order by number',
    [company],
  );
  return rows.map(({ code }) => code);
};

describe('upload', () => {
  beforeEach(async () => {
    await createProduct(test.owner, company, { code: 'DAY-1' });
  });

  it('adds the codes in file order and says how many', async () => {
    const answer = await upload('\ufeffZ-1\r\n\r\n"A,2"\r\nM-3\r\n');
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      data: { uploaded: 3 },
      message: '3 product codes uploaded',
    });
    expect(await storedCodes()).toEqual(['Z-1', 'A,2', 'M-3']);
    const entry = await test.owner.row(
      'select actor_id, action, subject_type, subject_id, details from audit_log where company_id = $1',
      [company],
    );
    expect(entry).toEqual({
      actor_id: member.userId,
      action: 'productCodes.upload',
      subject_type: 'companies',
      subject_id: company,
      details: { productCode: 'DAY-1', codes: 3 },
    });
  });

  it('finds the product case-insensitively, also an inactive one', async () => {
    await createProduct(test.owner, company, { code: 'Later', isActive: false });
    const answer = await upload('L-1', { product: ' LATER ', actor: staff });
    expect(answer.body.message).toBe('1 product code uploaded');
    const [code] = (await test.call(staff, 'GET', `/Company/${company}/products`)).body.data;
    expect(code).toMatchObject({ code: 'L-1', product_type: 'Later' });
  });

  it.each([
    ['two columns', 'A\nB,C\n', ['Line 2: Expected 1 column, found 2']],
    [
      'an empty value',
      'A\n  \n""\n',
      ['Line 2', 'Line 3'].map((l) => `${l}: Value cannot be empty`),
    ],
    ['a code twice', 'A\nB\nA\n', ['Line 3: A is on line 1 already']],
    ['a long code', 'x'.repeat(101), ['Line 1: Must be at most 100 characters']],
    ['a control character', 'A\u0001', ['Line 1: Must not contain control characters']],
  ])('refuses a whole file with %s', async (_, file, errors) => {
    const answer = await upload(file);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'validation_failed',
      message: 'CSV validation failed',
      errors,
    });
    expect(await storedCodes()).toEqual([]);
  });

  it('lists the first 50 errors, and how many more there are', async () => {
    const { body } = await upload('A,B\n'.repeat(300));
    expect(body.errors).toHaveLength(51);
    expect(body.errors.at(-1)).toBe('and 250 more');
  });

  it('refuses more codes than a file may hold', async () => {
    const { body } = await upload(Array.from({ length: 100_001 }, (_, n) => `C${n}`).join('\n'));
    expect(body.errors).toEqual(['A CSV file can hold at most 100,000 codes, found 100,001']);
  });

  it('refuses a whole file with codes that exist for any product', async () => {
    await createProduct(test.owner, company, { code: 'OTHER', codes: ['B', 'D'] });
    const answer = await upload('A\nB\nC\nD\n');
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'already_in_use',
      message: 'Product code is already in use',
      errors: ['Line 2: B is already in use', 'Line 4: D is already in use'],
    });
    expect(await storedCodes()).toEqual(['B', 'D']);
  });

  it('lets another company have the same codes', async () => {
    await createProduct(test.owner, stranger.companyId ?? '', { code: 'DAY-1', codes: ['A'] });
    expect((await upload('A\n')).status).toBe(200);
  });

  it.each([
    ['an empty file', '', 'CSV file is empty'],
    ['only blank lines', base64('\n\r\n'), 'CSV file is empty'],
    [
      'no text at all',
      base64(Buffer.from([0xff, 0xfe, 0x41, 0])),
      'The CSV file must be text in UTF-8',
    ],
    ['something that is no base64', 'Zm9v$$$$', 'The CSV file must be sent as base64'],
    ['a data address', 'data:text/csv;base64,QQo=', 'The CSV file must be sent as base64'],
    ['a cut-off file', 'Zm9vY', 'The CSV file must be sent as base64'],
    ['no file', undefined, 'Please select a CSV file'],
  ])('refuses %s', async (_, base64CsvFile, message) => {
    const answer = await upload('', { base64CsvFile });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [message], fields: { base64CsvFile: message } });
  });

  it('requires an existing product', async () => {
    const deleted = await createProduct(test.owner, company, { code: 'GONE' });
    await test.owner.rows('update internet_products set deleted_at = now() where id = $1', [
      deleted.id,
    ]);
    for (const product of ['none', 'GONE']) {
      const answer = await upload('A', { product });
      expect(answer.status).toBe(400);
      expect(answer.body.fields).toEqual({ product: 'Internet product not found' });
    }
    for (const product of ['', undefined]) {
      expect((await upload('A', { product })).body.fields).toEqual({
        product: 'Please select an internet product before uploading.',
      });
    }
    expect(await storedCodes()).toEqual([]);
  });

  it("only accepts codes of the caller's company", async () => {
    const answer = await upload('A', { actor: stranger });
    expect(answer.status).toBe(404);
    expect(answer.body.message).toBe('Company not found');
    expect((await upload('A', { actor: staff, companyId: unknownId })).status).toBe(404);
    expect(await storedCodes()).toEqual([]);
  });

  it('one of two concurrent uploads of the same file succeeds, whatever their line order', async () => {
    const codes = Array.from({ length: 500 }, (_, n) => `S-${n}`);
    const files = [codes, codes.toReversed(), codes, codes.toReversed()];
    const answers = await Promise.all(files.map((file) => upload(file.join('\n'))));
    const [good = [], refused = []] = [200, 400].map((status) =>
      answers.filter((answer) => answer.status === status),
    );
    expect([good.length, refused.length]).toEqual([1, 3]);
    for (const { body } of refused) {
      expect(body.errors[0]).toMatch(/^Line 1: S-\d+ is already in use$/);
      expect(body.errors.at(-1)).toBe('and 450 more');
    }
    expect(await storedCodes()).toHaveLength(500);
  });

  it('accepts 100,000 codes of 100 characters at once', async () => {
    const codes = Array.from({ length: 100_000 }, (_, n) => `"${String(n).padStart(100, 'x')}"`);
    const answer = await upload(codes.join('\r\n'));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.message).toBe('100,000 product codes uploaded');
    const list = await test.call(member, 'GET', `/Company/${company}/products?search=x99999`);
    expect(list.body.data).toHaveLength(1);
    const all = await test.call(member, 'GET', `/Company/${company}/products`);
    expect(all.body.data).toHaveLength(10_000);
    expect(all.body.meta).toMatchObject({
      totalCount: 100_000,
      availableCount: 100_000,
      reservedCount: 0,
      isCapped: true,
    });
  }, 60_000);
});

describe('list', () => {
  const list = async (query = '', actor = member) => {
    const { status, body, text } = await test.call(
      actor,
      'GET',
      `/Company/${company}/products${query}`,
    );
    expect(status, text).toBe(200);
    return { meta: body.meta, codes: body.data.map((code: { code: string }) => code.code) };
  };
  beforeEach(async () => {
    await createAccount(test.owner, company);
    await createProduct(test.owner, company, { code: 'Day', codes: ['KLA-1', 'KLA-2', 'KLA-3'] });
    await createProduct(test.owner, company, { code: 'Week', codes: ['JIN-1'] });
    await createProduct(test.owner, company, { code: 'None' });
    const sell = () =>
      acceptAll(test.database.unscoped, [orderOf(company, { productCode: 'Day' })]);
    await sell();
    await test.owner.rows(
      `update product_codes set state = 'used', used_at = '2026-01-31T10:00:00Z'
       where company_id = $1 and state = 'reserved'`,
      [company],
    );
    await sell();
  });

  it('is newest first; reserved codes are not used', async () => {
    const { body } = await test.call(member, 'GET', `/Company/${company}/products`);
    expect(body.meta).toMatchObject({
      totalCount: 4,
      isCapped: false,
      productTypes: ['Day', 'Week'],
    });
    const unused = { used: '0', used_date: null };
    expect(body.data).toMatchObject([
      { code: 'JIN-1', product_type: 'Week', ...unused },
      { code: 'KLA-3', product_type: 'Day', ...unused },
      { code: 'KLA-2', product_type: 'Day', ...unused },
      { code: 'KLA-1', product_type: 'Day', used: '1', used_date: '2026-01-31T10:00:00.000Z' },
    ]);
    expect(Object.keys(body.data[0])).toEqual([
      'record_id',
      'code',
      'product_type',
      'record_date',
      'used',
      'used_date',
    ]);
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
    });
    expect((await list('?used=true')).meta).toMatchObject({ availableCount: 0, reservedCount: 0 });
  });

  it('is searched and filtered on the server', async () => {
    const [row] = (await test.call(member, 'GET', `/Company/${company}/products`)).body.data;
    expect((await list('?search=kla')).codes).toEqual(['KLA-3', 'KLA-2', 'KLA-1']);
    expect((await list('?search=wee')).codes).toEqual(['JIN-1']);
    expect((await list(`?search=${row.record_id.slice(-12)}`)).codes).toEqual(['JIN-1']);
    expect((await list('?used=true')).codes).toEqual(['KLA-1']);
    expect((await list('?used=false&productType=day')).codes).toEqual(['KLA-3', 'KLA-2']);
    expect((await list('?productType=none')).meta).toEqual({
      totalCount: 0,
      availableCount: 0,
      reservedCount: 0,
      isCapped: false,
      productTypes: ['Day', 'Week'],
    });
    expect((await list('?used=true', staff)).codes).toEqual(['KLA-1']);
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
