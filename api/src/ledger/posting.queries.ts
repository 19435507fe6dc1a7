import { plainArray, textArray } from '../db/array-literal.ts';
import { databaseNow } from '../db/clock.ts';
import { moneyMoved, type Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import {
  inputHash,
  keyHash,
  requireFinish,
  requirePosting,
  type Finish,
  type FinishOutcome,
  type Leg,
  type Outcome,
  type Posting,
} from './posting.ts';

/**
 * Posts in the caller's database transaction with one call; results come in the same order. Company
 * and key are unique within a call.
 */
export async function postAll(db: Db, postings: readonly Posting[]): Promise<Outcome[]> {
  if (postings.length === 0) return [];
  for (const posting of postings) requirePosting(posting);
  moneyMoved(db, postings);
  return db.rows<Outcome>(
    `select id as "transactionId", status, reason, replayed from ledger_post(
       $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
    postValues(postings),
    'ledger_post',
  );
}

/** Finishes pending transactions in the caller's database transaction, each at most once. */
export async function finishAll(db: Db, finishes: readonly Finish[]): Promise<FinishOutcome[]> {
  if (finishes.length === 0) return [];
  for (const finish of finishes) requireFinish(finish);
  moneyMoved(db, finishes);
  return db.rows<FinishOutcome>(
    `select status, reason, changed from ledger_finish(
       $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    finishValues(finishes),
    'ledger_finish',
  );
}

function postValues(postings: readonly Posting[]): string[] {
  const { accounts, slots, legs } = layOut(postings);
  const moments = postings.map((posting) => posting.at?.getTime() ?? databaseNow());
  return [
    accounts,
    plainArray(postings.map((posting, index) => posting.id ?? uuidV7(moments[index]))),
    plainArray(postings.map((posting) => posting.companyId)),
    slots,
    plainArray(postings.map((posting) => posting.type)),
    plainArray(postings.map((posting) => posting.amount)),
    plainArray(postings.map((posting) => posting.hold)),
    textArray(postings.map((posting) => posting.kind)),
    textArray(postings.map((posting) => posting.key)),
    plainArray(postings.map(keyHash)),
    plainArray(postings.map(inputHash)),
    plainArray(postings.map((posting) => posting.reversalOf)),
    textArray(postings.map((posting) => posting.reference)),
    textArray(postings.map((posting) => posting.description)),
    plainArray(moments.map((moment) => new Date(moment).toISOString())),
    plainArray(postings.map((posting) => posting.legs.length)),
    ...legs,
  ];
}

function finishValues(finishes: readonly Finish[]): string[] {
  const { accounts, slots, legs } = layOut(finishes);
  return [
    accounts,
    plainArray(finishes.map((finish) => finish.transactionId)),
    plainArray(finishes.map((finish) => finish.companyId)),
    slots,
    plainArray(finishes.map((finish) => finish.to)),
    textArray(finishes.map((finish) => finish.reason)),
    plainArray(finishes.map((finish) => (finish.at ?? new Date(databaseNow())).toISOString())),
    plainArray(finishes.map((finish) => finish.finishId ?? uuidV7(finish.at?.getTime()))),
    ...legs,
  ];
}

interface Item {
  readonly accountId: string;
  readonly legs: readonly Leg[];
}

/** The affected accounts in locking order; everything else refers to positions in it. */
function layOut(items: readonly Item[]): { accounts: string; slots: string; legs: string[] } {
  const touched = new Set<string>();
  for (const item of items) {
    touched.add(item.accountId);
    for (const leg of item.legs) touched.add(leg.accountId);
  }
  const accounts = [...touched].sort();
  const slotOf = new Map(accounts.map((id, index) => [id, index + 1]));
  const owners = items.flatMap((item, index) => item.legs.map(() => index + 1));
  const legs = items.flatMap(ownLegFirst);
  return {
    accounts: plainArray(accounts),
    slots: plainArray(items.map((item) => slotOf.get(item.accountId))),
    legs: [
      plainArray(owners),
      plainArray(legs.map((leg) => slotOf.get(leg.accountId))),
      plainArray(legs.map((leg) => leg.amount)),
    ],
  };
}

/** Then by account: the order in which the hash of a transaction covers them. */
function ownLegFirst({ accountId, legs }: Item): readonly Leg[] {
  const place = (leg: Leg): string => (leg.accountId === accountId ? '' : leg.accountId);
  return legs.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}
