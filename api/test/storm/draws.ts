import { hash } from 'node:crypto';

/**
 * Random choices of one seed. Each depends only on the seed and on what it is for, such as the third
 * question about order 17, never on the order in which concurrent work asks, so that a seed replays. Only the moment at which an
 * engine is killed can move by a few steps, because both engines work at the same time.
 */
export interface Draws {
  /** At least 0 and less than 1. */
  share(...about: readonly (string | number)[]): number;
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number, ...about: readonly (string | number)[]): number;
  /** One of the keys; their values are relative weights. */
  pick<Key extends string>(
    weights: Readonly<Record<Key, number>>,
    ...about: readonly (string | number)[]
  ): Key;
}

export function createDraws(seed: number): Draws {
  const share: Draws['share'] = (...about) =>
    hash('md5', `${seed}|${about.join('|')}`, 'buffer').readUInt32LE() / 2 ** 32;
  return {
    share,
    whole: (from, to, ...about) => from + Math.floor(share(...about) * (to - from + 1)),
    pick: (weights, ...about) => {
      const keys = Object.keys(weights) as (keyof typeof weights)[];
      const total = keys.reduce((sum, key) => sum + weights[key], 0);
      let left = share(...about) * total;
      const chosen = keys.find((key) => (left -= weights[key]) < 0) ?? keys.at(-1);
      if (chosen === undefined) throw new Error('Nothing to choose from');
      return chosen;
    },
  };
}
