import { beforeAll, describe, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../test/app.ts';

let test: TestApp;
let staff: TestActor;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
});

function upload(content: string | Buffer, network = 'MTN'): Promise<TestAnswer> {
  const path = `/NetworkStatements?network=${network}&wallet=both&name=statement.csv`;
  return test.sendCsv(staff, 'POST', path, content);
}

const header = 'Id,Date,From,From account,From name,Amount';
const row = (id: string, amount = '1,000', date = '10/03/2025 10:00') =>
  `${id},${date},FRI:256772123456/MSISDN,Mobile Money,SARAH NAKATO,"${amount}"`;
const badLinesOf = async (id: string, query = '') =>
  (await test.call(staff, 'GET', `/NetworkStatements/${id}/bad-lines${query}`)).body;

it('a statement of another network is told by its header', async () => {
  const { status, body } = await upload([header, row('elsewhere-1')].join('\n'), 'AIRTEL');
  expect([status, body.message]).toEqual([
    400,
    'This is a statement of MTN (MTN payments received), not of Airtel. Import it under MTN.',
  ]);
});

describe('bad lines', () => {
  it('are named with their number and reason, and the rest is kept', async () => {
    const rows = [
      row('good-1'),
      row('bad-1', 'abc'),
      row('bad-2', ''),
      row('bad-3', '1,0'),
      row('bad-4', '1,000', '31/02/2025 10:00'),
      row('bad-5', '1,000', '2025-03-10'),
      row('bad-6', '1,000', '10/03/2099 10:00'),
      '',
      row('good-2'),
      // No line at all.
      'Total,,,,,',
    ];
    const { data, message } = (await upload([header, ...rows].join('\n'))).body;
    expect(message).toBe('2 new, 0 known, 6 bad lines');
    const bad = await badLinesOf(data.id);
    expect(bad.data.map((line: object) => Object.values(line).filter((_, i) => i !== 1))).toEqual([
      [3, 'The amount "abc" is no number'],
      [4, 'There is no amount'],
      [5, 'The amount "1,0" is no number'],
      [6, 'The date "31/02/2025 10:00" is no date that exists'],
      [7, 'The date "2025-03-10" is no date like dd/MM/yyyy HH:mm'],
      [8, 'The date "10/03/2099 10:00" is in the future'],
    ]);
    expect(bad.data[0].content).toBe(row('bad-1', 'abc'));
    const page = await badLinesOf(data.id, '?page=2&pageSize=5');
    expect([page.data.length, page.meta]).toEqual([
      1,
      { page: 2, pageSize: 5, totalCount: 6, totalPages: 2 },
    ]);
  });

  it('an unclosed quote spoils its own line only', async () => {
    const rows = [row('quote-1').replace('SARAH', '"SARAH'), row('quote-2'), row('quote-3')];
    const { data } = (await upload([header, ...rows].join('\n'))).body;
    expect(data).toMatchObject({ newLines: 2, badLines: 1 });
    expect((await badLinesOf(data.id)).data[0]).toMatchObject({
      lineNumber: 2,
      problem: 'A quote is not closed',
    });
  });

  it('an amount that is not quoted is not read as its first digits', async () => {
    const line = row('unquoted').replace('"1,000"', '2,000');
    const { data } = (await upload([header, line, `${row('trailing')},,`].join('\n'))).body;
    expect(data).toMatchObject({ newLines: 1, badLines: 1 });
    expect((await badLinesOf(data.id)).data[0].problem).toBe('It has 7 fields, and the header 6');
  });

  it('a minus where money came in is refused, and one where it went out is not', async () => {
    const bank = 'Date,Reference,Description,Debit,Credit,Balance';
    const rows = ['07/03/2025,B1,In,,-500,500', '07/03/2025,B2,Out,-500,,0'];
    const problem = 'The amount has a minus, although money came in by its column or its parties';
    const airtel =
      'Transaction ID,Transaction Date,Description,Status,Transaction Amount,Credit/Debit,Fee,Balance';
    const said = ['Credit', 'Debit'].map(
      (word) => `S${word},07-03-25 10:00,Payment,Success,-500,${word},,`,
    );
    const table = 'Id,Date,Note,From,From Name,To,To Name,Amount,Balance';
    const sides = [
      'P1,10/03/2025 10:00,,FRI:256772123456/MSISDN,,FRI:1/MM,,-500,500',
      'P2,10/03/2025 10:01,,FRI:1/MM,,FRI:256772123456/MSISDN,,-500,0',
    ];
    for (const [place, ...lines] of [
      ['BANK', bank, ...rows],
      ['AIRTEL', airtel, ...said],
      ['MTN', table, ...sides],
    ] as const) {
      const { data } = (await upload(lines.join('\n'), place)).body;
      expect({ place, ...data }).toMatchObject({ place, newLines: 1, badLines: 1 });
      expect((await badLinesOf(data.id)).data).toMatchObject([{ lineNumber: 2, problem }]);
    }
  });

  it('a line whose date cannot be read is named, whatever its words begin with', async () => {
    const date = '10-03-2025 10:00';
    const rows = [
      row('named-1', '1,000', date).replace('SARAH NAKATO', 'PAGE OKELLO'),
      row('named-2').replace('10/03/2025 10:00', ''),
      'Total,,,,,"1,000"',
      ',,,,Closing balance,"1,000"',
    ];
    const received = (await upload([header, ...rows].join('\n'))).body.data;
    expect(received).toMatchObject({ newLines: 0, badLines: 2 });
    const exported =
      'Date,From,From account,From name,To,To account,To name,To message,Currency,Amount';
    const note = `${date},FRI:256772123456/MSISDN,,,FRI:1/MM,,,Balance of rent,UGX,500`;
    const named = (await upload([exported, note, 'Total,,,,,,,,UGX,500'].join('\n'))).body.data;
    expect((await badLinesOf(named.id)).data).toMatchObject([{ lineNumber: 2 }]);
    const bank = 'Date,Reference,Description,Debit,Credit,Balance';
    const paid = '10.03.2025,,Balance transfer,,700,700';
    const { id } = (await upload([bank, paid, ',,Total,0,700,'].join('\n'), 'BANK')).body.data;
    expect((await badLinesOf(id)).data).toMatchObject([{ lineNumber: 2 }]);
  });

  it('an amount with a dot for thousands is not read as a thousandth', async () => {
    const rows = [row('dot-1', '2.000'), row('dot-2', '1,500.000'), row('dot-3', '2,000.50')];
    const { data } = (await upload([header, ...rows].join('\n'))).body;
    expect(data).toMatchObject({ newLines: 1, badLines: 2 });
    expect((await badLinesOf(data.id)).data).toMatchObject([
      { problem: 'The amount "2.000" is no number' },
      { problem: 'The amount "1,500.000" is no number' },
    ]);
  });

  it('a fee with a minus is refused: it may be one that was given back', async () => {
    const airtel =
      'Transaction ID,Transaction Date,Description,Status,Transaction Amount,Credit/Debit,Fee,Balance';
    const rows = ['-300', '300', '-0'].map(
      (fee, index) => `F${index},07-03-25 10:00,Payment,Success,500,Debit,${fee},`,
    );
    const { data } = (await upload([airtel, ...rows].join('\n'), 'AIRTEL')).body;
    expect(data).toMatchObject({ newLines: 2, badLines: 1 });
    expect((await badLinesOf(data.id)).data).toMatchObject([
      { lineNumber: 2, problem: 'The fee "-300" has a minus' },
    ]);
  });

  it('an id that is too long for the index is one bad line', async () => {
    const { data, message } = (
      await upload([header, row('x'.repeat(4_000)), row('short-1')].join('\n'))
    ).body;
    expect(message).toBe('1 new, 0 known, 1 bad line');
    expect((await badLinesOf(data.id)).data).toMatchObject([
      { lineNumber: 2, problem: 'Its id has more than 200 characters' },
    ]);
  });

  it('a quote behind another separator than that of the header opens nothing', async () => {
    const stray = `stray-1,10/03/2025 10:00,FRI:256772123456/MSISDN,,SARAH;"N,500`;
    const { data } = (await upload([header, stray, row('stray-2')].join('\n'))).body;
    expect(data).toMatchObject({ newLines: 2, badLines: 0 });
  });

  it('totals and balances below the lines are no lines, so the file covers its days', async () => {
    const bank = 'Date,Reference,Description,Debit,Credit,Balance';
    const rows = [
      '08/03/2025,F1,Deposit,,700,700',
      ',,Closing Balance,,,700',
      'Total,,,0,700,',
      'TOTALLY,F2,Deposit,,1,701',
    ];
    const { data } = (await upload([bank, ...rows].join('\n'), 'BANK')).body;
    expect(data).toMatchObject({ newLines: 1, badLines: 1 });
    expect((await badLinesOf(data.id)).data[0].lineNumber).toBe(5);
  });

  it('another currency, an unknown status and an unclear direction are refused', async () => {
    const exported =
      'Date,From,From account,From name,To,To account,To name,To message,Currency,Amount';
    const other = '10/03/2025 10:00,FRI:256772123456/MSISDN,,,FRI:1/MM,,,,USD,5';
    const wallets = '10/03/2025 10:00,FRI:2/MM,,,FRI:1/MM,,,,UGX,5';
    const mtn = (await upload([exported, other, wallets].join('\n'))).body.data;
    expect((await badLinesOf(mtn.id)).data).toMatchObject([
      { problem: 'The currency is USD, not UGX' },
      { problem: 'From and To do not tell whether money came in or went out' },
    ]);
    const airtel =
      'Transaction ID,Transaction Date,Description,Status,Transaction Amount,Credit/Debit,Fee,Balance\n' +
      'M1,07-03-25 10:00,Payment,Perhaps,500,Credit,,\nM2,07-03-25 10:00,Payment,Success,500,Both,,';
    const { data } = (await upload(airtel, 'AIRTEL')).body;
    expect((await badLinesOf(data.id)).data).toMatchObject([
      { problem: 'The status "Perhaps" is not known' },
      { problem: '"Both" does not tell whether money came in or went out' },
    ]);
  });
});

