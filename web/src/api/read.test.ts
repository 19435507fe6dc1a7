import { describe, expect, it } from 'vitest';
import {
  readAnyList,
  readBalance,
  readEnvelope,
  readList,
  readOne,
  readUser,
  type Reader,
} from './read.ts';

const company = { id: '1', name: 'Kampala Traders' };
const invalid = 'Invalid response format';

function dataOf(reader: Reader, body: unknown): unknown {
  return reader(body, 200).data;
}

describe('readEnvelope', () => {
  it('requires success true', () => {
    expect(readEnvelope({ success: true, data: 1 }, 200)).toEqual({
      data: 1,
      message: null,
      meta: undefined,
    });
    expect(() => readEnvelope({ success: false }, 200)).toThrow('API request failed');
    expect(() => readEnvelope({ success: false, message: 'No' }, 200)).toThrow('No');
    expect(() => readEnvelope({ success: 'true', data: 1 }, 200)).toThrow('API request failed');
  });

  it.each([[[company]], [company], [{ data: company }], [null], [7], ['text']])(
    'refuses %j',
    (body) => expect(() => readEnvelope(body, 200)).toThrow(invalid),
  );
});

describe.each([
  ['readList', readList],
  ['readAnyList', readAnyList],
])('%s', (_, reader) => {
  const read = reader('Failed to fetch companies');

  it('keeps the totals', () => {
    const meta = { totalCount: 1 };
    expect(read({ success: true, data: [company], meta }, 200)).toMatchObject({
      data: [company],
      meta,
    });
  });

  it('throws the message of a refusal, or the given text', () => {
    expect(() => read({ success: false, message: 'Closed' }, 200)).toThrow('Closed');
    expect(() => read({ success: false, errors: ['A', 'B'] }, 200)).toThrow('A, B');
    expect(() => read({ success: false }, 200)).toThrow('Failed to fetch companies');
  });

  it.each([
    [null],
    [3],
    ['list'],
    [{}],
    [company],
    [{ data: 'x' }],
    [{ success: true }],
    [{ success: true, data: company }],
    [{ data: null }],
    [{ data: {} }],
  ])('refuses %j', (body) => expect(() => read(body, 200)).toThrow(invalid));
});

it.each([
  ['a bare array', [company]],
  ['an object with data', { data: [company] }],
])('%s is a list only where the specification says so', (_, body) => {
  expect(dataOf(readAnyList(), body)).toEqual([company]);
  expect(() => readList()(body, 200)).toThrow(invalid);
});

describe.each([
  ['readOne', readOne],
  ['readUser', readUser],
])('%s', (_, read) => {
  it('accepts an envelope', () => {
    expect(dataOf(read, { success: true, data: company })).toEqual(company);
  });

  it('throws a refusal', () => {
    expect(() => read({ success: false }, 200)).toThrow('API request failed');
  });

  it.each([
    [[company]],
    [{ name: 'x' }],
    [null],
    [{ data: company }],
    [{ success: true, data: [company] }],
    [{ success: true, data: null }],
    [{ success: true, data: {} }],
    [{ success: true, data: { token: 'x' } }],
  ])('refuses %j', (body) => expect(() => read(body, 200)).toThrow(invalid));
});

it.each([[{ id: '1' }], [{ email: 'a@b.c' }]])('only a user may be bare: %j', (body) => {
  expect(dataOf(readUser, body)).toEqual(body);
  expect(() => readOne(body, 200)).toThrow(invalid);
});

describe('readBalance', () => {
  const full = { currentBalance: 12.5, asOfDate: '2026-01-31T09:00:00Z' };

  it.each([
    ['a balance result', full, full],
    ['a bare number', 12.5, { currentBalance: 12.5, asOfDate: null }],
    ['an envelope around a result', { success: true, data: full }, full],
    ['an envelope around zero', { success: true, data: 0 }, { currentBalance: 0, asOfDate: null }],
  ])('accepts %s', (_, body, balance) => expect(dataOf(readBalance, body)).toEqual(balance));

  it.each([['12'], [null], [{ balance: 3 }], [{ data: full }], [{ success: true, data: null }]])(
    'refuses %j',
    (body) => expect(() => readBalance(body, 200)).toThrow(invalid),
  );
});
