import { expect, it } from 'vitest';
import { createTestDatabase } from './database.ts';
import { playStorm } from './storm/storm.ts';

const seeds = Number(process.env['SENTE_STORM_SEEDS'] ?? 8);
const payments = 200;

it(`survives ${seeds} storms of ${payments} payments`, { timeout: seeds * 60_000 }, async () => {
  const test = await createTestDatabase();
  for (let seed = 1; seed <= seeds; seed++) {
    const { faults } = await playStorm(test, { seed, payments });
    expect(faults, `Replay with npm run storm -- --seed ${seed}`).toEqual([]);
  }
});
