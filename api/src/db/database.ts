import type { Mode } from '@sente/contract/test-mode';
import pg from 'pg';
import { noteDatabaseTime } from './clock.ts';
import { asUnavailable, DatabaseUnavailable, sqlState, WrongServer } from './database-errors.ts';
import { clientLimitMs, longWorkMs, poolLimits, type LongWork } from './limits.ts';
import { beginStatement, type Scope } from './scope.ts';

/** What a transaction changed, for whoever looks at it now. */
export type Change =
  /** Seen by the company and by staff; by staff alone without a company. */
  | { readonly topic: 'money' | 'approvals'; readonly companyId: string | null }
  /** The same; without a company the payouts of all companies were stopped, or go on, and everybody sees it. */
  | { readonly topic: 'brakes'; readonly companyId: string | null }
  /** Seen by one person. Of `sessions` nothing is said: the streams end, and who may still listen comes back. */
  | { readonly topic: 'news' | 'sessions'; readonly userId: string };

/** The only handle that queries get. Inside a transaction nothing else is reachable. */
export interface Db {
  /**
   * `name` prepares the statement once per connection, for frequent statements; one that is no call of a function
   * only `isByIndex`.
   */
  rows<Row extends object>(sql: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  row<Row extends object>(
    sql: string,
    values?: readonly unknown[],
    name?: string,
  ): Promise<Row | undefined>;
  /** Told after the commit, and not if it is rolled back. */
  changed(change: Change): void;
  /** Whether rows are found by index only, so that a plan may be kept whenever it was made. */
  readonly isByIndex: boolean;
  /** The world that this database holds. */
  readonly mode: Mode;
}

type RunWork = <T>(scope: Scope, work: (db: Db) => Promise<T>, longWork?: LongWork) => Promise<T>;

/** The replica as operators see it. */
export interface ReplicaStatus {
  readonly state:
    | 'ok'
    | 'lags'
    | 'not a replica'
    | 'not migrated'
    | 'does not answer'
    | 'unreachable';
  /** How old its data is at most; null if unknown. */
  readonly lagSeconds: number | null;
  /** Readings since the start, by where they were answered. */
  readonly answered: { readonly replica: number; readonly primary: number };
}

export interface Database {
  /** Runs one business action in a transaction. Work that may take long names itself. */
  within: RunWork;
  /**
   * Reads what may be some seconds old, on a replica if one is fit for it. The work only reads, and may run a second
   * time, on the primary. Nothing is written because of what it found.
   */
  reading: RunWork;
  /** Null without a replica. */
  replica(): ReplicaStatus | null;
  /** A single statement that needs no tenant: a definer function, a liveness probe. */
  unscoped: Db;
  /** What committed transactions have changed. */
  onCommitted(listener: (changes: readonly Change[]) => void): void;
  poolStatus(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  /** Null connects as the owner: migrations, demo data. */
  readonly role: 'sente_app' | 'sente_watcher' | null;
  readonly onIdleError: (error: Error) => void;
  /** Live by default. */
  readonly mode?: Mode;
  /** A server that follows another one, and no other. */
  readonly isReplica?: boolean;
}

/** Serialization failure and deadlock: the same work, run again, can succeed. */
const retryable = new Set(['40001', '40P01']);
const maxAttempts = 4;

export function openDatabase(options: DatabaseOptions): Database {
  const { mode = 'live', isReplica = false } = options;
  const settings = [
    `set statement_timeout = ${options.statementTimeoutMs}`,
    // A process that hangs inside a transaction must not keep its locks forever.
    "set idle_in_transaction_session_timeout = '15s'",
    "set timezone = 'UTC'",
    // What is confirmed is on disk, and on the standby where the server waits for one, whatever the login was told.
    // Stronger settings stay. A server that does not sync at all is one of tests.
    `select set_config('synchronous_commit', 'on', false)
     where current_setting('synchronous_commit') in ('off', 'local') and current_setting('fsync') = 'on'`,
    ...(isReplica ? ['set default_transaction_read_only = on'] : []),
    // Before PostgreSQL 18 a plan without sequential scans looks expensive enough to compile, which takes
    // longer than any of our statements.
    'set jit = off',
    ...(options.role ? [`set role ${options.role}`] : []),
  ];
  // The pool waits for this and discards a connection on which it fails. Not passed as start-up
  // options, because options in the connection string would silently replace them.
  const onConnect: (client: pg.ClientBase) => unknown = (client) =>
    prepare(client, settings, isReplica);
  const pool = new pg.Pool({
    ...poolLimits(options.statementTimeoutMs),
    connectionString: options.url,
    max: options.poolSize,
    application_name: isReplica ? 'sente reports' : 'sente',
    onConnect,
  });
  // Without listeners, a connection that breaks while idle would end the process, and so would one that
  // breaks in the moment in which the pool hands it over.
  pool.on('error', options.onIdleError);
  pool.on('connect', (client) => client.on('error', () => {}));

  const listeners: ((changes: readonly Change[]) => void)[] = [];
  const tell = (changes: readonly Change[]): void => {
    if (changes.length > 0) for (const listener of listeners) listener(changes);
  };

  const within: RunWork = async (scope, work, longWork) => {
    const begin = beginStatement(scope, options.role, longWork);
    const limitMs = longWork && clientLimitMs(longWorkMs[longWork]);
    for (let attempt = 1; ; attempt++) {
      try {
        const changes: Change[] = [];
        const { isByIndex = false } = scope;
        const transaction = { begin, work, limitMs, changes, world: { mode, isByIndex } };
        const result = await runTransaction(pool, transaction);
        tell(changes);
        return result;
      } catch (error) {
        if (attempt >= maxAttempts || !retryable.has(sqlState(error) ?? '')) throw error;
      }
    }
  };
  return {
    within,
    reading: within,
    replica: () => null,
    unscoped: dbWith(sendOn(pool), { mode, isByIndex: false }, (change) => tell([change])),
    onCommitted: (listener) => void listeners.push(listener),
    poolStatus: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

/**
 * A standby is refused: it cannot write, and after a failover the name of the server leads to the new
 * primary. Where reports are read, what is no standby any more is refused: nobody may follow it.
 */
async function prepare(
  client: pg.ClientBase,
  settings: readonly string[],
  isReplica: boolean,
): Promise<void> {
  await client.query(settings.join('; '));
  const sentAt = Date.now();
  const { rows } = await client.query<{ is_standby: boolean; ms: number }>(
    `select pg_is_in_recovery() as is_standby,
       extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
  );
  const [server] = rows;
  if (server?.is_standby !== isReplica) {
    throw new WrongServer(new Error(`This is ${isReplica ? 'no' : 'a'} standby`));
  }
  // There is one clock: the primary's.
  if (!isReplica) noteDatabaseTime(server.ms, sentAt);
}

interface Transaction<T> {
  readonly begin: string;
  readonly work: (db: Db) => Promise<T>;
  readonly limitMs: number | undefined;
  readonly changes: Change[];
  readonly world: World;
}

type World = Pick<Db, 'mode' | 'isByIndex'>;

async function runTransaction<T>(
  pool: pg.Pool,
  { begin, work, limitMs, changes, world }: Transaction<T>,
): Promise<T> {
  const client = await pool.connect().catch(asUnavailable);
  let broken: Error | undefined;
  // A connection can break between two statements; without a listener that would end the process.
  const onBreak = (error: Error): void => {
    broken ??= error;
  };
  client.on('error', onBreak);
  const send = sendOn(client, limitMs, onBreak);
  try {
    await send({ text: begin });
    const result = await work(dbWith(send, world, (change) => void changes.push(change)));
    if (broken) throw new DatabaseUnavailable(broken);
    await send({ text: 'commit' });
    return result;
  } catch (error) {
    // On a broken connection it would only wait once more; the server rolls back by itself.
    if (!broken) await send({ text: 'rollback' }).catch(onBreak);
    throw error;
  } finally {
    client.off('error', onBreak);
    // Nobody else gets a connection that broke or could not roll back.
    client.release(broken);
  }
}

type Send = <Row extends object>(statement: pg.QueryConfig) => Promise<pg.QueryResult<Row>>;

/** Every statement, `begin` and `commit` included, takes the same path for errors. */
function sendOn(
  client: pg.Pool | pg.PoolClient,
  limitMs?: number,
  onBreak: (error: Error) => void = () => {},
): Send {
  const limit = limitMs === undefined ? {} : { query_timeout: limitMs };
  return async <Row extends object>(statement: pg.QueryConfig) => {
    try {
      return await client.query<Row>({ ...statement, ...limit }).catch(asUnavailable);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) onBreak(error);
      throw error;
    }
  };
}

function dbWith(send: Send, world: World, changed: Db['changed']): Db {
  const rows = async <Row extends object>(
    sql: string,
    values: readonly unknown[] = [],
    name?: string,
  ) => (await send<Row>({ text: sql, values: [...values], ...(name && { name }) })).rows;
  return {
    ...world,
    changed,
    rows,
    row: async <Row extends object>(sql: string, values?: readonly unknown[], name?: string) =>
      (await rows<Row>(sql, values, name))[0],
  };
}

/** Balances, payments or transactions of these companies have changed. */
export function moneyMoved(db: Db, of: readonly { readonly companyId: string }[]): void {
  for (const companyId of new Set(of.map((one) => one.companyId))) {
    db.changed({ topic: 'money', companyId });
  }
}
