import { expect, it } from 'vitest';
import { createTestDatabase } from './database.ts';
import { findBrokenRules } from './storm/faults.ts';
import { playStorm } from './storm/storm.ts';

/** `npm run test:soak` has thousands. */
const seeds = Number(process.env['SENTE_STORM_SEEDS'] ?? 40);
const payments = 200;
/** Each in a database of its own: an engine works on all payments that it finds. */
const atOnce = 2;

it(`survives ${seeds} storms of ${payments} payments`, { timeout: seeds * 60_000 }, async () => {
  const left = Array.from({ length: seeds }, (_, index) => index + 1);
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
