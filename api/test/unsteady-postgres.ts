import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { archiveName, takeBaseBackup } from '../src/db/embedded/base-backup.ts';
import { clusterDirOf } from '../src/db/embedded/cluster.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/db/embedded/launcher.ts';
import { createDataDir } from './discard.ts';

/** A PostgreSQL of its own, with the production settings, that a test puts through trouble. */
export interface UnsteadyPostgres {
  readonly url: string;
  readonly dataDir: string;
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

/** With `primary` it is a replica of that server, which follows it. */
export async function startUnsteadyPostgres(primary?: UnsteadyPostgres): Promise<UnsteadyPostgres> {
  const dataDir = createDataDir('sente-unsteady-');
  const settings = primary ? await copyOf(primary, dataDir) : {};
  const start = (port?: number): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({
      dataDir,
      settings,
      log: () => {},
      ...(port !== undefined && { port }),
    });
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
    dataDir,
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

/** A base backup of a running server, as pg_basebackup makes it, that begins to follow it when it is started. */
async function copyOf(primary: UnsteadyPostgres, dataDir: string): Promise<Record<string, string>> {
  const backup = createDataDir('sente-copy-');
  const cluster = clusterDirOf(dataDir);
  mkdirSync(cluster, { recursive: true });
  await takeBaseBackup(primary.url, backup);
  execFileSync('tar', ['-xzf', join(backup, archiveName), '-C', cluster]);
  rmSync(backup, { recursive: true });
  writeFileSync(join(cluster, 'standby.signal'), '');
  cpSync(join(primary.dataDir, 'postgres/password'), join(dataDir, 'postgres/password'));
  const { hostname, port, username, password } = new URL(primary.url);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  return { primary_conninfo: conninfo, wal_retrieve_retry_interval: '100ms' };
}

function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(clusterDirOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0]);
}
