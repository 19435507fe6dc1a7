import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { postAll } from './posting.queries.ts';
import { keyHash, requirePosting, type Outcome, type Posting } from './posting.ts';

/**
 * Posts what has already happened outside, in the caller's database transaction. What an account lacks
 * for it is advanced by the provider, and the company owes it: it does not fail for lack of funds. If
 * it is refused for another reason, nothing is advanced.
 */
export async function postWithAdvance(db: Db, posting: Posting): Promise<Outcome> {
  requirePosting(posting);
  const covered = { ...posting, id: posting.id ?? uuidV7(posting.at?.getTime()) };
  await db.rows('savepoint advance');
  const advanced = await advanceFor(db, covered);
  const outcome = await post(db, covered);
  if (outcome.status === 'completed' || advanced === 0n) return outcome;
  await db.rows('rollback to savepoint advance');
  return post(db, covered);
}

async function post(db: Db, posting: Posting): Promise<Outcome> {
  const [outcome] = await postAll(db, [posting]);
  if (!outcome) throw new Error('The ledger gave no outcome');
  return outcome;
}

async function advanceFor(db: Db, posting: Posting): Promise<bigint> {
  const legs = [...posting.legs].sort((one, other) => (one.accountId < other.accountId ? -1 : 1));
  const row = await db.row<{ advanced: string }>(
    'select ledger_advance($1, $2::uuid[], $3::bigint[], $4, $5, $6, $7, $8) as advanced',
    [
      posting.companyId,
      legs.map(({ accountId }) => accountId),
      legs.map(({ amount }) => (amount < 0n ? -amount : 0n)),
      posting.id,
      keyHash(posting),
      posting.reference ?? null,
      posting.description,
      posting.at ?? new Date(databaseNow()),
    ],
  );
  return BigInt(row?.advanced ?? 0);
}

/**
 * Locks accounts in the order of the ledger, for a transaction that calls it more than once: each call
 * alone would lock in order, but the second after the first.
 */
export async function lockAccounts(db: Db, ids: readonly string[]): Promise<void> {
  await db.rows(
    'select id from accounts where id = any($1::uuid[]) order by id for no key update',
    [ids],
  );
}
