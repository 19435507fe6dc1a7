import { expect, it, vi } from 'vitest';
import { downloadCsv, toCsv } from './download-csv.ts';

it('quotes every value and doubles quotes', () => {
  expect(toCsv(['Name', 'Amount'], [['Kato "KK" & Sons, Ltd', 1500]])).toBe(
    '"Name","Amount"\r\n"Kato ""KK"" & Sons, Ltd","1500"\r\n',
  );
});

it.each(['=1+1', '+256700000000', '-2+3', '@SUM(A1)', '\tx', '\rx', '\nx'])(
  'escapes text that begins like a formula: %j',
  (text) => {
    expect(toCsv([], [[text]])).toBe(`\r\n"'${text}"\r\n`);
  },
);

it('escapes headers as well', () => {
  expect(toCsv(['=cmd'], [])).toBe(`"'=cmd"\r\n`);
});

it('keeps numbers as numbers and leaves missing values empty', () => {
  expect(toCsv(['a'], [[-500, null, undefined, Number.NaN, true]])).toBe(
    '"a"\r\n"-500","","","","true"\r\n',
  );
});

it('keeps a line break inside its value', () => {
  expect(toCsv(['a'], [['one\ntwo']])).toBe('"a"\r\n"one\ntwo"\r\n');
});

it('saves a UTF-8 file under the given name', async () => {
  const parts: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    parts.push(blob as Blob);
    return 'blob:x';
  });
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push(`${this.download} ${this.href}`);
  });

  downloadCsv('transactions.csv', ['a'], [[1]]);

  expect(clicked).toEqual(['transactions.csv blob:x']);
  expect(document.querySelector('a')).toBeNull();
  expect(parts[0]?.type).toBe('text/csv;charset=utf-8');
  expect(parts[0]?.size).toBe(new TextEncoder().encode('\uFEFF"a"\r\n"1"\r\n').length);
});
