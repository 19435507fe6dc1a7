import { describe, expect, it } from 'vitest';
import { readBalance, readEnvelope, readList, readOne, type Reader } from './read.ts';

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

describe('readList', () => {
  const read = readList('Failed to fetch companies');

  it.each([
    ['a bare array', [company], [company]],
    ['an empty array', [], []],
    ['an object with data', { data: [company] }, [company]],
    ['an envelope', { success: true, data: [company] }, [company]],
    ['a single object', company, [company]],
    ['an envelope around a single object', { success: true, data: company }, [company]],
  ])('accepts %s', (_, body, list) => expect(dataOf(read, body)).toEqual(list));

  it('keeps the totals', () => {
    const meta = { totalCount: 1 };
    expect(read({ success: true, data: [], meta }, 200).meta).toBe(meta);
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
    [{ data: 'x' }],
    [{ success: true }],
    [{ data: null }],
    [{ data: {} }],
  ])('refuses %j', (body) => expect(() => read(body, 200)).toThrow(invalid));
});

describe('readOne', () => {
  const read = readOne('Failed to load user details');

  it.each([
    ['an envelope', { success: true, data: company }, company],
    ['an object with data', { data: company }, company],
    ['a bare object with an id', company, company],
    ['a bare object with an email', { email: 'a@b.c' }, { email: 'a@b.c' }],
  ])('accepts %s', (_, body, one) => expect(dataOf(read, body)).toEqual(one));

  it('throws on a refusal', () => {
    expect(() => read({ success: false }, 200)).toThrow('Failed to load user details');
  });

  it.each([
    [[company]],
    [{ name: 'x' }],
    [null],
    [{ success: true, data: [company] }],
    [{ success: true, data: null }],
    [{ success: true, data: {} }],
    [{ success: true, data: { token: 'x' } }],
  ])('refuses %j', (body) => expect(() => read(body, 200)).toThrow(invalid));
});

describe('readBalance', () => {
  const read = readBalance();
  const full = { currentBalance: 12.5, asOfDate: '2026-01-31T09:00:00Z' };

  it.each([
    ['a balance result', full, full],
    ['a bare number', 12.5, { currentBalance: 12.5, asOfDate: null }],
    ['an envelope around a result', { success: true, data: full }, full],
    ['an envelope around zero', { success: true, data: 0 }, { currentBalance: 0, asOfDate: null }],
  ])('accepts %s', (_, body, balance) => expect(dataOf(read, body)).toEqual(balance));

  it.each([['12'], [null], [{ balance: 3 }], [{ success: true, data: null }]])(
    'refuses %j',
    (body) => expect(() => read(body, 200)).toThrow(invalid),
  );
});
