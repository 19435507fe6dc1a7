import { describe, expect, it } from 'vitest';
import {
  checkCodeFile,
  checkColumn,
  countErrors,
  maxFileBytes,
  toBase64,
} from './code-file-check.ts';
import { columnText, seemsToHaveNames } from './file-columns.ts';
import { formatBytes } from '../../lib/format-bytes.ts';

const file = (content: BlobPart, name = 'codes.csv', type = 'text/csv') =>
  new File([content], name, { type });
const refusal = async (given: File) => {
  const check = await checkCodeFile(given);
  return check.isGood ? 'good' : check.message;
};

describe('an accepted file', () => {
  it.each([
    ['by its name', 'codes.csv', ''],
    ['by its name in capitals', 'UPPER.CSV', 'application/vnd.ms-excel'],
    ['by its type', 'codes', 'text/csv'],
  ])('%s', async (_, name, type) => {
    expect(await checkCodeFile(file('A\nB\n', name, type))).toMatchObject({
      isGood: true,
      codeCount: 2,
    });
  });

  it('is sent exactly as checked, as base64 without a prefix', async () => {
    const check = await checkCodeFile(file('\ufeffA-1\r\nB-2\r\n'));
    if (!check.isGood) throw new Error(check.message);
    expect(atob(await toBase64(check.content))).toBe('\xef\xbb\xbfA-1\r\nB-2\r\n');
  });
});

it.each([
  ['Code', ['Line 1: Code looks like a title']],
  ['voucher_codes', ['Line 1: voucher_codes looks like a title']],
  ['=1+2', ['Line 1: =1+2 looks like a formula']],
  ['CODE-1', []],
  ['7F3Q-PIN', []],
])('a first line of %s is asked about: %j', async (first, doubts) => {
  expect(await checkCodeFile(file(`${first}\nA-1\n`))).toMatchObject({ isGood: true, doubts });
});

describe('a refused file', () => {
  it.each([
    ['that is no CSV', file('A', 'notes.txt', 'text/plain'), 'Please select a CSV file'],
    ['that is a picture', file('A', 'csv.png', 'image/png'), 'Please select a CSV file'],
    ['without content', file(''), 'CSV file is empty'],
    ['with blank lines only', file('\n\r\n'), 'CSV file is empty'],
    ['that is no text', file(new Uint8Array([0xff, 0xfe, 0x41, 0])), 'Failed to parse CSV file'],
    [
      'that no request can carry',
      file('x'.repeat(maxFileBytes + 1)),
      'CSV file is too large: it can have at most 11 MB',
    ],
  ])('%s', async (_, given, message) => {
    expect(await refusal(given)).toBe(message);
  });

  it('a file that cannot be read is refused', async () => {
    const gone = file('A');
    gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    expect(await refusal(gone)).toBe('Failed to read file');
  });

  it('a refused file lists what is wrong in each line', async () => {
    expect(await checkCodeFile(file('A\nB,1\n""\n'))).toEqual({
      isGood: false,
      message: 'CSV validation failed',
      errors: ['Line 2: Expected 1 column, found 2', 'Line 3: Value cannot be empty'],
    });
  });
});

it('a large file does not block the page', async () => {
  const text = Array.from({ length: 100_000 }, (_, n) => `"CODE ${n}"`).join('\n');
  let turns = 0;
  const ticking = setInterval(() => (turns += 1));
  const check = await checkCodeFile(file(text));
  clearInterval(ticking);
  expect(check).toMatchObject({ isGood: true, codeCount: 100_000 });
  expect(turns).toBeGreaterThan(1);
});

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [1_260, '1.3 kB'],
  [999_960, '1 MB'],
  [10_500_000, '10.5 MB'],
])('%i is written as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('the error count includes errors that are not listed', () => {
  expect(countErrors([])).toBe(0);
  expect(countErrors(['Line 1: x', 'Line 2: y'])).toBe(2);
  expect(countErrors(['Line 1: x', 'and 1,184 more'])).toBe(1_185);
});

describe('a file with several columns', () => {
  const sheet = 'Serial,Voucher code,Price\r\n1,"KLA-1",500\r\n2,KLA-2,500\r\n';
  const columnsOf = async (content: string) => {
    const { columns } = await checkCodeFile(file(content));
    if (!columns) throw new Error('No columns were found');
    return columns;
  };
  const contentOf = async (check: Awaited<ReturnType<typeof checkColumn>>) => {
    if (!check.isGood) throw new Error(check.errors.join());
    return atob(await toBase64(check.content));
  };

  it('is refused as it is, and offers its columns, the one named so first', async () => {
    const check = await checkCodeFile(file('No,Voucher code\n1,KLA-1\n'));
    expect(check).toMatchObject({
      isGood: false,
      message: 'CSV validation failed',
      errors: ['Line 1: Expected 1 column, found 2', 'Line 2: Expected 1 column, found 2'],
      columns: { likely: 1, first: ['No', 'Voucher code'], samples: [['1'], ['KLA-1']] },
    });
    expect((await checkCodeFile(file('A\n,\n'))).columns).toBeUndefined();
  });

  it('is sent as the chosen column, every code in its line', async () => {
    const check = await checkColumn(await columnsOf(sheet), { index: 1, hasNames: true });
    expect(check).toMatchObject({ isGood: true, codeCount: 2, doubts: [] });
    expect(await contentOf(check)).toBe('\n"KLA-1"\n"KLA-2"\n');
  });

  it('loses no line: a first line that has no names is a code', async () => {
    const columns = await columnsOf('1,KLA-1\n2,KLA-2\n');
    expect(seemsToHaveNames(columns)).toBe(false);
    const check = await checkColumn(columns, { index: 1, hasNames: false });
    expect(await contentOf(check)).toBe('"KLA-1"\n"KLA-2"\n');
  });

  it('names the lines that have no code or other columns', async () => {
    const columns = await columnsOf('No,Code\n1,KLA-1\n2\n3,KLA-3,500\n4,"KLA\n');
    expect(await checkColumn(columns, { index: 1, hasNames: true })).toMatchObject({
      isGood: false,
      errors: [
        'Line 3: Expected 2 columns, found 1',
        'Line 4: Expected 2 columns, found 3',
        'Line 5: Quotes are not closed',
      ],
    });
    const gaps = await columnsOf('No,Code\n1,KLA-1\n2,\n3,KLA-1\n');
    expect(await checkColumn(gaps, { index: 1, hasNames: true })).toMatchObject({
      errors: ['Line 3: Value cannot be empty', 'Line 4: KLA-1 is on line 2 already'],
    });
  });

  it('keeps a quote in a code, and asks about a formula', async () => {
    const columns = await columnsOf('No,Code\n1,"K""1"\n2,=1+2\n');
    const check = await checkColumn(columns, { index: 1, hasNames: true });
    expect(check).toMatchObject({ doubts: ['Line 3: =1+2 looks like a formula'] });
    expect(await contentOf(check)).toBe('\n"K""1"\n"=1+2"\n');
  });

  it('is shown by the names of its columns and what is in them', async () => {
    const columns = await columnsOf(sheet);
    expect(columnText(columns, { index: 1, hasNames: true })).toBe('Voucher code (KLA-1, KLA-2)');
    expect(columnText(columns, { index: 2, hasNames: false })).toBe('Column 3 (Price, 500)');
  });
});
