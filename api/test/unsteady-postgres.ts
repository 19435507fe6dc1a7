import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { clusterDirOf } from '../src/db/embedded/cluster.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/db/embedded/launcher.ts';

/** A PostgreSQL of its own, with the production settings, that a test puts through trouble. */
export interface UnsteadyPostgres {
  readonly url: string;
  stop(): Promise<void>;
  /** kill -9; the server recovers when it is started. */
  kill(): Promise<void>;
  /** On the same port, so that clients reconnect. */
  start(): Promise<void>;
  /** The server and all its processes stand still, connections stay open. */
  freeze(): void;
  thaw(): void;
  /** As a server that was demoted: reads succeed, writes fail. */
  setReadOnly(isReadOnly: boolean): Promise<void>;
  remove(): Promise<void>;
}

export async function startUnsteadyPostgres(): Promise<UnsteadyPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sente-unsteady-'));
  const start = (port?: number): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir, log: () => {}, ...(port !== undefined && { port }) });
  let server = await start();
  const { url, port } = server;
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
    const postmaster = postmasterPid(dataDir);
    const children = execFileSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' });
    for (const pid of [postmaster, ...children.trim().split('\n').map(Number)]) {
      process.kill(pid, signal);
    }
  };
  return {
    url,
    stop: () => server.stop(),
    async kill() {
      const gone = new Promise<string>((resolve) => server.onExit(resolve));
      process.kill(postmasterPid(dataDir), 'SIGKILL');
      await gone;
    },
    async start() {
      server = await start(port);
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async setReadOnly(isReadOnly) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('set default_transaction_read_only = off');
      await client.query(`alter system set default_transaction_read_only = ${isReadOnly}`);
      await client.query('select pg_reload_conf()');
      await client.end();
    },
    async remove() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
    },
  };
}

function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(clusterDirOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0]);
}
