import pg from 'pg';
import { beginStatement, type Scope } from './scope.ts';

/** The only handle that queries get. Inside a transaction nothing else is reachable. */
export interface Db {
  /** `name` prepares the statement once per connection, for frequent statements. */
  rows<Row extends object>(sql: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  row<Row extends object>(
    sql: string,
    values?: readonly unknown[],
    name?: string,
  ): Promise<Row | undefined>;
}

export interface Database {
  /** Runs one business action in a transaction. */
  within<T>(scope: Scope, work: (db: Db) => Promise<T>): Promise<T>;
  /** A single statement that needs no tenant: a definer function, a liveness probe. */
  unscoped: Db;
  poolStatus(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  /** Null connects as the owner: migrations, demo data. */
  readonly role: 'sente_app' | null;
  readonly onIdleError: (error: Error) => void;
}

/** The server could not be reached or closed the connection; the commit state is unknown. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** Serialization failure and deadlock: the same work, run again, can succeed. */
const retryable = new Set(['40001', '40P01']);
const maxAttempts = 4;

export function openDatabase(options: DatabaseOptions): Database {
  const settings = [
    `set statement_timeout = ${options.statementTimeoutMs}`,
    // A process that hangs inside a transaction must not keep its locks forever.
    "set idle_in_transaction_session_timeout = '15s'",
    "set timezone = 'UTC'",
    ...(options.role ? [`set role ${options.role}`] : []),
  ];
  // The pool waits for this and discards a connection on which it fails. Not passed as start-up
  // options, because options in the connection string would silently replace them.
  const prepare: (client: pg.ClientBase) => unknown = (client) => client.query(settings.join('; '));
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: 'sente',
    connectionTimeoutMillis: 5_000,
    onConnect: prepare,
  });
  // Without a listener, a connection that breaks while idle would end the process.
  pool.on('error', options.onIdleError);

  return {
    within: async (scope, work) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await runTransaction(pool, beginStatement(scope, options.role), work);
        } catch (error) {
          if (attempt >= maxAttempts || !retryable.has(sqlState(error) ?? '')) throw error;
        }
      }
    },
    unscoped: dbOn(pool),
    poolStatus: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

async function runTransaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch(asUnavailable);
  let broken: Error | undefined;
  // A connection can break between two statements; without a listener that would end the process.
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query(begin);
    const result = await work(dbOn(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.off('error', onError);
    // A client that could not roll back must not serve anyone else.
    client.release(broken);
  }
}

function dbOn(client: pg.Pool | pg.PoolClient): Db {
  const rows = async <Row extends object>(
    sql: string,
    values: readonly unknown[] = [],
    name?: string,
  ) => {
    const statement = { text: sql, values: [...values], ...(name && { name }) };
    const result = await client.query<Row>(statement).catch(asUnavailable);
    return result.rows;
  };
  return {
    rows,
    row: async <Row extends object>(sql: string, values?: readonly unknown[], name?: string) =>
      (await rows<Row>(sql, values, name))[0],
  };
}

/** Any error that the server did not report is a connection failure. */
function asUnavailable(error: unknown): never {
  throw error instanceof pg.DatabaseError ? error : new DatabaseUnavailable(error);
}

export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** The violated unique constraint or index, so that a service can report which value is taken. */
export function violatedUnique(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined;
}
