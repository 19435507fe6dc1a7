import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createCompany } from '../../test/factories.ts';
import { createProduct, openedCodes } from '../../test/products.ts';

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
  member = await createMember(test.owner, { companyId: company, role: 'client_manager' });
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
const storedCodes = async () => (await openedCodes(test.owner, company)).map(({ code }) => code);

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
      details: { productCode: 'DAY-1', codes: 3, batchId: answer.body.data.batchId },
    });
  });

  it('finds the product case-insensitively, also an inactive one', async () => {
    await createProduct(test.owner, company, { code: 'Later', isActive: false });
    const answer = await upload('L-1', { product: ' LATER ', actor: staff });
    expect(answer.body.message).toBe('1 product code uploaded');
    const [code] = (await test.call(staff, 'GET', `/Company/${company}/products`)).body.data;
    expect(code).toMatchObject({ code: '•••1', product_type: 'Later' });
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
    const last = '99999'.padStart(100, 'x');
    const found = await test.call(member, 'GET', `/Company/${company}/products?search=${last}`);
    expect(found.body).toMatchObject({ data: [{ code: '•••999' }], meta: { isFoundByCode: true } });
    const all = await test.call(member, 'GET', `/Company/${company}/products`);
    expect(all.body.data).toHaveLength(1_000);
    expect(all.body.meta).toMatchObject({
      totalCount: 100_000,
      availableCount: 100_000,
      reservedCount: 0,
      totalPages: 100,
    });
    // From either end of the codes, which are listed newest first.
    for (const [page, hints] of [
      [2, ['•••989', '•••988']],
      [9_999, ['•••x19', '•••x18']],
    ] as const) {
      const path = `/Company/${company}/products?page=${page}&pageSize=10`;
      const { body } = await test.call(member, 'GET', path);
      expect(body.data).toHaveLength(10);
      expect(body.data.slice(0, 2).map(({ code }: { code: string }) => code)).toEqual(hints);
    }
  }, 60_000);

  it.each([
    ['a title', 'Voucher codes\nA-1\n', ['Line 1: Voucher codes looks like a title'], ['A-1']],
    [
      'formulas',
      'A-1\n=cmd()\n+1\n-2\n@x\n"\tB"\n',
      [
        'Line 2: =cmd() looks like a formula',
        'Line 3: +1 looks like a formula',
        'Line 4: -2 looks like a formula',
        'Line 5: @x looks like a formula',
        'Line 6: B looks like a formula',
      ],
      ['A-1'],
    ],
  ])('asks about %s before it stores anything', async (_, file, errors, rest) => {
    const asked = await upload(file);
    expect(asked.status).toBe(400);
    expect(asked.body).toMatchObject({ code: 'doubtful_lines', errors });
    expect(await storedCodes()).toEqual([]);
    const skipped = await upload(file, { doubtfulLines: 'skip' });
    expect(skipped.body.data).toMatchObject({ uploaded: rest.length, skipped: errors.length });
    expect(await storedCodes()).toEqual(rest);
  });

  it('stores doubtful lines if they are codes', async () => {
    const answer = await upload('code\n=1\n', { doubtfulLines: 'upload' });
    expect(answer.body.message).toBe('2 product codes uploaded');
    expect(await storedCodes()).toEqual(['code', '=1']);
    const nothing = await upload('pin\n', { doubtfulLines: 'skip' });
    expect(nothing.body).toMatchObject({ message: 'No line of the file is left to upload' });
  });

  it('keeps nothing in clear', async () => {
    await upload('SECRET-VOUCHER-1\n');
    const rows = await test.owner.rows<{ row: string }>(
      'select c::text as row from product_codes c where company_id = $1',
      [company],
    );
    const log = await test.owner.rows<{ row: string }>(
      'select l::text as row from audit_log l where company_id = $1',
      [company],
    );
    expect([...rows, ...log].map(({ row }) => row).join()).not.toContain('SECRET');
    expect(rows[0]?.row).toContain('R-1');
  });
});
