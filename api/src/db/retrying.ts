import { setTimeout as wait } from 'node:timers/promises';
import {
  DatabaseTimeout,
  DatabaseUnavailable,
  sqlState,
  violatedUnique,
} from './database-errors.ts';

const maxAttempts = 5;
/** Serialization failure, deadlock. */
const transientStates = new Set(['40001', '40P01']);

/**
 * Retries idempotent work. After a lost connection the work may or may not be committed; its keys
 * show which. After a timeout the caller retries: five attempts in a row would take a minute. `keyName` is the constraint on those keys: a violation means that another server
 * stored the same key concurrently, and the next attempt finds it.
 */
export async function retrying<T>(work: () => Promise<T>, keyName: string): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= maxAttempts || error instanceof DatabaseTimeout) throw error;
      if (!maySucceedLater(error, keyName)) throw error;
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

/** Data that the database rejects or that cannot be sent, or a lock timeout. */
export function isAboutContent(error: unknown): boolean {
  const state = sqlState(error);
  if (state === undefined) return !(error instanceof DatabaseUnavailable);
  return /^2[23]/.test(state) || state === '42501' || state === '55P03';
}
