import { beforeEach, expect, it } from 'vitest';
import {
  aPayment,
  createNetworkWorld,
  lineOf,
  type NetworkWorld,
  type OurPayment,
} from '../../test/network-world.ts';
import { platformScope } from '../db/scope.ts';
import { matchWithin } from './run-matching.ts';

let world: NetworkWorld;
beforeEach(async () => {
  world = await createNetworkWorld(1_000_000);
});

const noon = Date.parse('2026-03-10T09:00:00Z');
const hour = 3_600_000;
const mtn = (fields: Partial<OurPayment> = {}) => aPayment({ at: noon, ...fields });

/** Books a payment at each end of the day, and tells both with the others. */
async function tell(others: readonly OurPayment[], days = 0, isMatched = true): Promise<void> {
  const ends = [-4, 9].map((hours) => mtn({ at: noon + (days * 24 + hours) * hour }));
  await world.book(ends);
  await world.tell('MTN', [...ends, ...others].map(lineOf), 500_000, isMatched);
}

it('a statement that arrives while another is matched invents no case', async () => {
  const paid = mtn({ at: noon + 24 * hour });
  await world.book([paid]);
  await tell([], 0, false);
  let hasArrived = false;
  await matchWithin(async (work) => {
    const result = await world.database.within(platformScope, work);
    // The list of the files to take.
    if (Array.isArray(result) && !hasArrived) {
      hasArrived = true;
      await tell([paid], 1, false);
    }
    return result;
  });
  expect(hasArrived).toBe(true);
  expect((await world.get('/cases')).data).toEqual([]);
  await world.match();
  expect((await world.get('/cases')).data).toEqual([]);
});
