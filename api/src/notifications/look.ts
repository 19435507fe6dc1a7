import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/database.ts';
import { toUgx } from '../db/amounts.ts';
import { platformScope } from '../db/scope.ts';
import { comparisons } from './look-states.ts';
import {
  moveCursor,
  readChecked,
  readDecided,
  readCursor,
  readReviews,
  takeTallies,
  tallyFinished,
  tallyWaiting,
  type Span,
  type Tally,
} from './look.queries.ts';
import { notify } from './notify.ts';
import { tellWeekly } from './weekly.ts';

/**
 * A payment is finished a moment before its transaction commits, so the last seconds are looked at later.
 * One that takes longer is counted nowhere: it is in the lists, but nobody is told of it.
 */
const behindMs = 30_000;
/** After a long pause, in steps that a statement counts in a second or two: 700 payments a second. */
const longestSpanMs = 30 * 60_000;
/** Older payments are no news. */
const oldestMs = 24 * 60 * 60_000;
/** At most one notification of a kind for a company in this time. */
const quietMs = 10 * 60_000;

/**
 * Finds what nobody tells of when it happens: payments, because telling of each would slow down settling
 * them, and states that last. Once a minute; instances take turns.
 */
export async function lookForNews(database: Database, nowMs: number = databaseNow()) {
  const now = new Date(nowMs);
  // Each has its own transaction, so that one that fails does not silence the others.
  const looks: readonly (() => Promise<void>)[] = [
    ...comparisons.map((compare) => () => database.within(platformScope, (db) => compare(db, now))),
    () => countAllPayments(database, nowMs),
    () => database.within(platformScope, (db) => tellTallies(db, nowMs)),
    () => database.within(platformScope, (db) => tellWeekly(db, nowMs)),
  ];
  const failures: unknown[] = [];
  for (const look of looks) {
    try {
      await look();
    } catch (error) {
      failures.push(error);
    }
  }
  // The queue logs it.
  const [first] = failures;
  if (failures.length > 1)
    throw new AggregateError(failures, `${failures.length} looks failed: ${String(first)}`);
  if (failures.length > 0) throw first;
}

async function countAllPayments(database: Database, nowMs: number): Promise<void> {
  for (;;) {
    const isDone = await database.within(platformScope, (db) => countPayments(db, nowMs));
    if (isDone) return;
  }
}

/** Returns whether it has counted up to now. */
async function countPayments(db: Db, nowMs: number): Promise<boolean> {
  const latest = nowMs - behindMs;
  const cursor = await readCursor(db);
  if (!cursor) {
    // What happened before the first look is not news.
    await moveCursor(db, new Date(latest));
    return true;
  }
  const from = Math.max(cursor.getTime(), latest - oldestMs);
  const to = Math.min(latest, from + longestSpanMs);
  if (to <= from) return true;
  const span: Span = { from: new Date(from), to: new Date(to) };
  await tallyFinished(db, span);
  await tallyWaiting(db, span);
  await tellChecked(db, span);
  await tellReviews(db, span);
  await moveCursor(db, span.to);
  return to === latest;
}

async function tellTallies(db: Db, nowMs: number): Promise<void> {
  const tallies = await takeTallies(db, new Date(nowMs), new Date(nowMs - quietMs));
  for (const tally of tallies) {
    await notify(db, {
      // The job finds out whether colleagues or the provider have to decide.
      kind: tally.kind === 'payout-waits' ? 'approval-waits' : tally.kind,
      companyId: tally.company_id,
      key: `${tally.kind}:${tally.company_id}:${nowMs}`,
      ...whatOf(tally),
    });
  }
}

function whatOf(tally: Tally) {
  const isOne = tally.count === 1;
  const isWaiting = tally.kind === 'payout-waits' || tally.kind === 'approval-waits';
  const data = {
    count: tally.count,
    amount: toUgx(tally.amount),
    ...(isOne && { phoneNumber: tally.phone_number ?? '', transactionId: tally.transaction_id }),
    ...(isOne && tally.kind === 'payout-failed' && { reason: tally.reason }),
    ...(isWaiting && {
      approvalKind: 'payout',
      step: tally.kind === 'payout-waits' ? ('colleague' as const) : ('provider' as const),
    }),
  };
  return { data, subjectId: isOne && isWaiting ? tally.example_id : null };
}

/** Its company must not pay or ask again meanwhile, and hears when that ends. */
async function tellChecked(db: Db, span: Span): Promise<void> {
  for (const checked of [...(await readChecked(db, span)), ...(await readDecided(db, span))]) {
    const { company_id: companyId, count, direction, doubt } = checked;
    await notify(db, {
      kind: 'payment-checked',
      companyId,
      key: `payment-checked:${companyId}:${direction}:${doubt}:${span.to.getTime()}`,
      data: {
        count,
        amount: toUgx(checked.amount),
        direction,
        doubt,
        ...(count === 1 && {
          phoneNumber: checked.phone_number,
          transactionId: checked.transaction_id ?? checked.example_id,
          ...(checked.asked && { asked: toUgx(checked.asked) }),
        }),
      },
    });
  }
}

async function tellReviews(db: Db, span: Span): Promise<void> {
  const { count, amount, company } = await readReviews(db, span);
  if (count === 0) return;
  await notify(db, {
    kind: 'payment-review',
    key: `payment-review:${span.to.getTime()}`,
    data: { count, amount: toUgx(amount), company },
  });
}
