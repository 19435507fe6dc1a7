import { setTimeout as wait } from 'node:timers/promises';

/** A measured rate: `run` returns the number per second. */
export interface Contestant {
  readonly name: string;
  readonly run: () => Promise<number>;
}

export interface Standing {
  readonly name: string;
  /** The median of all rounds. */
  readonly perSecond: number;
  /** The median of each round's rate relative to the reference of the same round. */
  readonly ratio: number;
  readonly rounds: readonly number[];
}

/**
 * Runs each once per round, the reference first: a slow minute of the machine affects both sides of
 * a ratio.
 */
export async function alternate(
  reference: Contestant,
  contestants: readonly Contestant[],
  rounds: number,
): Promise<Standing[]> {
  const all = [reference, ...contestants];
  const rates = all.map((): number[] => []);
  for (let round = 1; round <= rounds; round++) {
    for (const [index, { name, run }] of all.entries()) {
      const rate = await run();
      rates[index]?.push(rate);
      console.log(`  round ${round} of ${rounds}: ${name}: ${Math.round(rate)}/s`);
      await wait(settleMs);
    }
  }
  return all.map(({ name }, index) => {
    const own = rates[index] ?? [];
    const ratios = own.map((rate, round) => rate / (rates[0]?.[round] ?? Number.NaN));
    return { name, perSecond: median(own), ratio: median(ratios), rounds: own };
  });
}

/** Waits until connections are closed and the disk is idle. */
const settleMs = 500;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
