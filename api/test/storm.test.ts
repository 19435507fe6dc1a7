import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTestDatabase } from './database.ts';
import { findBrokenRules } from './storm/faults.ts';
import { playStorm } from './storm/storm.ts';

/** `npm run test:soak` has thousands. */
const count = Number(process.env['SENTE_STORM_SEEDS'] ?? 40);
/**
 * The same ones each time, so that a change which loses one is seen, and some that nobody has played. Not in continuous
 * integration, where a fault that was there before would stop whichever change comes next.
 */
const freshCount = process.env['CI'] ? 0 : 3;
const payments = 200;
const seeds = [
  ...Array.from({ length: count }, (_, index) => index + 1),
  ...Array.from({ length: freshCount }, () => randomInt(1_000_000, 2 ** 31)),
];
/** Each in a database of its own: an engine works on all payments that it finds. */
const atOnce = 2;

const timeout = seeds.length * 60_000;
it(`survives ${seeds.length} storms of ${payments} payments`, { timeout }, async () => {
  const fresh = seeds.slice(count);
  if (fresh.length > 0)
    console.log(`Fresh storms: ${fresh.map((seed) => `--seed ${seed}`).join(', ')}`);
  const left = [...seeds];
  const play = async (): Promise<void> => {
    const test = await createTestDatabase();
    const played: number[] = [];
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      played.push(seed);
      const { faults } = await playStorm(test, { seed, payments });
      expect(faults, `Replay with npm run storm -- --seed ${seed} --payments ${payments}`).toEqual(
        [],
      );
    }
    expect(await findBrokenRules(test.owner), `After the seeds ${played.join(', ')}`).toEqual([]);
  };
  await Promise.all(Array.from({ length: atOnce }, play));
});
