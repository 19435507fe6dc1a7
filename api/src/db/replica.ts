import { databaseNow } from './clock.ts';
import type { Database, ReplicaStatus } from './database.ts';
import { DatabaseTimeout, DatabaseUnavailable, sqlState, WrongServer } from './database-errors.ts';
import { limited } from './probe.ts';

export interface ReplicaOptions {
  /** Opens a pool of so many connections to the replica. */
  readonly open: (poolSize: number) => Database;
  readonly poolSize: number;
  /** Data that is older is not shown. */
  readonly mostLagMs: number;
  /** Of the schema that the statements are written for. */
  readonly version: number;
}

interface Look {
  readonly state: ReplicaStatus['state'];
  /** Null if unknown. */
  readonly lagMs: number | null;
  readonly at: number;
}

const lookEveryMs = 1_000;

/**
 * Sends readings to a replica while it is fit: it follows the primary, has all migrations, and shows what the primary
 * wrote at most some seconds ago. That is measured by what arrives, with one clock: the primary writes the time every
 * second, and the replica is asked for it. So it does not matter why it lags.
 */
export function withReplica(
  primary: Database,
  { open, poolSize, mostLagMs, version }: ReplicaOptions,
): Database {
  let replica = open(poolSize);
  // Of its own: many reports at once say nothing about the replica.
  let looking = open(1);
  let last: Look = { state: 'unreachable', lagMs: null, at: performance.now() };
  const answered = { replica: 0, primary: 0 };
  /** Who waits for the replica now. */
  const waiting = new Set<(reason: Error) => void>();

  const lagMs = () => last.lagMs && last.lagMs + performance.now() - last.at;
  const isFit = () => last.state === 'ok' && (lagMs() ?? Infinity) <= mostLagMs;
  const note = async (look: Look): Promise<void> => {
    last = look;
    if (look.state === 'ok') return;
    for (const giveUp of waiting) giveUp(new DatabaseUnavailable(new Error(look.state)));
    if (look.state !== 'not a replica') return;
    // The same name may lead to another server by now.
    const former = [replica, looking];
    [replica, looking] = [open(poolSize), open(1)];
    await Promise.all(former.map((pool) => pool.close()));
  };
  const beat = limited(
    () => primary.unscoped.row('select from readiness_check()').catch(() => undefined),
    undefined,
  );
  const look = limited(() => lookAt(looking, version, mostLagMs), undefined);
  const turn = async (): Promise<void> => {
    void beat();
    const found = await look();
    await note(found ?? { state: 'does not answer', lagMs: null, at: performance.now() });
  };
  const timer = setInterval(() => void turn().catch(() => {}), lookEveryMs);
  timer.unref();
  void turn().catch(() => {});

  /** Gives up when the replica is found to be of no use. */
  const unlessLost = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.add(reject);
      void work.then(resolve, reject).finally(() => waiting.delete(reject));
    });

  return {
    ...primary,
    reading: async (scope, work, longWork) => {
      if (isFit() && !scope.isFresh) {
        try {
          const result = await unlessLost(replica.within(scope, work, longWork));
          answered.replica++;
          return result;
        } catch (error) {
          // What takes too long there takes too long everywhere.
          if (sqlState(error) === tookTooLong) throw error;
          // In all else the primary has the last word: what is not found may only not have arrived.
        }
      }
      answered.primary++;
      return primary.within(scope, work, longWork);
    },
    replica: () => {
      const lag = lagMs();
      const state = last.state === 'ok' && !isFit() ? 'lags' : last.state;
      return { state, lagSeconds: lag === null ? null : lag / 1000, answered: { ...answered } };
    },
    async close() {
      clearInterval(timer);
      await Promise.all([primary, replica, looking].map((pool) => pool.close()));
    },
  };
}

interface CheckRow {
  readonly is_replica: boolean;
  readonly version: number;
  readonly checked_at_ms: number;
}

const tookTooLong = '57014';
/** Undefined function: it has not got the last migration yet. */
const missing = '42883';

async function lookAt(replica: Database, version: number, mostLagMs: number): Promise<Look> {
  const at = performance.now();
  try {
    const row = await replica.unscoped.row<CheckRow>('select * from replica_check()');
    if (!row) throw new Error('The check returns a row');
    const lagMs = Math.max(0, databaseNow() - row.checked_at_ms);
    return { state: stateOf(row, lagMs, version, mostLagMs), lagMs, at };
  } catch (error) {
    return { state: stateAfter(error), lagMs: null, at };
  }
}

function stateOf(row: CheckRow, lagMs: number, version: number, mostLagMs: number): Look['state'] {
  if (!row.is_replica) return 'not a replica';
  if (row.version < version) return 'not migrated';
  return lagMs <= mostLagMs ? 'ok' : 'lags';
}

function stateAfter(error: unknown): Look['state'] {
  if (sqlState(error) === missing) return 'not migrated';
  if (error instanceof WrongServer) return 'not a replica';
  if (error instanceof DatabaseTimeout) return 'does not answer';
  return 'unreachable';
}
