import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../test/app.ts';

let test: TestApp;
let staff: TestActor;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
});

const fixture = (name: string) =>
  readFileSync(new URL(`fixtures/${name}.csv`, import.meta.url), 'utf8');

function upload(network: string, content: string | Buffer, actor = staff): Promise<TestAnswer> {
  const path = `/NetworkStatements?network=${network}&wallet=both&name=statement.csv`;
  return test.sendCsv(actor, 'POST', path, content);
}

const linesOf = async (fileId: string) =>
  test.owner.rows<Record<string, unknown>>(
    `select reference, phone, to_char(at at time zone 'Africa/Kampala', 'DD HH24:MI') as at, direction,
       amount::float8 / 100 as amount, fee::float8 / 100 as fee,
       balance_after::float8 / 100 as balance, kind, status, text
     from statement_lines where file_id = $1 order by line_number`,
    [fileId],
  );

it('a statement of MTN is of a wallet: all of the other one would be called missing', async () => {
  const path = '/NetworkStatements?network=MTN&name=statement.csv';
  const { status, body } = await test.sendCsv(staff, 'POST', path, fixture('mtn-portal-table'));
  expect([status, body.fields]).toEqual([400, { wallet: 'Please choose the wallet of the file' }]);
  expect((await test.call(staff, 'GET', '/NetworkStatements')).body.data).toEqual([]);
});

it('no line is without its file, and no file goes away', async () => {
  const line = test.owner.rows(
    `insert into statement_lines (network, file_id, line_number, line_key, at, direction, amount, kind, status, text)
     values ('MTN', gen_random_uuid(), 1, gen_random_uuid(), now(), 'in', 1, 'payment', 'completed', '')`,
  );
  await expect(line).rejects.toThrow('a line of a statement has no file');
  await expect(test.owner.rows('delete from statement_files')).rejects.toThrow('append-only');
});

describe('the layouts', () => {
  it('MTN transactions export: own wallet in From and To, and a doubled payment is two lines', async () => {
    const answer = await upload('MTN', fixture('mtn-transactions-export'));
    expect([answer.status, answer.body.message]).toEqual([200, '5 new, 0 known, 0 bad lines']);
    expect(answer.body.data).toMatchObject({
      layout: 'MTN transactions export',
      state: 'done',
      source: 'upload',
      firstAt: '2025-03-03T05:14:00.000Z',
      lastAt: '2025-03-03T14:02:00.000Z',
      openingBalance: null,
    });
    const lines = await linesOf(answer.body.data.id);
    const payment = { kind: 'payment', status: 'completed', reference: null, fee: null };
    expect(lines).toMatchObject([
      { ...payment, phone: '256772123456', at: '03 08:14', direction: 'in', amount: 25_000 },
      { ...payment, phone: '256782000111', direction: 'in', amount: 2_000 },
      { ...payment, phone: '256782000111', direction: 'in', amount: 2_000 },
      { ...payment, phone: '256762555444', direction: 'out', amount: 150_000, text: 'Salary' },
      { phone: '256772123456', direction: 'out', amount: 25_000, kind: 'reversal' },
    ]);
    expect(lines[0]?.['text']).toBe('Invoice 17, first part');
  });

  it('MTN payments received: a wallet is no phone', async () => {
    const answer = await upload('MTN', fixture('mtn-payments-received'));
    expect(answer.body.data.layout).toBe('MTN payments received');
    expect(await linesOf(answer.body.data.id)).toMatchObject([
      { reference: '30211740011', phone: '256772123456', direction: 'in', amount: 12_500 },
      { reference: '30211740012', phone: '256782000111', direction: 'in', amount: 500 },
      { reference: '30211740013', phone: null, kind: 'transfer', amount: 1_000_000 },
    ]);
  });

  it('MTN portal table: semicolons, rows before the header, newest first, with balances', async () => {
    const answer = await upload('MTN', fixture('mtn-portal-table'));
    expect(answer.body.data).toMatchObject({
      layout: 'MTN portal table',
      newLines: 3,
      openingBalance: 1_000_000,
      closingBalance: 985_000,
    });
    expect(await linesOf(answer.body.data.id)).toMatchObject([
      { direction: 'out', amount: 40_000, balance: 985_000, phone: '256762555444', text: '' },
      { direction: 'in', amount: 20_000, text: 'Order 18' },
      { direction: 'in', amount: 5_000, text: 'Order 17' },
    ]);
  });

  it('Airtel statement: both ways to write the time, a failed and a reversed payment', async () => {
    const answer = await upload('AIRTEL', fixture('airtel-statement'));
    expect(answer.body.data).toMatchObject({
      layout: 'Airtel statement',
      newLines: 4,
      badLines: 0,
      openingBalance: 500_000,
      closingBalance: 399_500,
    });
    expect(await linesOf(answer.body.data.id)).toMatchObject([
      { reference: 'MP250306.0815.A00001', at: '06 08:15', direction: 'in', phone: '256752604392' },
      { at: '06 13:20', direction: 'out', amount: 100_000, fee: 500, phone: '256701999888' },
      { at: '06 13:22', status: 'failed', kind: 'payment' },
      { at: '06 15:01', direction: 'out', kind: 'reversal', amount: 30_000 },
    ]);
  });
});

