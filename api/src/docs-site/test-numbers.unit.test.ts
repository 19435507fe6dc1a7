import type { Tokens } from 'marked';
import { expect, it } from 'vitest';
import { behaviourOf, magicNumbers } from '../payments/simulator/magic-numbers.ts';
import { phoneOf } from '@sente/contract/phone';
import { testNumbersPage } from './test-numbers.ts';

it('has a number of each network that does what its row says', () => {
  const table = testNumbersPage().tokens.find(({ type }) => type === 'table') as Tokens.Table;
  expect(table.rows).toHaveLength(magicNumbers.length);
  for (const [at, { name }] of magicNumbers.entries()) {
    const numbers = table.rows[at]?.slice(1).map(({ text }) => text.replaceAll('`', '')) ?? [];
    const stored = numbers.map((number) => phoneOf(number)?.slice(1) ?? number);
    expect(stored.map(behaviourOf)).toEqual([name, name]);
    expect(stored.map((number) => number.slice(0, 5))).toEqual(['25677', '25670']);
    // As the page of the simulated phones spells them.
    expect(numbers[0]).toMatch(/^0770 000 0\d\d$/);
    expect(numbers[1]).toMatch(/^0700 000 0\d\d$/);
  }
});
