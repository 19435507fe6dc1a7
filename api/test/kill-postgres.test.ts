import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { openDatabase, type Db } from '../src/db/database.ts';
import { clusterDirOf } from '../src/db/embedded/cluster.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/db/embedded/launcher.ts';
import { migrate } from '../src/db/migrate.ts';
import { createLedger } from '../src/ledger/ledger.ts';
import { killTimeoutMs, kills } from './kills.ts';
import { brokenPromises, createTargets, keepPosting, openOwner } from './promises.ts';
import { platformDb } from './platform-db.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sente-kill-'));
let server: EmbeddedPostgres | undefined;

afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
});

/** The production settings, including fsync. The port stays the same, so that clients reconnect. */
const start = (port?: number) =>
  startEmbeddedPostgres({ dataDir, log: () => {}, ...(port !== undefined && { port }) });

function postmasterPid(): number {
  return Number(readFileSync(join(clusterDirOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function backendPid(db: Db): Promise<number> {
  const row = await db.row<{ pid: number }>(
    "select pid from pg_stat_activity where query like '%ledger_post%' and pid <> pg_backend_pid() limit 1",
  );
  if (!row) throw new Error('Nothing is being posted');
  return row.pid;
}

it(
  `keeps every promise exactly once through ${kills.postgres} kill -9 of PostgreSQL`,
  { timeout: killTimeoutMs },
  async () => {
    server = await start();
    const { url, port } = server;
    await migrate(url, () => {});
    const arranging = openOwner(url);
    const owner = platformDb(arranging);
    const targets = await createTargets(owner, 10);

    const database = openDatabase({
      url,
      poolSize: 8,
      statementTimeoutMs: 5_000,
      role: 'sente_app',
      onIdleError: () => {},
    });
    const ledger = createLedger(database);
    const promised = new Map<number, number>();
    let heard = 0;
    let stopped = false;
    const writers = Array.from({ length: 40 }, (_, writer) =>
      keepPosting(ledger, targets, writer, {
        from: 0,
        onPromise: (n) => {
          promised.set(writer, n + 1);
          heard++;
        },
        stop: () => stopped,
      }),
    );
    for (let kill = 1; kill <= kills.postgres; kill++) {
      const before = heard;
      while (heard < before + 200 + kill * 13) await sleep(5);
      if (kill % 2 === 0) {
        // One backend process: the server disconnects all clients and recovers.
        process.kill(await backendPid(owner), 'SIGKILL');
        continue;
      }
      const gone = new Promise<string>((resolve) => server?.onExit(resolve));
      process.kill(postmasterPid(), 'SIGKILL');
      await gone;
      server = await start(port);
    }
    const before = heard;
    while (heard < before + 200) await sleep(5);
    stopped = true;
    await Promise.all(writers);
    await database.close();
    await arranging.close();
    expect(await brokenPromises(url, targets, promised)).toEqual([]);
  },
);
