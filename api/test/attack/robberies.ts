import { createChance, type Chance } from '../../demo/chance.ts';
import type { SeenPayout } from '../../src/watcher/figures.ts';
import { asSeen, dayMs, type Months } from './normal-month.ts';

/** A robbery that is mixed into an ordinary month, on one of its days at eleven. */
export interface Robbery {
  readonly name: string;
  /** Empties a balance that this payer of suppliers could have: UGX 300 million. */
  readonly payouts: (startsAt: number, chance: Chance) => SeenPayout[];
}

const balanceUgx = 300_000_000;
/** A shop that is larger than the floors on no day, and older than two months. */
const victim = 'company 4';

const fresh =
  (count: number, everyMs: number, ugxOf: (index: number) => number) =>
  (startsAt: number): SeenPayout[] => {
    const plans = Array.from({ length: count }, (_, index) => ({
      receiver: 9_000_000 + index,
      ugx: ugxOf(index),
      at: startsAt + index * everyMs,
    }));
    return asSeen(plans, victim);
  };

export const robberies: readonly Robbery[] = [
  {
    name: '2,000 new numbers, as fast as accepted',
    payouts: fresh(2_000, 10, () => balanceUgx / 2_000),
  },
  {
    name: '2,000 new numbers, one a second, random amounts',
    payouts: (startsAt, chance) =>
      fresh(2_000, 1_000, () => chance.between(100_000, 200_000))(startsAt),
  },
  {
    name: 'one amount to a new number every minute',
    payouts: fresh(600, 60_000, () => balanceUgx / 600),
  },
  { name: 'fifteen large ones at once', payouts: fresh(15, 10, () => 20_000_000) },
  {
    name: 'a large one every hour',
    payouts: fresh(15, 3_600_000, () => 20_000_000),
  },
  {
    name: 'twenty companies, forty numbers of each',
    payouts: (startsAt) =>
      Array.from({ length: 20 }, (_, company) =>
        asSeen(
          Array.from({ length: 40 }, (__, index) => ({
            receiver: 9_000_000 + index,
            ugx: 250_000 + index * 1_000,
            at: startsAt + index * 2_000 + company,
          })),
          `robbed company ${company + 1}`,
        ),
      ).flat(),
  },
];

/** The month with the robbery in it, and what belongs to the robbery. */
export function robbed(months: Months, { payouts }: Robbery, seed: number) {
  const chance = createChance(seed);
  const startsAt = months.from + chance.between(8, 18) * dayMs + 11 * 3_600_000;
  const stolen = payouts(startsAt, chance);
  return {
    stolen,
    startsAt,
    months: { ...months, payouts: [...months.payouts, ...stolen].toSorted((a, b) => a.at - b.at) },
  };
}
