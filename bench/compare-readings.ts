import type { buildApp } from '../api/src/app.ts';
import { median } from './alternate.ts';
import { BenchError } from './bench-error.ts';

/** One API call with an authorised caller. */
export interface Reading {
  readonly name: string;
  readonly call: () => Promise<void>;
}

export interface Comparison {
  readonly name: string;
  readonly fewMs: number;
  readonly manyMs: number;
  readonly ratio: number;
}

/** Makes calls that throw on an error: a refusal is fast and would distort the figures. */
export function readingsOf(app: Awaited<ReturnType<typeof buildApp>>) {
  return (token: string, path: string) => async (): Promise<void> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.inject({ url: `/api${path}`, headers });
    if (answer.statusCode !== 200) throw new BenchError(`GET ${path} answered ${answer.body}`);
  };
}

/**
 * Alternates, so that a slow second of the machine affects both. A tenth more is for warming up.
 */
export async function compareReadings(
  small: readonly Reading[],
  large: readonly Reading[],
  calls: number,
): Promise<Comparison[]> {
  const rows = [];
  for (const [index, { name, call }] of small.entries()) {
    const others = large[index] ?? { name, call };
    const times: { few: number[]; many: number[] } = { few: [], many: [] };
    for (let turn = -Math.ceil(calls / 10); turn < calls; turn++) {
      const [few, many] = [await millisecondsOf(call), await millisecondsOf(others.call)];
      if (turn < 0) continue;
      times.few.push(few);
      times.many.push(many);
    }
    const [fewMs, manyMs] = [median(times.few), median(times.many)];
    rows.push({ name, fewMs, manyMs, ratio: manyMs / fewMs });
  }
  return rows;
}

async function millisecondsOf(call: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}
