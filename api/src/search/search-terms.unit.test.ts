import { expect, it } from 'vitest';
import { toShortId } from '../db/short-id.ts';
import { idRangeOf, searchTermsOf } from './search-terms.ts';

const id = '019a2b3c-4d5e-7f60-8123-456789abcdef';
const digits = '019a2b3c4d5e7f608123456789abcdef';

it('a whole id is its own range, in any case', () => {
  expect(idRangeOf(id)).toEqual({ from: digits, to: digits });
  expect(idRangeOf(id.toUpperCase())).toEqual({ from: digits, to: digits });
});

it.each(['019a2b', '019a2b3c', '019a2b3c-', '019a2b3c-4d5e-7'])(
  'the range contains the id for the prefix %s',
  (text) => {
    const range = idRangeOf(text);
    expect(range && range.from <= digits && range.to >= digits).toBe(true);
    expect(range?.from).toHaveLength(32);
    expect(range?.to).toHaveLength(32);
  },
);

it.each(['', '-', '019a', 'facade me', '019a2b3x', `${id}0`, "019a2b3c'; --", '019a--2b3c'])(
  '%j is not an id',
  (text) => {
    expect(idRangeOf(text)).toBeNull();
  },
);

it.each([
  ['450000', '45000000'],
  ['450,000', '45000000'],
  ['UGX 450 000', '45000000'],
  ['ugx 1,234.5', '123450'],
  ['0772', null],
  ['12 34', null],
  ['4,50', null],
])('%s as an amount: %s', (text, amount) => {
  expect(searchTermsOf(text).amount).toBe(amount);
});

it.each([
  ['0772 123 456', '256772123456'],
  ['+256772123456', '256772123456'],
  ['772123456', '256772123456'],
  ['0772 12', null],
])('%s as a whole number: %s', (text, phone) => {
  expect(searchTermsOf(text).phone).toBe(phone);
});

it('reads digits as the end of a number, and as its beginning if they begin like one', () => {
  expect(searchTermsOf('099')).toMatchObject({ phoneEnd: { from: '990' }, phoneStart: null });
  expect(searchTermsOf('0772 12')).toMatchObject({
    phoneEnd: { from: '212770' },
    phoneStart: { from: '25677212' },
  });
  expect(searchTermsOf('77 21')).toMatchObject({ phoneEnd: { from: '1277' }, phoneStart: null });
  expect(searchTermsOf('Nakato')).toMatchObject({ phoneEnd: null, phoneStart: null });
});

it('reads the beginning of a short id as a range that contains the id', () => {
  const short = toShortId(id);
  for (const length of [8, 20, 26]) {
    const ids = searchTermsOf(short.slice(0, length).toLowerCase()).ids;
    expect(ids && ids.from <= id && ids.to >= id, short.slice(0, length)).toBe(true);
  }
  expect(searchTermsOf('NAKATO SARAH').ids).toBeNull();
});

it('references are found as typed, in capitals and in small letters', () => {
  const typed = searchTermsOf('Inv-7').references.map(({ from }) => from);
  expect(typed).toEqual(['Inv-7', 'INV-7', 'inv-7']);
  expect(searchTermsOf('ab').references).toEqual([]);
});

it.each([
  ['501220931', ['501220931', 'MTN-501220931', 'AIRTEL-501220931', 'MP501220931']],
  [
    'Mtn 501220931',
    ['Mtn 501220931', 'MTN 501220931', 'mtn 501220931', '501220931', 'MTN-501220931'],
  ],
  ['MP88120045', ['MP88120045', 'mp88120045', '88120045', 'AIRTEL-88120045']],
  ['45000', ['45000']],
  ['MTN-450', ['MTN-450', 'mtn-450']],
])('the reference of a network is found with and without its name: %s', (text, wanted) => {
  expect(searchTermsOf(text).references.map(({ from }) => from)).toEqual(wanted);
});

it('reads four to eight digits as a part of a number, from the nearer end', () => {
  const run = (text: string) => {
    const { forwards, backwards } = searchTermsOf(text).phoneRun ?? {};
    return [forwards, backwards].map((ranges) => ranges?.map(({ from }) => from));
  };
  const [beginnings, ends] = run('779-632');
  expect(beginnings).toEqual(
    ['', '2', '3', '4', '5', '6', '7', '8', '9'].map((first) => `256${first}779632`),
  );
  expect(ends).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].map((n) => `${n}236977`));
  const [many = [], most = []] = run('9632');
  expect([many.length, most.length]).toEqual([1 + 8 + 80, 100 + 10]);
  expect(run('5677')[0]).toContain('25677');
  for (const text of ['963', '779632264', '+7796', 'Nakato']) {
    expect(searchTermsOf(text).phoneRun, text).toBeNull();
  }
});
