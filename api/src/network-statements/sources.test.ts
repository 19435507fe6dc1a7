import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import {
  createMerchant,
  request,
  startMobileMoney,
  type MobileMoney,
} from '../../test/mobile-money.ts';
import { createLogger } from '../http/logger.ts';
import { importByCall } from './call.ts';
import { decide } from '../../test/settlements.ts';
import { importFolder } from './folder.ts';
import { builtInLayouts, readLayouts } from './layouts.ts';

let test: MobileMoney;
let staff: TestActor;
const dir = mkdtempSync(join(tmpdir(), 'sente-statements-test-'));
const logger = createLogger('silent');

beforeAll(async () => {
  test = await startMobileMoney();
  staff = await createStaff(test.owner);
});
afterAll(() => rmSync(dir, { recursive: true }));

const files = async (network = 'MTN') =>
  (await test.call(staff, 'GET', `/NetworkStatements?network=${network}`)).body.data;
const received = 'Id,Date,From,From account,From name,Amount';
const row = (id: string) => `${id},10/03/2025 10:00,FRI:256772123456/MSISDN,,SARAH NAKATO,500`;

describe('a folder', () => {
  const write = (network: string, name: string, content: string, ageMs = 60_000) => {
    mkdirSync(join(dir, network), { recursive: true });
    writeFileSync(join(dir, network, name), content);
    const at = (Date.now() - ageMs) / 1000;
    utimesSync(join(dir, network, name), at, at);
  };
  const look = () => importFolder(test.database, { dir, layouts: builtInLayouts, logger });

  it('is imported file by file, each once, and a refused one is shown', async () => {
    write('MTN', 'march-both.csv', `${received}\n${row('folder-1')}\n`);
    write('MTN', 'no-wallet.csv', `${received}\n${row('folder-4')}\n`);
    write('MTN', 'march-disbursement.csv', `${received}\n${row('folder-3')}\n`);
    write('MTN', 'unknown.csv', 'What,is,this\n1,2,3\n');
    write('MTN', 'notes.txt', 'No statement');
    await look();
    await look();
    const found = await files();
    expect(found).toHaveLength(4);
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'march-both.csv', source: 'folder', newLines: 1 }),
        expect.objectContaining({
          name: 'no-wallet.csv',
          state: 'failed',
          problem: expect.stringContaining('Name the file after its wallet'),
        }),
        expect.objectContaining({ name: 'march-disbursement.csv', wallet: 'payout' }),
        expect.objectContaining({ name: 'unknown.csv', state: 'failed', importedBy: null }),
      ]),
    );
  });

  it('does not import again what people withdrew, unless it has another name', async () => {
    const file = (await files()).find(({ name }: { name: string }) => name === 'march-both.csv');
    const reason = 'It is of another wallet';
    const path = `/NetworkStatements/${file.id}/withdraw`;
    const { approvalId } = (await test.call(staff, 'POST', path, { reason })).body.data.withdrawal;
    const done = await decide(test, await createStaff(test.owner), approvalId);
    expect(done.status, done.text).toBe(200);
    const named = async () =>
      (await files()).filter(({ name }: { name: string }) => name.startsWith('march'));
    const before = await named();
    await look();
    expect(await named()).toEqual(before);
    write('MTN', 'march-payout.csv', `${received}\n${row('folder-1')}\n`);
    await look();
    expect((await files())[0]).toMatchObject({ name: 'march-payout.csv', newLines: 1 });
  });

  it('leaves a file alone that is still being copied', async () => {
    write('MTN', 'copied.csv', `${received}\n${row('folder-2')}\n`, 0);
    await look();
    expect((await files()).map(({ name }: { name: string }) => name)).not.toContain('copied.csv');
  });
});

