import { expect, it } from 'vitest';
import {
  rules,
  type Action,
  type Age,
  type Phase,
  type Word,
} from '../src/payments/settling/rules.ts';
import { createTestDatabase } from './database.ts';
import { playStorm } from './storm/storm.ts';

/* Bugs that were there once are put back, one at a time: the storm finds each. */

type Cells = Record<Phase, Record<Word, Record<Age, Action>>>;

const always = (action: Action): Record<Age, Action> => ({
  early: action,
  open: action,
  'proven-unknown': action,
  over: action,
});

interface Bug {
  readonly what: string;
  readonly phase: Phase;
  readonly words: readonly Word[];
  readonly ages: Record<Age, Action>;
  /** What the storm says about it. */
  readonly fault: RegExp;
}

const bugs: readonly Bug[] = [
  {
    what: 'an accepted payment waits for ever',
    phase: 'accepted',
    words: ['not-found', 'no-answer'],
    ages: always('wait'),
    fault: /for ever|for more than a day/,
  },
  {
    what: 'one not-found releases the hold of a payout',
    phase: 'sent',
    words: ['not-found'],
    ages: always('not-sent'),
    fault: /given up without proof/,
  },
  {
    what: 'a refusal is taken for no answer',
    phase: 'sent',
    words: ['refused'],
    ages: always('wait'),
    fault: /was refused at once/,
  },
  {
    what: 'what the network takes back stays in the books',
    phase: 'paid',
    words: ['failed'],
    ages: always('nothing'),
    fault: /is booked with|the float of/,
  },
];

const payments = 80;
const mostSeeds = 200;

const named = bugs.map((bug) => [bug.what, bug] as const);
it.each(named)(
  'finds that %s',
  { timeout: 600_000 },
  async (_what, { phase, words, ages, fault }) => {
    const test = await createTestDatabase();
    const cells = rules as Cells;
    const right = { ...cells[phase] };
    for (const word of words) cells[phase][word] = ages;
    try {
      expect(await findBy(test, fault)).toBeLessThanOrEqual(mostSeeds);
    } finally {
      Object.assign(cells[phase], right);
    }
  },
);

/** The first seed that shows it. */
async function findBy(
  test: Awaited<ReturnType<typeof createTestDatabase>>,
  fault: RegExp,
): Promise<number> {
  for (let seed = 1; seed <= mostSeeds; seed++) {
    const { faults } = await playStorm(test, { seed, payments });
    if (faults.some((text) => fault.test(text))) return seed;
  }
  return Infinity;
}
