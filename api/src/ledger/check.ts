import { kampalaDay } from '@sente/contract/kampala';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/database.ts';
import { lockKeys } from '../db/lock-keys.ts';
import { platformScope } from '../db/scope.ts';
import { findViolations, type Violation } from './invariants.ts';

export interface LedgerCheck {
  readonly finishedAt: Date;
  readonly durationMs: number;
  readonly entries: number;
  readonly violations: readonly Violation[];
}

/** What else is checked with the ledger, by those who are built on it: all of it, or what is recent. */
export type MoreViolations = (db: Db, isFull: boolean) => Promise<Violation[]>;

/** Checks the whole ledger, and all of what else is given, and stores the result. */
export function checkLedger(database: Database, more?: MoreViolations): Promise<LedgerCheck> {
  const checkAll = async (db: Db): Promise<LedgerCheck> => {
    // What another instance stores later must know of these findings.
    await db.rows('select pg_advisory_xact_lock($1)', [lockKeys.ledgerCheck]);
    return check(db, more, await lastCheck(db), true);
  };
  return database.within(platformScope, checkAll, 'ledger check');
}

/** The same, unless another instance checked recently or is checking. */
export function checkLedgerIfDue(
  database: Database,
  everyMs: number,
  more?: MoreViolations,
): Promise<LedgerCheck | null> {
  const checkIfDue = async (db: Db): Promise<LedgerCheck | null> => {
    const row = await db.row<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
      lockKeys.ledgerCheck,
    ]);
    const last = await lastCheck(db);
    const isDue = !last || last.finishedAt.getTime() <= databaseNow() - everyMs;
    return row?.mine && isDue ? check(db, more, last, isFullDue(last)) : null;
  };
  return database.within(platformScope, checkIfDue, 'ledger check');
}

export function readLastCheck(database: Database): Promise<LedgerCheck | null> {
  return database.within(platformScope, lastCheck);
}

/** Once a day, and again until nothing is found: a check of what is recent does not see what was found before that. */
function isFullDue(last: StoredCheck | null): boolean {
  if (!last?.fullAt || last.violations.length > 0) return true;
  return kampalaDay(last.fullAt.getTime()) !== kampalaDay(databaseNow());
}

async function check(
  db: Db,
  more: MoreViolations | undefined,
  last: StoredCheck | null,
  isFull: boolean,
): Promise<LedgerCheck> {
  const began = performance.now();
  const violations = [...(await findViolations(db)), ...((await more?.(db, isFull)) ?? [])];
  const row = await db.row<CheckRow>(
    `insert into ledger_checks (finished_at, duration_ms, entries, violations, full_at)
     values (clock_timestamp(), $1, (select coalesce(sum(entry_count), 0) from accounts), $2,
       case when $3 then clock_timestamp() else $4 end)
     returning ${columns}`,
    [
      Math.round(performance.now() - began),
      JSON.stringify(violations),
      isFull && more !== undefined,
      more === undefined ? null : (last?.fullAt ?? null),
    ],
  );
  if (!row) throw new Error('A check that was written is there');
  return toCheck(row);
}

interface StoredCheck extends LedgerCheck {
  /** When all of what else is checked was checked last. Null: not known, as of a server that did not store it. */
  readonly fullAt: Date | null;
}

interface CheckRow {
  readonly finished_at: Date;
  readonly duration_ms: number;
  readonly entries: string;
  readonly violations: Violation[];
  readonly full_at: Date | null;
}

const columns = 'finished_at, duration_ms, entries, violations, full_at';

async function lastCheck(db: Db): Promise<StoredCheck | null> {
  const row = await db.row<CheckRow>(
    `select ${columns} from ledger_checks order by id desc limit 1`,
  );
  return row ? toCheck(row) : null;
}

function toCheck(row: CheckRow): StoredCheck {
  return {
    finishedAt: row.finished_at,
    durationMs: row.duration_ms,
    entries: Number(row.entries),
    violations: row.violations,
    fullAt: row.full_at,
  };
}
