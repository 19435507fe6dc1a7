import { crc32, deflateSync } from 'node:zlib';
import { timeWords } from '@sente/contract/kampala';
import type { Receipt } from '@sente/contract/receipts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { reverseWithTwo } from '../../test/approvals.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  createAccount,
  createCompany,
  createPayment,
  createRoleWith,
  createTransaction,
} from '../../test/factories.ts';
import { pdfText } from '../../test/pdf-text.ts';
import { createProduct, openedCodes } from '../../test/products.ts';
import { toShortId } from '../db/short-id.ts';

let test: TestApp;
let staff: TestActor;
let owner: TestActor;
let companyId: string;
let accountId: string;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  companyId = await createCompany(test.owner, { name: 'Kira Road WiFi' });
  owner = await createMember(test.owner, { companyId, role: 'client_admin' });
  accountId = await createAccount(test.owner, companyId, { balance: 100_000_00n });
  await test.owner.rows(
    "update companies set address = 'Kira Road 2, Kampala', phone = '+256772555111' where id = $1",
    [companyId],
  );
});

const ask = (id: string, actor = owner) => test.call(actor, 'GET', `/Transaction/${id}/receipt`);
const file = (id: string, actor = owner) =>
  test.call(actor, 'GET', `/Transaction/${id}/receipt/pdf`);

