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

/** What else is checked with the ledger, by those who are built on it. */
export type MoreViolations = (db: Db, isFirstOfDay: boolean) => Promise<Violation[]>;

const nothingMore: MoreViolations = async () => [];

/** Checks the whole ledger and stores the result. */
export function checkLedger(database: Database): Promise<LedgerCheck> {
  return database.within(platformScope, (db) => check(db, nothingMore, true), 'ledger check');
}

/** The same, unless another instance checked recently or is checking. */
export function checkLedgerIfDue(
  database: Database,
  everyMs: number,
  more: MoreViolations = nothingMore,
): Promise<LedgerCheck | null> {
  const checkIfDue = async (db: Db): Promise<LedgerCheck | null> => {
    const row = await db.row<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
      lockKeys.ledgerCheck,
    ]);
    const last = await lastCheck(db);
    const isDue = !last || last.finishedAt.getTime() <= databaseNow() - everyMs;
    const isFirstOfDay =
      !last || kampalaDay(last.finishedAt.getTime()) !== kampalaDay(databaseNow());
    return row?.mine && isDue ? check(db, more, isFirstOfDay) : null;
  };
  return database.within(platformScope, checkIfDue, 'ledger check');
}

export function readLastCheck(database: Database): Promise<LedgerCheck | null> {
  return database.within(platformScope, lastCheck);
}

async function check(db: Db, more: MoreViolations, isFirstOfDay: boolean): Promise<LedgerCheck> {
  const began = performance.now();
  const violations = [...(await findViolations(db)), ...(await more(db, isFirstOfDay))];
  const row = await db.row<CheckRow>(
    `insert into ledger_checks (finished_at, duration_ms, entries, violations)
     values (clock_timestamp(), $1, (select coalesce(sum(entry_count), 0) from accounts), $2)
     returning ${columns}`,
    [Math.round(performance.now() - began), JSON.stringify(violations)],
  );
  if (!row) throw new Error('A check that was written is there');
  return toCheck(row);
}

interface CheckRow {
  readonly finished_at: Date;
  readonly duration_ms: number;
  readonly entries: string;
  readonly violations: Violation[];
}

const columns = 'finished_at, duration_ms, entries, violations';

async function lastCheck(db: Db): Promise<LedgerCheck | null> {
  const row = await db.row<CheckRow>(
    `select ${columns} from ledger_checks order by id desc limit 1`,
  );
  return row ? toCheck(row) : null;
}

function toCheck(row: CheckRow): LedgerCheck {
  return {
    finishedAt: row.finished_at,
    durationMs: row.duration_ms,
    entries: Number(row.entries),
    violations: row.violations,
  };
}
