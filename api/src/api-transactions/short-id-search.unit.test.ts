import { expect, it } from 'vitest';
import { toShortId } from '../db/short-id.ts';
import { uuidV7 } from '../db/uuid.ts';
import { shortIdSearchOf } from './short-id-search.ts';

it('finds digits of the UUID in every part of its short form', () => {
  for (let round = 0; round < 50; round++) {
    const uuid = uuidV7();
    const hex = uuid.replaceAll('-', '');
    const short = toShortId(uuid);
    for (let from = 0; from <= short.length - 3; from++) {
      for (const length of [3, 4, 7, 26 - from]) {
        const part = short.slice(from, from + length);
        const search = shortIdSearchOf(part);
        if (!search?.digits) continue;
        const isFound = search.digits.some((digits) => hex.includes(digits));
        expect(isFound, `${part} of ${uuid}`).toBe(true);
      }
    }
  }
});

it.each(['', 'MTN!', 'ILOU', '0772123456', '0'.repeat(27), 'a b'])(
  'recognizes that %j is part of no short id',
  (text) => expect(shortIdSearchOf(text)).toBeNull(),
);

it('leaves too short a text to the full comparison', () => {
  expect(shortIdSearchOf('zz')).toEqual({ digits: null });
  expect(shortIdSearchOf('zzz')?.digits).toHaveLength(4);
});
