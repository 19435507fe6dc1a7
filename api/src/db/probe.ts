import { setTimeout } from 'node:timers/promises';
import { noteDatabaseTime } from './clock.ts';
import type { Database } from './database.ts';
import { DatabaseTimeout, sqlState } from './database-errors.ts';

/** The state of the database as operators see it. */
export interface DatabaseProbe {
  readonly state:
    | 'ok'
    | 'not migrated'
    /** A newer version has taken away what this one needs. */
    | 'too new'
    | 'read-only'
    | 'disk full'
    | 'does not answer'
    | 'unreachable';
  /** Null if unknown. */
  readonly oldestJobSeconds: number | null;
  readonly notices: { readonly proven: number; readonly unproven: number } | null;
}

interface ProbeRow {
  readonly version: number;
  readonly needs: number | null;
  readonly clock_ms: number;
  readonly oldest_job_seconds: number;
  readonly proven_notices: number;
  readonly unproven_notices: number;
}

/** A load balancer waits a few seconds for an answer, however the database hangs. */
const answerWithinMs = 1_500;
/** The write is not repeated more often. */
const freshForMs = 1_000;

/** Writes to the database and reads its clock. Never rejects, and returns in limited time. */
export function createDatabaseProbe(
  database: Database,
  expectedVersion: number,
): () => Promise<DatabaseProbe> {
  let last: { readonly probe: DatabaseProbe; readonly at: number } | undefined;
  const probe = limited(
    async () => {
      const found = await look(database, expectedVersion);
      last = { probe: found, at: performance.now() };
      return found;
    },
    { ...nothingKnown, state: 'does not answer' } as const,
  );
  return async () =>
    last?.probe.state === 'ok' && performance.now() - last.at < freshForMs ? last.probe : probe();
}

/**
 * Work that callers share while it is under way, so that calls do not pile up on a database that
 * hangs. Each caller gets the other value after a short wait.
 */
export function limited<T>(work: () => Promise<T>, otherwise: T): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined;
    });
    return Promise.race([underWay, setTimeout(answerWithinMs, otherwise, { ref: false })]);
  };
}

const nothingKnown = { oldestJobSeconds: null, notices: null };

async function look(database: Database, expectedVersion: number): Promise<DatabaseProbe> {
  try {
    const sentAt = Date.now();
    const row = await database.unscoped.row<ProbeRow>('select * from readiness_check()');
    if (!row) throw new Error('The check returns a row');
    noteDatabaseTime(row.clock_ms, sentAt);
    return {
      state: stateOf(row, expectedVersion),
      oldestJobSeconds: row.oldest_job_seconds,
      notices: { proven: row.proven_notices, unproven: row.unproven_notices },
    };
  } catch (error) {
    return { ...nothingKnown, state: stateAfter(error) };
  }
}

/** A newer version may have migrated while this one runs: the schema has more than it knows then. */
function stateOf({ version, needs }: ProbeRow, expectedVersion: number): DatabaseProbe['state'] {
  if (version < expectedVersion) return 'not migrated';
  return (needs ?? 0) > expectedVersion ? 'too new' : 'ok';
}

/** Undefined function: an older version migrated this database. */
const missing = '42883';
const readOnly = '25006';
const diskFull = '53100';

function stateAfter(error: unknown): DatabaseProbe['state'] {
  if (sqlState(error) === missing) return 'not migrated';
  if (sqlState(error) === diskFull) return 'disk full';
  if (error instanceof DatabaseTimeout) return 'does not answer';
  return error instanceof Error && sqlState(error.cause) === readOnly ? 'read-only' : 'unreachable';
}
