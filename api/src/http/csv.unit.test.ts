import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it('quotes every value and ends lines with CRLF', () => {
  expect(csvLine(['Date', '', '12.50'])).toBe('"Date","","12.50"\r\n');
});

it('keeps quotes, commas and line breaks inside their value', () => {
  expect(csvLine(['say "hi", twice', 'two\nlines'])).toBe('"say ""hi"", twice","two\nlines"\r\n');
});

it.each(['=1+1', '+256772000000', '-5', '@SUM(A1)', '\tx', '\r=1', '=cmd|"/c calc"!A1'])(
  'prevents spreadsheets from running %j',
  (value) => {
    expect(csvLine([value])).toBe(`"'${value.replaceAll('"', '""')}"\r\n`);
  },
);

it.each(['a=1', '5-3', ' x', '256', "'quoted'"])('leaves %j as it is', (value) => {
  expect(csvLine([value])).toBe(`"${value}"\r\n`);
});