const received = 'Id,Date,From,From account,From name,Amount';
const row = (id: string, amount = '1,000', date = '10/03/2025 10:00') =>
  `${id},${date},FRI:256772123456/MSISDN,Mobile Money,SARAH NAKATO,"${amount}"`;
const csv = (...rows: string[]) => [received, ...rows, ''].join('\n');

describe('a statement that comes again', () => {
  it('adds nothing as the same file, and says so', async () => {
    const content = csv(row('again-1'));
    const first = await upload('MTN', content);
    const again = await upload('MTN', content);
    expect(again.body.message).toBe(
      'The same file was imported before, as statement.csv. Nothing was added.',
    );
    expect(again.body.data).toEqual(first.body.data);
  });

  it('adds only the new lines of a longer file, and a line that is now there twice once more', async () => {
    await upload('MTN', csv(row('longer-1'), row('longer-2')));
    const longer = await upload('MTN', csv(row('longer-2'), row('longer-2'), row('longer-3')));
    expect(longer.body.message).toBe('2 new, 1 known, 0 bad lines');
  });

  it('stores a payment that was pending and is completed as another line', async () => {
    const header = fixture('airtel-statement').split('\n')[4] ?? '';
    const line = (status: string) =>
      `${header}\nMP1,07-03-25 10:00,Payment from 752604392,${status},500,Credit,,`;
    await upload('AIRTEL', line('Pending'));
    expect((await upload('AIRTEL', line('Transaction Success'))).body.data.newLines).toBe(1);
    expect((await upload('AIRTEL', `${line('Transaction Success')}\n`)).body.data.knownLines).toBe(
      1,
    );
  });

  it('cannot be changed or deleted once stored', async () => {
    for (const change of ['update statement_lines set amount = 1', 'delete from statement_lines']) {
      await expect(test.owner.rows(change)).rejects.toThrow('append-only');
    }
  });
});

describe('the audit log and access', () => {
  it('has the upload with its counts', async () => {
    const { data } = (await upload('MTN', csv(row('audited-1'), row('audited-2', 'x')))).body;
    const entries = await test.owner.rows<{ details: object }>(
      `select details from audit_log where action = 'networkStatements.upload' and subject_id = $1`,
      [data.id],
    );
    expect(entries).toEqual([
      {
        details: {
          network: 'MTN',
          wallet: 'both',
          name: 'statement.csv',
          new: 1,
          known: 0,
          bad: 1,
        },
      },
    ]);
    expect(data.importedBy).toMatch(/\w+ \w+/);
  });

  it('is refused to companies, and to staff who only read', async () => {
    const member = await createMember(test.owner);
    const reader = await createStaff(test.owner, 'Support');
    expect((await upload('MTN', csv(row('no-1')), member)).status).toBe(403);
    expect((await upload('MTN', csv(row('no-1')), reader)).status).toBe(403);
    expect((await test.call(reader, 'GET', '/NetworkStatements')).status).toBe(200);
    expect((await test.call(member, 'GET', '/NetworkStatements')).status).toBe(403);
  });
});
