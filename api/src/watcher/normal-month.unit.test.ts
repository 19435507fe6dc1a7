import { describe, expect, it } from 'vitest';
import { catchRobbery } from '../../test/attack/normal-month-report.ts';
import { ordinaryMonths } from '../../test/attack/normal-month.ts';
import { robberies } from '../../test/attack/robberies.ts';
import { watchOver } from '../../test/attack/watched.ts';
import { lookEveryMs } from './watcher.ts';

describe('ordinary business', () => {
  // Seed 4 has an employer whose first salaries are above the floor; `npm run attack` plays more.
  it.each([3, 4])(
    'trips less than twice in the month of seed %i',
    async (seed) => {
      const months = ordinaryMonths(seed);
      expect(months.payouts.length).toBeGreaterThan(10_000);
      const trips = await watchOver(months, lookEveryMs);
      expect(trips.map(({ companyId, sign }) => ({ companyId, sign }))).toEqual(
        seed === 4 ? [{ companyId: 'company 14', sign: 'sum-of-the-hour' }] : [],
      );
    },
    60_000,
  );
});

describe('a robbery on an ordinary day', () => {
  /** How many payouts the robbers get accepted before the watcher stops them. */
  const most: Readonly<Record<string, number>> = {
    '2,000 new numbers, as fast as accepted': 101,
    '2,000 new numbers, one a second, random amounts': 63,
    'one amount to a new number every minute': 41,
    'fifteen large ones at once': 15,
    'a large one every hour': 6,
    'twenty companies, forty numbers of each': 320,
  };
  it.each(robberies.map((robbery) => [robbery.name, robbery] as const))(
    'is stopped: %s',
    async (name, robbery) => {
      const caught = await catchRobbery(robbery, 3);
      expect(caught?.seenCount).toBeLessThanOrEqual(most[name] ?? 0);
    },
    60_000,
  );
});
