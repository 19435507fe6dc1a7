import { beforeAll, describe, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createLogger } from '../http/logger.ts';
import type { Connector, ListedTransaction } from '../payments/networks/connector.ts';
import { decide } from '../../test/settlements.ts';
import { until } from '../../test/until.ts';
import type { Database } from '../db/database.ts';
import { importByCall } from './call.ts';
import { importStatement } from './import-statement.ts';
import type { StatementLine } from './statement-line.ts';

/* What comes by call and by file, or in two layouts at once, is stored once. */

let test: TestApp;
let staff: TestActor;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
});

const header =
  'Transaction ID,Transaction Date,Description,Status,Transaction Amount,Credit/Debit,Fee,Balance';
const row = (id: string, time: string, { fee = '', amount = '500', day = '06' } = {}) =>
  `${id},${day}-03-25 ${time},Payment from 752604392,Transaction Success,${amount},Credit,${fee},`;

async function upload(...rows: string[]) {
  const path = '/NetworkStatements?network=AIRTEL&name=airtel.csv';
  const answer = await test.sendCsv(staff, 'POST', path, [header, ...rows, ''].join('\n'));
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

/** Airtel says when a payment began. */
async function call(...told: [id: string, at: string, fee?: string][]): Promise<void> {
  const listed = told.map(([reference, at, fee = '']): ListedTransaction => ({
    reference,
    orderId: null,
    service: 'MERCHPAY',
    status: 'TS',
    amount: '500',
    fee,
    payer: '752604392',
    payee: '',
    atMs: Date.parse(`2025-03-06T${at}:20+03:00`),
  }));
  const transactions = async () => listed;
  const connector = { network: 'AIRTEL', isSimulated: false, transactions } as Partial<Connector>;
  await importByCall(test.database, [connector as Connector], createLogger('silent'));
}

const linesOf = (id: string) =>
  test.owner.rows<object>(
    `select to_char(l.at at time zone 'Africa/Kampala', 'HH24:MI') as at, l.kind, f.source,
       l.amount::int / 100 as amount
     from statement_lines l join statement_files f on f.id = l.file_id
     where not l.is_withdrawn and (l.reference = $1 or l.text = 'Fee of ' || $1) order by l.at, l.id`,
    [id],
  );
const payment = { kind: 'payment', amount: 500 };

describe('a call and a file', () => {
  it('tell one payment, although one has its beginning and the other its end', async () => {
    await call(['begun-1', '10:00']);
    expect(await upload(row('begun-1', '10:03'))).toMatchObject({ newLines: 0, knownLines: 1 });
    await upload(row('begun-2', '11:03'));
    await call(['begun-2', '11:00']);
    await call(['begun-2', '11:00'], ['begun-1', '10:00']);
    expect(await upload(row('begun-1', '10:03'), row('begun-2', '11:03'))).toMatchObject({
      newLines: 0,
    });
    expect(await linesOf('begun-1')).toEqual([{ ...payment, at: '10:00', source: 'call' }]);
    expect(await linesOf('begun-2')).toEqual([{ ...payment, at: '11:03', source: 'upload' }]);
  });

  it('leave a payment that was made twice two lines, also where one file ends and the next begins', async () => {
    await call(['twice-1', '23:57']);
    await upload(row('twice-1', '23:59'));
    expect(await upload(row('twice-1', '00:01', { day: '07' }))).toMatchObject({ newLines: 1 });
    expect(await linesOf('twice-1')).toHaveLength(2);
    await upload(row('twice-2', '12:00'), row('twice-2', '12:00'));
    await call(['twice-2', '11:58']);
    expect(await linesOf('twice-2')).toHaveLength(2);
  });

  it('a fee that only the second tells is a line of its own, once', async () => {
    await call(['fee-1', '13:00']);
    await upload(row('fee-1', '13:02', { fee: '25' }));
    await upload(row('fee-1', '13:02', { fee: '25' }), row('fee-2', '13:30'));
    await call(['fee-2', '13:30', '30']);
    const paid = { ...payment, at: '13:00', source: 'call' };
    expect(await linesOf('fee-1')).toEqual([
      paid,
      // As its file has it: the balances of the day do.
      { kind: 'fee', amount: 25, at: '13:02', source: 'upload' },
    ]);
    expect(await linesOf('fee-2')).toMatchObject([{ amount: 500 }, { kind: 'fee', amount: 30 }]);
    // Both tell the same fee.
    await call(['fee-3', '14:00', '10']);
    await upload(row('fee-3', '14:01', { fee: '10' }));
    expect(await linesOf('fee-3')).toHaveLength(1);
  });

  it('a file can be withdrawn although calls repeat it: they keep what they told', async () => {
    const file = await upload(
      row('gone-1', '15:00'),
      row('gone-2', '15:03'),
      row('gone-3', '15:05'),
    );
    await call(['gone-1', '15:00'], ['gone-2', '15:01']);
    const path = `/NetworkStatements/${file.id}/withdraw`;
    const asked = await test.call(staff, 'POST', path, { reason: 'It is of another wallet' });
    expect(asked.status, asked.text).toBe(200);
    const { approvalId } = asked.body.data.withdrawal;
    const done = await decide(test, await createStaff(test.owner), approvalId);
    expect(done.status, done.text).toBe(200);
    expect(await linesOf('gone-1')).toEqual([{ ...payment, at: '15:00', source: 'call' }]);
    expect(await linesOf('gone-2')).toEqual([{ ...payment, at: '15:01', source: 'call' }]);
    expect(await linesOf('gone-3')).toEqual([]);
    await call(['gone-1', '15:00'], ['gone-2', '15:01'], ['gone-1b', '15:02']);
    expect(await upload(row('gone-2', '15:03'))).toMatchObject({ newLines: 0 });
  });
});

describe('two imports at once', () => {
  const line = (reference: string | null): StatementLine => ({
    lineNumber: 1,
    reference,
    orderId: null,
    phone: '256772123456',
    atMs: Date.parse('2025-04-01T10:00:00+03:00'),
    direction: 'in',
    amount: 700_00n,
    fee: null,
    balanceAfter: null,
    kind: 'payment',
    status: 'completed',
    text: '',
  });
  /** Yields its line once it is let go. */
  const start = (
    name: string,
    reference: string | null,
    go: Promise<void>,
    database: Database = test.database,
  ) => {
    const pieces = (async function* () {
      await go;
      yield [line(reference)];
    })();
    const file = { network: 'MTN', wallet: 'both', source: 'upload', name } as const;
    const given = { ...file, checksum: name, importedBy: staff.userId };
    return importStatement(database, given, { layout: () => name, pieces });
  };

  const isImporting = async (name: string): Promise<boolean> => {
    const sql = "select from statement_files where name = $1 and state = 'importing'";
    return (await test.owner.rows(sql, [name])).length > 0;
  };

  const gate = () => {
    let resolve = (): void => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    return { promise, resolve };
  };

  it('wait for each other, so that a layout without ids adds nothing to one with them', async () => {
    const { promise, resolve } = gate();
    const first = start('with ids', 'MTN-700', promise);
    await until('the first begins', () => isImporting('with ids'));
    let looks = 0;
    const within: Database['within'] = (...given) => {
      looks += 1;
      return test.database.within(...given);
    };
    const database = { ...test.database, within };
    const second = start('without ids', null, Promise.resolve(), database);
    // It looks again, because it may not begin.
    await until('the second waits', async () => looks > 1);
    resolve();
    await Promise.all([first, second]);
    const rows = await test.owner.rows(`select from statement_lines where amount = 70000`);
    expect(rows).toHaveLength(1);
  });

  it('what the server imports by itself comes again later', async () => {
    const { promise, resolve } = gate();
    const first = start('slow', 'MTN-701', promise);
    await until('the first begins', () => isImporting('slow'));
    const file = { network: 'MTN', wallet: 'both', source: 'folder', name: 'next' } as const;
    const given = { ...file, checksum: 'next', importedBy: null };
    const pieces = (async function* () {
      yield [line('MTN-702')];
    })();
    const next = importStatement(test.database, given, { layout: () => 'next', pieces });
    await expect(next).rejects.toThrow('slow is being imported');
    resolve();
    await first;
  });
});