describe('a file of which nothing can be read', () => {
  it('is refused if it is empty, and nothing is kept of it', async () => {
    const answer = await upload('');
    expect([answer.status, answer.body.message]).toEqual([400, 'The file is empty.']);
  });

  it('is refused if it has only a header', async () => {
    const answer = await upload(header);
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'The file has a header, but no line below it.',
    ]);
  });

  it('is refused without its bytes if it is no text', async () => {
    const answer = await upload(
      Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x00, 0xff, 0xfe, 0x0a, 0x01]),
    );
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'The file is not a table of text. Export it as CSV.',
    ]);
  });

  it('is refused with the headers found and the known ones, and is listed as failed', async () => {
    const answer = await upload('Datum,Betrag,Saldo\n1,2,3\n');
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('The header is not known. Found: Datum, Betrag, Saldo.');
    expect(answer.body.message).toContain('MTN payments received (Date, Amount, Id, From');
    expect(answer.body.message).not.toContain('Airtel');
    const { data } = (await test.call(staff, 'GET', '/NetworkStatements?page=1')).body;
    expect(data[0]).toMatchObject({ state: 'failed', layout: null, problem: answer.body.message });
  });

  it('is refused as a statement of the other network', async () => {
    expect((await upload([header, row('other-1')].join('\n'), 'AIRTEL')).status).toBe(400);
  });

  it('is refused as anything but CSV', async () => {
    const path = '/NetworkStatements?network=MTN&wallet=both&name=a.csv';
    expect((await test.call(staff, 'POST', path, { a: 1 })).status).toBe(415);
  });
});

describe('the ways to write a file', () => {
  it.each([
    [
      'a mark at the beginning and CRLF',
      (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`,
    ],
    ['another case of the headers', (text: string) => text.replace('Id,Date', 'ID,DATE')],
    ['quoted headers', (text: string) => text.replace('Id,Date', '"Id","Date"')],
    ['no break at the end', (text: string) => text.trimEnd()],
  ])('%s', async (name, write) => {
    const { data } = (await upload(write(`${header}\n${row(name.replaceAll(' ', '-'))}\n`))).body;
    expect(data).toMatchObject({ newLines: 1, badLines: 0 });
  });

  it('a field with a line break and doubled quotes is one line', async () => {
    const line = row('broken').replace('SARAH NAKATO', '"SARAH\n""S"" NAKATO"');
    const { data } = (await upload([header, line, row('after')].join('\n'))).body;
    expect(data).toMatchObject({ newLines: 2, badLines: 0 });
  });
});