describe('the simulator', () => {
  const today = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
  const statement = async (network: string, search = '', accept = 'text/csv') =>
    fetch(`${test.simulator.url}/simulator/statements/${network}/${today()}${search}`, {
      headers: { accept },
    });
  const upload = async (network: string, content: string) =>
    test.sendCsv(
      staff,
      'POST',
      `/NetworkStatements?network=${network}&wallet=both&name=simulated.csv`,
      content,
    );

  beforeAll(async () => {
    const merchant = await createMerchant(test.owner, 100_000_00n);
    for (const [index, prefix] of ['0772', '0752'].entries()) {
      for (let number = 0; number < 6; number++) {
        const direction = number < 4 ? 'collections' : 'payouts';
        const amount = 1_000 * (number + 1 + index);
        await request(test, merchant, direction, `${prefix}12345${number}`, { amount });
      }
    }
    const paid = () => test.simulator.orders().filter(({ executions }) => executions === 1);
    await vi.waitFor(() => expect(paid()).toHaveLength(12), { timeout: 10_000 });
  });

  it.each(['MTN', 'AIRTEL'])(
    'writes a statement of %s that is imported without a bad line',
    async (network) => {
      const { data } = (await upload(network, await (await statement(network)).text())).body;
      expect(data).toMatchObject({ newLines: 6, badLines: 0, openingBalance: 100_000_000 });
      const paid = test.simulator.orders().filter((order) => order.network === network);
      const lines = await test.owner.rows<object>(
        `select reference, phone, direction, (amount / 100)::int as amount from statement_lines
       where file_id = $1 order by reference`,
        [data.id],
      );
      const expected = paid.map(({ networkReference, phoneNumber, direction, amount }) => ({
        reference: network === 'MTN' ? networkReference : `MP${networkReference}`,
        phone: phoneNumber,
        direction: direction === 'collection' ? 'in' : 'out',
        amount,
      }));
      expect(lines).toEqual(expected.toSorted((a, b) => (a.reference < b.reference ? -1 : 1)));
    },
  );

  it('pays a batch of settlements at its bank, once, and writes a statement of it', async () => {
    const batch =
      '"Reference","Beneficiary","Bank","Branch","Account","Amount","Narration"\r\n' +
      '"ST-1","Gulu Builders","Stanbic","","9030001","25000.5","Settlement ST-1 Gulu Builders"\r\n' +
      '"ST-2","Arua Traders","Stanbic","","9030000","4000","Settlement ST-2 Arua Traders"\r\n';
    const pay = async (body: string) =>
      fetch(`${test.simulator.url}/simulator/bank/batches`, {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body,
      });
    expect((await pay('a,b')).status).toBe(400);
    expect((await pay(batch)).status).toBe(200);
    expect(await (await pay(batch)).json()).toEqual({
      message: '"Settlement ST-1 Gulu Builders" was paid before.',
    });
    const { data } = (await upload('BANK', await (await statement('BANK')).text())).body;
    expect(data).toMatchObject({ newLines: 3, badLines: 0, openingBalance: 2_500_000_000 });
    const lines = await test.owner.rows<object>(
      `select direction, amount, text from statement_lines where file_id = $1 order by line_number`,
      [data.id],
    );
    expect(lines).toEqual([
      { direction: 'out', amount: '2500050', text: 'Settlement ST-1 Gulu Builders' },
      { direction: 'out', amount: '400000', text: 'Settlement ST-2 Arua Traders' },
      { direction: 'in', amount: '400000', text: 'Returned: Settlement ST-2 Arua Traders' },
    ]);
  });

  it('plants differences and says which', async () => {
    const answer = await statement('MTN', '?differences=1', 'application/json');
    const told = (await answer.json()) as { planted: string[] };
    expect(told.planted.map((one) => one.split(':')[0])).toEqual([
      'Missing',
      'Additional',
      'Another amount',
      'Doubled',
      'Fee',
    ]);
    const planted = await (await statement('MTN', '?differences=1')).text();
    const { data } = (await upload('MTN', planted)).body;
    // Of the six lines one is missing and one has another amount.
    expect(data).toMatchObject({ knownLines: 4, newLines: 4, badLines: 0 });
  });

  it('lists by call what its file tells as well: nothing is added twice', async () => {
    await importByCall(test.database, test.engine.connectors, logger);
    await importByCall(test.database, test.engine.connectors, logger);
    const called = (await files('AIRTEL')).filter(
      ({ source }: { source: string }) => source === 'simulator',
    );
    expect(called).toMatchObject([{ newLines: 0, knownLines: 6, badLines: 0 }]);
  });
});

describe('layouts of a file', () => {
  const write = (json: unknown) => {
    const path = join(dir, 'layouts.json');
    writeFileSync(path, typeof json === 'string' ? json : JSON.stringify(json));
    return path;
  };
  const own = {
    name: 'Our bank of MTN',
    network: 'MTN',
    columns: { at: 'When', amount: 'Sum', reference: ['No', 'Number'], fee: 'Cost' },
    dates: ['yyyy-MM-dd HH:mm:ss'],
    direction: { by: 'sign' },
  };

  it('come before the built-in ones', () => {
    const [first, ...others] = readLayouts(write([own]));
    expect(first).toMatchObject({
      name: 'Our bank of MTN',
      columns: { reference: ['No', 'Number'] },
    });
    expect(others).toEqual(builtInLayouts);
  });

  it.each([
    ['no JSON', '{', /cannot be read as JSON/],
    ['an unknown field', [{ ...own, colums: 1 }], /not a list of layouts.*colums/s],
    ['a date format', [{ ...own, dates: ['dd.mm'] }], /must be made of dd, MM/],
    [
      'a missing column',
      [{ ...own, direction: { by: 'parties' } }],
      /needs the columns from and to/,
    ],
  ])('stop the start because of %s', (_what, json, message) => {
    expect(() => readLayouts(write(json))).toThrow(message);
  });
});
