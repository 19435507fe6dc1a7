import { performance } from 'node:perf_hooks';
import { coalesce } from '../db/coalesce.ts';
import type { Database } from '../db/database.ts';
import { isAboutContent, maySucceedLater, retrying } from '../db/retrying.ts';
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
 * Moves money when nothing else belongs into the same database transaction. Each result is durable,
 * and repeating a call after a lost result changes nothing.
 */
export interface Ledger {
  post(posting: Posting): Promise<Outcome>;
  finish(finish: Finish): Promise<FinishOutcome>;
}

/** Larger batches take longer without being cheaper. */
const maxPerCall = 256;
/** A violation means that another server stored the key concurrently; the next attempt finds it. */
const postedAtOnce = 'transactions_key';

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
    // Validated before it joins a batch, so that a mistake affects only its caller. The id is
    // assigned before any retry, so that a retry recognises its own result.
    post: async (posting) => {
      requirePosting(posting);
      return post({ id: uuidV7(posting.at?.getTime()), ...posting });
    },
    finish: async (item) => {
      requireFinish(item);
      return finish({ finishId: uuidV7(item.at?.getTime()), ...item });
    },
  };
}

function together<Item extends { readonly companyId: string }, Answer>(
  send: (items: Item[]) => Promise<Answer[]>,
  keyOf: (item: Item) => string,
): (item: Item) => Promise<Answer> {
  return coalesce({
    send: (items: Item[]) => retrying(() => send(items), postedAtOnce),
    keyOf,
    // Companies never share an account, so their postings can run in parallel.
    groupOf: (item) => item.companyId,
    max: maxPerCall,
    mayOverlap: hasSpareTime,
    mayBeOnesFault: (error) => isAboutContent(error) && !maySucceedLater(error, postedAtOnce),
  });
}

const hasSpareTime = watchSpareTime();

/**
 * Whether this process mostly waits, for the database as a rule: a second call may then use another of its processors. A
 * process that is busy, or does not get its share of a busy machine, has no use for calls that cost more.
 */
function watchSpareTime(): () => boolean {
  const lookEveryMs = 50;
  const busyAbove = 0.6;
  let since = performance.eventLoopUtilization();
  let lookedAt = performance.now();
  let isSpare = false;
  return () => {
    if (performance.now() - lookedAt < lookEveryMs) return isSpare;
    isSpare = performance.eventLoopUtilization(since).utilization < busyAbove;
    since = performance.eventLoopUtilization();
    lookedAt = performance.now();
    return isSpare;
  };
}
