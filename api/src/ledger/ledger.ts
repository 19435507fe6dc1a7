import { setTimeout as wait } from 'node:timers/promises';
import { coalesce } from '../db/coalesce.ts';
import { DatabaseUnavailable, sqlState, violatedUnique, type Database } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { finishAll, postAll } from './posting.queries.ts';
import {
  requireFinish,
  requirePosting,
  type Finish,
  type FinishOutcome,
  type Outcome,
  type Posting,
} from './posting.ts';

/**
 * Where money moves when nothing else belongs into the same database transaction. Each answer is
 * durable, and the same call again, when an answer was lost, changes nothing.
 */
export interface Ledger {
  post(posting: Posting): Promise<Outcome>;
  finish(finish: Finish): Promise<FinishOutcome>;
}

/** More make a call longer without making it cheaper. */
const maxPerCall = 256;

export function createLedger(database: Database): Ledger {
  const db = database.unscoped;
  const post = together<Posting, Outcome>(
    (postings) => postAll(db, postings),
    (posting) => `${posting.companyId} ${posting.key}`,
  );
  const finish = together<Finish, FinishOutcome>(
    (finishes) => finishAll(db, finishes),
    (item) => item.transactionId,
  );
  return {
    // Checked before it joins others: a mistake is its maker's alone. Named once, before any retry,
    // so that whoever did it hears so even when the first answer got lost.
    post: async (posting) => {
      requirePosting(posting);
      return post({ id: uuidV7(posting.at?.getTime()), ...posting });
    },
    finish: async (item) => {
      requireFinish(item);
      return finish({ finishId: uuidV7(), ...item });
    },
  };
}

function together<Item extends { readonly companyId: string }, Answer>(
  send: (items: Item[]) => Promise<Answer[]>,
  keyOf: (item: Item) => string,
): (item: Item) => Promise<Answer> {
  return coalesce({
    send: (items: Item[]) => retrying(() => send(items)),
    keyOf,
    // Companies never share an account, so their postings may run side by side.
    groupOf: (item) => item.companyId,
    max: maxPerCall,
    mayBeOnesFault: (error) => isAboutContent(error) && !maySucceedLater(error),
  });
}

/**
 * A lost connection may have lost the answer only, or the work too: the same keys tell. A violated
 * key means that another server stored it at this very moment, and the next try finds it.
 */
async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= maxAttempts || !maySucceedLater(error)) throw error;
      await wait(attempt * 20 * Math.random());
    }
  }
}

const maxAttempts = 5;
/** Serialization failure, deadlock; the server stops, crashed, or is not up again yet. */
const transientStates = new Set(['40001', '40P01', '57P01', '57P02', '57P03']);

/** Data that the database refuses or that could not be sent, and a lock that somebody keeps. */
function isAboutContent(error: unknown): boolean {
  const state = sqlState(error);
  if (state === undefined) return !(error instanceof DatabaseUnavailable);
  return /^2[23]/.test(state) || state === '42501' || state === '55P03';
}

function maySucceedLater(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable ||
    transientStates.has(sqlState(error) ?? '') ||
    violatedUnique(error) === 'transactions_key'
  );
}
