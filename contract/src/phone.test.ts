import { describe, expect, it } from 'vitest';
import { lastDigits, changedPhone, phoneDigits, phoneOf, phoneText } from './phone.ts';

describe('phoneOf', () => {
  it.each([
    '0772123456',
    '0772 123 456',
    ' (0772) 123-456 ',
    '772123456',
    '256772123456',
    '+256772123456',
    '+256 772 123456',
    '+256 (0)772 123456',
    '00256 772 123456',
  ])('reads %j as one Ugandan number', (typed) => {
    expect(phoneOf(typed)).toBe('+256772123456');
  });

  it('reads fixed lines, and other countries with their plus', () => {
    expect(phoneOf('0414 200100')).toBe('+256414200100');
    expect(phoneOf('+254 722 000 000')).toBe('+254722000000');
    expect(phoneOf('0044 20 7946 0000')).toBe('+442079460000');
    expect(phoneOf('+772 123 456')).toBe('+772123456');
  });

  it.each([
    '',
    ' ',
    'abc',
    '111',
    '077212345',
    '07721234567',
    '+25677212345',
    '25677212345678',
    '254722000000',
    '0772123456 ext 5',
    '0772123456;0772123457',
    '+1234567890123456',
    '٠٧٧٢١٢٣٤٥٦',
    '+',
  ])('takes %j for no phone number', (typed) => {
    expect(phoneOf(typed)).toBeNull();
  });
});

it('shows Ugandan numbers in groups, and what is no number as it is', () => {
  expect(phoneText('+256772123456')).toBe('+256 772 123456');
  expect(phoneText('256772123456')).toBe('+256 772 123456');
  expect(phoneText('0772 123456')).toBe('+256 772 123456');
  expect(phoneText('+254722000000')).toBe('+254722000000');
  expect(phoneText('call Grace')).toBe('call Grace');
});

it('the last digits keep their zeros, and fewer than three are none', () => {
  const ends = ['0099', '099', '48 00-99', '12', 'ab', '+25677', '256772480099'];
  expect(ends.map(lastDigits)).toEqual(['0099', '099', '480099', null, null, null, null]);
});

it('keeps a stored number that is none, and refuses a change to another such', () => {
  expect(changedPhone('call Grace', 'call Grace')).toBe('call Grace');
  expect(changedPhone('call Joan', 'call Grace')).toBeNull();
  expect(changedPhone('0772123456', 'call Grace')).toBe('+256772123456');
});

it('searches by the digits that all ways of writing share', () => {
  for (const typed of ['0772 123', '+256 772123', '256772123', '772-123']) {
    expect(phoneDigits(typed)).toBe('772123');
  }
  for (const typed of ['07', 'Grace', 'TX-0772', '']) expect(phoneDigits(typed)).toBeNull();
});
