import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { briefLimits } from '../limits.ts';
import { clusterDirOf, ownerUrl, type Installation } from './cluster.ts';
import { pathForServer, runAs } from './server-user.ts';
import { errorCode, explainOutput, StartError } from './start-error.ts';

/** Recovery after a crash reads at most max_wal_size, but a slow disk may need a while for it. */
const READY_WITHIN_MS = 180_000;
/** How long the workers of a killed server may take to notice that it is gone. */
const RETRY_WITHIN_MS = 30_000;
/** If another process has the port, our server exits soon; if it does not, something is wrong. */
const STRANGER_LEAVES_WITHIN_MS = 5_000;
const STOP_WITHIN_MS = 30_000;
const OUTPUT_KEPT = 4_000;

export type Settings = Readonly<Record<string, string>>;

/**
 * The shell starts the server and waits for it. Its helper reads our pipe, which carries nothing
 * but closes when Node exits, even by kill -9; then the server gets SIGINT, its fast stop. The
 * shell exits with the server, so that we notice a server that died.
 */
const WATCHDOG = `
exec 3<&0
"$@" 3<&- & server=$!
{ while read -r _ <&3; do :; done; kill -INT "$server"; } & guard=$!
wait "$server"; code=$?
kill "$guard" 2>/dev/null
exit "$code"
`;

type Watchdog = ChildProcessByStdio<Writable, Readable, Readable>;

export interface RunningServer {
  readonly port: number;
  /** Resolves with the server's last output when it has exited, intentionally or not. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** Starts the server and waits until it answers; retries while the port or old workers block it. */
export async function runServer(
  installation: Installation,
  settings: Settings,
  wishedPort: number | undefined,
): Promise<RunningServer> {
  const giveUpAt = Date.now() + RETRY_WITHIN_MS;
  for (;;) {
    const server = spawnServer(installation, settings, await choosePort(wishedPort));
    const failure = await Promise.race([answered(server, installation), server.ended]);
    if (failure === null) return server;
    await server.stop();
    // Another process took the port after the check, or the workers of a killed server still hold
    // its memory.
    const passing = /Address already in use|pre-existing shared memory block|is another postmaster/;
    if (!passing.test(failure) || Date.now() > giveUpAt) {
      throw explainOutput('Starting the embedded database', failure, installation.dataDir);
    }
    await sleep(200);
  }
}

/** Runs the server until its recovery has ended, and stops it. */
export async function recover(installation: Installation, settings: Settings): Promise<void> {
  let finished = (): void => {};
  const recovered = new Promise<null>((resolve) => (finished = () => resolve(null)));
  const log = (line: string): void => {
    installation.log(line);
    if (line.includes('database system is ready to accept connections')) finished();
  };
  const server = spawnServer({ ...installation, log }, settings, await choosePort());
  const failure = await Promise.race([recovered, server.ended]);
  await server.stop();
  if (failure !== null) throw explainOutput('The recovery', failure, installation.dataDir);
}

function spawnServer(installation: Installation, settings: Settings, port: number): RunningServer {
  const { dataDir, nativeDir, user, log } = installation;
  const clusterDir = clusterDirOf(dataDir);
  const options = {
    ...settings,
    port: String(port),
    listen_addresses: '127.0.0.1',
    'sente.cluster': clusterDir, // so that a later start knows this server by its command line
  };
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const program = [
    join(nativeDir, 'bin', 'postgres'),
    '-D',
    pathForServer(user, clusterDir),
    ...args,
  ];
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'sente-postgres', ...program], {
    ...runAs(user, clusterDir),
    detached: true, // Ctrl-C reaches Node only; the database goes last
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = watch(watchdog, log);
  return { port, ended, stop: () => stop(watchdog, ended) };
}

/** Forwards the server's output, keeps the last lines, and resolves when it has exited. */
function watch(watchdog: Watchdog, log: (line: string) => void): Promise<string> {
  let output = '';
  for (const stream of [watchdog.stdout, watchdog.stderr]) {
    let unfinished = '';
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-OUTPUT_KEPT);
      const lines = (unfinished + chunk.toString()).split('\n');
      unfinished = lines.pop() ?? '';
      for (const line of lines) if (line) log(line);
    });
  }
  watchdog.stdin.on('error', () => {}); // the pipe breaks when the watchdog is killed; `ended`
  // reports it
  return new Promise((resolve) => {
    watchdog.once('error', (error) => resolve(error.message));
    watchdog.once('exit', () => {
      watchdog.stdin.destroy();
      // The last output may still be in the pipe, which exiting workers can keep open.
      void Promise.race([once(watchdog, 'close'), sleep(500)]).then(() => resolve(output));
    });
  });
}

async function stop(watchdog: Watchdog, ended: Promise<string>): Promise<void> {
  watchdog.stdin.end();
  const late = sleep(STOP_WITHIN_MS, 'late', { ref: false });
  if ((await Promise.race([ended, late])) !== 'late') return;
  // Stuck in its last checkpoint: the immediate stop loses nothing, the next start recovers.
  const { pid, exitCode } = watchdog;
  if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGQUIT');
  await ended;
}

/** Null if our server answers; otherwise the reason why it cannot. */
async function answered(server: RunningServer, installation: Installation): Promise<string | null> {
  const startedAt = Date.now();
  let ended = false;
  void server.ended.then(() => (ended = true));
  while (!ended) {
    const refusal = await probe(installation.dataDir, server.port);
    if (refusal === null) return null;
    const patienceMs = refusal.fromStranger ? STRANGER_LEAVES_WITHIN_MS : READY_WITHIN_MS;
    if (Date.now() - startedAt > patienceMs) return refusal.message;
    await sleep(20);
  }
  return server.ended;
}

interface Refusal {
  readonly message: string;
  /**
   * Not our server, or not our password. Other errors pass: no listener yet, or recovery (57P03).
   */
  readonly fromStranger: boolean;
}

async function probe(dataDir: string, port: number): Promise<Refusal | null> {
  const client = new pg.Client({
    ...briefLimits,
    connectionString: ownerUrl(dataDir, port, 'postgres'),
  });
  client.on('error', () => {}); // a connection cut later on must not end the process
  try {
    await client.connect();
    const { rows } = await client.query<{ cluster: string | null }>(
      `select current_setting('sente.cluster', true) as cluster`,
    );
    if (rows[0]?.cluster === clusterDirOf(dataDir)) return null;
    return { message: 'Another PostgreSQL server answers on the port.', fromStranger: true };
  } catch (error) {
    if (error instanceof StartError) throw error;
    const fromStranger = ['28P01', '28000'].includes(errorCode(error) ?? '');
    return { message: error instanceof Error ? error.message : String(error), fromStranger };
  } finally {
    await client.end().catch(() => {});
  }
}

async function choosePort(wished = 0): Promise<number> {
  const listener = createServer();
  listener.listen({ host: '127.0.0.1', port: wished, exclusive: true });
  try {
    await once(listener, 'listening');
  } catch (error) {
    if (wished === 0 || errorCode(error) !== 'EADDRINUSE') throw error;
    return choosePort();
  }
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
