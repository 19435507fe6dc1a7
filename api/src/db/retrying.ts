import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnavailable, sqlState, violatedUnique } from './database.ts';

const maxAttempts = 5;
/** Serialization failure, deadlock; the server stops, crashed, or is not up again yet. */
const transientStates = new Set(['40001', '40P01', '57P01', '57P02', '57P03']);

/**
 * For work that changes nothing when it is done twice. A lost connection may have lost the answer
 * only, or the work too: the same keys tell. `keyName` is the constraint on those keys: violated, it
 * means that another server stored the same at this very moment, and the next try finds it.
 */
export async function retrying<T>(work: () => Promise<T>, keyName: string): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= maxAttempts || !maySucceedLater(error, keyName)) throw error;
      await wait(attempt * 20 * Math.random());
    }
  }
}

export function maySucceedLater(error: unknown, keyName: string): boolean {
  return (
    error instanceof DatabaseUnavailable ||
    transientStates.has(sqlState(error) ?? '') ||
    violatedUnique(error) === keyName
  );
}

/** Data that the database refuses or that could not be sent, and a lock that somebody keeps. */
export function isAboutContent(error: unknown): boolean {
  const state = sqlState(error);
  if (state === undefined) return !(error instanceof DatabaseUnavailable);
  return /^2[23]/.test(state) || state === '42501' || state === '55P03';
}
