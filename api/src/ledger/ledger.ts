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
 * Where money moves when nothing else belongs into the same database transaction. Each answer is
 * durable, and the same call again, when an answer was lost, changes nothing.
 */
export interface Ledger {
  post(posting: Posting): Promise<Outcome>;
  finish(finish: Finish): Promise<FinishOutcome>;
}

/** More make a call longer without making it cheaper. */
const maxPerCall = 256;
/** Violated: another server stored this key at this very moment, and the next try finds it. */
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
    send: (items: Item[]) => retrying(() => send(items), postedAtOnce),
    keyOf,
    // Companies never share an account, so their postings may run side by side.
    groupOf: (item) => item.companyId,
    max: maxPerCall,
    mayBeOnesFault: (error) => isAboutContent(error) && !maySucceedLater(error, postedAtOnce),
  });
}
