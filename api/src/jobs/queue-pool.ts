import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { poolLimits } from '../db/limits.ts';
import { queueConnections, type WorkerOptions } from './queue-options.ts';

/** The connections of one queue. */
export interface QueuePool {
  readonly pool: pg.Pool;
  /** Jobs of queues that ended without giving them back can be taken up at once. */
  unlockJobsOf(former: ReadonlySet<string>): Promise<void>;
  /** Closes all connections, also those that the queue still holds or that do not answer. */
  end(): Promise<void>;
}

const statementTimeoutMs = 5_000;
const endWithinMs = 1_000;

type Release = (error?: Error | boolean) => void;
type OnConnected = Parameters<pg.Pool['connect']>[0];

/**
 * A queue that ends while the database owes it the answer to LISTEN releases that connection twice: at its end, and
 * when the statement fails. The second time throws where nobody catches it, which would end the program.
 */
class ForgivingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(onConnected: OnConnected): void;
  override connect(onConnected?: OnConnected): Promise<pg.PoolClient> | void {
    if (!onConnected) return super.connect().then(releasedOnce);
    super.connect((error, client, release) => {
      const once = client && releasedOnce(client);
      // Who got no connection has nothing to give back.
      onConnected(error, once, once ? (failure) => once.release(failure) : release);
    });
  }
}

/** The pool gives each holder another `release`. */
function releasedOnce(client: pg.PoolClient): pg.PoolClient {
  const release: Release = client.release.bind(client);
  let isReleased = false;
  client.release = (error) => {
    if (isReleased) return;
    isReleased = true;
    release(error);
  };
  return client;
}

/**
 * The queue does not wait for its own pool to end and removes its error handlers first: a database
 * that stops right after the worker would crash the program.
 */
export function openQueuePool({ url, logger }: WorkerOptions): QueuePool {
  const sockets = new Set<Socket>();
  // The pool waits for it, and discards a connection on which it fails.
  const onConnect: (client: pg.ClientBase) => unknown = (client) =>
    client.query('set role sente_jobs');
  const pool = new ForgivingPool({
    ...poolLimits(statementTimeoutMs),
    connectionString: url,
    max: queueConnections,
    onConnect,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      return socket;
    },
  });
  const onError = (error: Error) =>
    logger.debug({ err: error }, 'a connection of the job queue broke');
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));

  return {
    pool,
    async unlockJobsOf(former) {
      if (former.size === 0) return;
      await pool.query('select graphile_worker.force_unlock_workers($1)', [[...former]]);
    },
    async end() {
      await Promise.race([pool.end(), setTimeout(endWithinMs, undefined, { ref: false })]);
      for (const socket of sockets) socket.destroy();
    },
  };
}
