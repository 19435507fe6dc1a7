import { expect, it } from 'vitest';
import { idRangeOf } from './id-range.ts';

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