async function receipt(id: string, actor = owner): Promise<Receipt> {
  const answer = await ask(id, actor);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

/** A collection that the network confirmed, at a known time. */
async function paid(fields: { reference?: string } = {}) {
  const at = new Date('2026-01-05T10:00:07Z');
  const transactionId = await createTransaction(test.owner, companyId, accountId, {
    amount: 25_000_00n,
    at,
    ...(fields.reference && { reference: fields.reference }),
  });
  const id = await createPayment(test.owner, companyId, {
    accountId,
    status: 'SUCCESS',
    transactionId,
    amount: 25_000_00n,
    phoneNumber: '256772000001',
    description: 'Table 7',
    at,
    ...fields,
  });
  await test.owner.rows("update payments set network_reference = 'MP260105.1' where id = $1", [id]);
  return { id, transactionId };
}

describe('the receipt', () => {
  it('names company, payer, network, references and time of a completed payment', async () => {
    const { id, transactionId } = await paid();
    const found = await receipt(id);
    expect(found).toEqual({
      id: transactionId,
      number: `R-${toShortId(transactionId)}`,
      whyNone: null,
      mark: null,
      company: {
        id: companyId,
        name: 'Kira Road WiFi',
        address: 'Kira Road 2, Kampala',
        phone: '+256772555111',
        logo: null,
      },
      title: 'Payment received',
      purpose: 'Arranged by a test',
      amount: 25_000,
      refunded: 0,
      fee: 0,
      tax: 0,
      net: 25_000,
      accountName: 'Main account',
      party: {
        role: 'payer',
        phoneNumber: '256772000001',
        network: 'MTN',
        networkReference: 'MP260105.1',
        shortId: toShortId(id),
      },
      voucher: null,
      reference: null,
      date: expect.any(String),
      status: 'completed',
    });
    // The id of the transaction leads to the same one, for staff as well.
    expect(await receipt(transactionId, staff)).toEqual(found);
  });

  it('has the product and the voucher, masked', async () => {
    const { id } = await paid();
    const product = await createProduct(test.owner, companyId, {
      name: 'Day pass',
      codes: ['SECRET-VOUCHER-1'],
    });
    const [code] = await openedCodes(test.owner, companyId);
    await test.owner.rows(
      `update product_codes set state = 'used', used_at = now(), payment_id = $2 where id = $1`,
      [code?.id, id],
    );
    await test.owner.rows(
      'update payments set product_id = $2, product_code_id = $3 where id = $1',
      [id, product.id, code?.id],
    );
    const found = await receipt(id);
    expect(found.purpose).toBe(`Day pass (${product.code})`);
    expect(found.voucher?.id).toBe(code?.id);
    expect(JSON.stringify(found)).not.toContain('SECRET');
    const text = pdfText((await file(id)).bytes);
    expect(text).toContain('Day pass');
    expect(text).not.toContain('SECRET');
  });

  it.each([
    ['pending', 'PENDING', /^Only a completed payment has a receipt\. ./],
    ['failed', 'FAILED', /^Only a completed payment has a receipt\. .*(?:failed|Failed)/],
  ])('of a %s payment does not exist, and it says why', async (_word, status, why) => {
    const id = await createPayment(test.owner, companyId, { accountId, status });
    const found = await receipt(id);
    expect(found.number).toBeNull();
    expect(found.whyNone).toMatch(why);
    const answer = await file(id);
    expect([answer.status, answer.body.message]).toEqual([409, found.whyNone]);
  });

  it('says what was refunded, also of a part, and not what is only under way', async () => {
    const { id } = await paid();
    const refund = async (amount: number) => {
      const answer = await test.call(owner, 'POST', `/Transaction/${id}/refunds`, { amount });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data.apiTransactionId;
    };
    const first = await refund(10_000);
    expect(await receipt(id)).toMatchObject({ mark: null, refunded: 0 });
    const succeed = (refundId: string) =>
      test.owner.rows(
        `with ended as (delete from open_payments where payment_id = $1)
         update payments set status = 'SUCCESS', awaits_approval = false, finished_at = now() where id = $1`,
        [refundId],
      );
    await succeed(first);
    expect(await receipt(id)).toMatchObject({ mark: null, refunded: 10_000 });
    const part = pdfText((await file(id)).bytes);
    for (const text of ['PARTLY REFUNDED', 'UGX 10,000 was given back to the payer.']) {
      expect(part).toContain(text);
    }
    await succeed(await refund(15_000));
    expect(await receipt(id)).toMatchObject({ refunded: 25_000 });
    expect(pdfText((await file(id)).bytes)).toContain('The whole amount was given back');
  });

  it('of a reversed transaction says so, and so does that of the reversal', async () => {
    const id = await createTransaction(test.owner, companyId, accountId, { amount: 900_00n });
    const reversal = await reverseWithTwo(test, staff, id);
    expect(await receipt(id)).toMatchObject({ mark: 'reversed', title: 'Test' });
    expect(await receipt(reversal.body.data.id)).toMatchObject({ mark: 'reversal' });
    expect(pdfText((await file(id)).bytes)).toContain('REVERSED\nThe money was given back.');
  });

  it('belongs to its company, and to people who may see transactions', async () => {
    const { id } = await paid();
    const stranger = await createMember(test.owner, { role: 'client_admin' });
    const role = await createRoleWith(test.owner, 'canViewAccounts');
    const without = await createMember(test.owner, { companyId, role });
    for (const call of [ask, file]) {
      const answer = await call(id, stranger);
      expect([answer.status, answer.body.message]).toEqual([404, 'Transaction not found']);
      expect((await call(id, without)).status).toBe(403);
    }
  });
});

describe('the PDF', () => {
  it('is a file with everything that the page shows', async () => {
    const { id } = await paid({ reference: 'INV-7' });
    const answer = await file(id);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toMatch(/filename="receipt-R-\w{26}\.pdf"/);
    expect(answer.bytes.toString('latin1', 0, 5)).toBe('%PDF-');
    const text = pdfText(answer.bytes);
    const { number, date } = await receipt(id);
    for (const shown of [
      'Kira Road WiFi',
      'Kira Road 2, Kampala',
      'UGX 25,000',
      '+256 772 000001',
      'MP260105.1',
      'INV-7',
      `${timeWords(new Date(date))} (Kampala)`,
      toShortId(id),
      number,
    ]) {
      expect(text).toContain(shown);
    }
  });

  it.each([
    ['with transparency', png(6), 1],
    ['that is no picture', Buffer.from('\x89PNG\r\n\x1a\nrubbish', 'latin1'), 0],
    ['that lies about its size', png(6, 60_000), 0],
    ['that is an empty JPEG', Buffer.from('\xff\xd8\xff\xe0\0\0', 'latin1'), 0],
  ])('is made with a logo %s', async (_what, logo, pictures) => {
    const { id } = await paid();
    const path = `/Company/${companyId}/logo`;
    const uploaded = await test.submit(owner, 'PUT', path, { logo });
    expect(uploaded.status, uploaded.text).toBe(200);
    const { bytes, status } = await file(id);
    expect(status).toBe(200);
    expect(bytes.toString('latin1').split('/Subtype /Image')).toHaveLength(1 + pictures);
    await test.call(owner, 'DELETE', path);
  });

  it('writes names in letters that every reader has', async () => {
    const { id } = await paid();
    await test.owner.rows('update companies set name = $2 where id = $1', [
      companyId,
      'Ŋom Čafé 東',
    ]);
    expect(pdfText((await file(id)).bytes)).toContain('Ngom Café ?');
  });
});

/** Two pixels of RGBA, or as many as it claims. */
function png(type: number, claimed = 2): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(claimed, 0);
  head.writeUInt32BE(claimed === 2 ? 1 : claimed, 4);
  head.set([8, type, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.from([1, 200, 10, 10, 128, 20, 30, 40, 127]));
  const parts = [chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

function chunk(type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}
