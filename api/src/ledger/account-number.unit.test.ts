import { expect, it } from 'vitest';
import { isAccountNumber, newAccountNumber } from './account-number.ts';

const numbers = Array.from({ length: 200 }, newAccountNumber);

it('generates numbers of twelve digits with a valid check digit', () => {
  for (const number of numbers) {
    expect(number).toMatch(/^2\d{11}$/);
    expect(isAccountNumber(number), number).toBe(true);
  }
  expect(new Set(numbers).size).toBe(numbers.length);
});

it('detects every single wrong digit', () => {
  for (const number of numbers.slice(0, 20)) {
    for (let place = 0; place < number.length; place++) {
      for (const digit of '0123456789') {
        const typed = number.slice(0, place) + digit + number.slice(place + 1);
        expect(isAccountNumber(typed), `${number} as ${typed}`).toBe(typed === number);
      }
    }
  }
});

it.each(['', '123', '2000000000000', '20000000000x'])('rejects "%s"', (text) => {
  expect(isAccountNumber(text)).toBe(false);
});
