import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Standing } from './alternate.ts';
import type { Bench } from './bench.ts';
import { pgbenchSetting } from './pgbench.ts';

const folder = fileURLToPath(new URL('./results/', import.meta.url));

export function showRates(title: string, standings: readonly Standing[]): void {
  console.log(`\n${title}`);
  console.table(
    standings.map(({ name, perSecond, ratio }) => ({
      what: name,
      'per second': Math.round(perSecond),
      'x pgbench': rounded(ratio),
    })),
  );
}

/** The figures and the environment they were measured in. */
export function writeResults(bench: Bench, name: string, figures: object): void {
  if (bench.quick || bench.profile) return;
  const where = {
    at: new Date().toISOString(),
    cores: cpus().length,
    processor: cpus()[0]?.model ?? 'unknown',
    architecture: process.arch,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgres: bench.server.version,
    rounds: bench.rounds,
    pgbench: pgbenchSetting,
  };
  writeJson(name, { where, ...figures });
}

export function writeJson(name: string, value: unknown): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${name}.json`, `${JSON.stringify(value, null, 2)}\n`);
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
