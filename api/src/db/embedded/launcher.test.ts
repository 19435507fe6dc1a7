import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './launcher.ts';
import { identify } from './process-identity.mjs';
import { StartError } from './start-error.ts';

const root = mkdtempSync(join(tmpdir(), 'sente-launcher-'));
chmodSync(root, 0o755);
/** Created once and shared by most tests, because initdb takes most of a second. */
const used = join(root, 'used');
const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';

let servers: EmbeddedPostgres[] = [];
let children: ChildProcess[] = [];

beforeAll(async () => {
  const umask = process.umask(0o077);
  const server = await start(used);
  process.umask(umask);
  await query(server.url, 'create table kept (value int)', 'insert into kept values (42)');
  await server.stop();
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
  children = [];
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the embedded PostgreSQL', () => {
  it('starts under umask 077 with a private password, and syncs to disk', async () => {
    const server = await start(used);
    expect(server.url).toMatch(/^postgres:\/\/owner:[\w-]{32}@127\.0\.0\.1:\d+\/sente$/);
    expect(statSync(join(used, 'postgres', 'password')).mode & 0o777).toBe(0o600);
    expect(await query(server.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    expect(await query(server.url, 'show shared_buffers')).toEqual([{ shared_buffers: '128MB' }]);
  });

  it('keeps its data from one start to the next', async () => {
    const server = await start(used);
    expect(await query(server.url, 'select value from kept')).toEqual([{ value: 42 }]);
  });

  it.each([
    ['empty', () => ''],
    ['naming a stranger', () => `${process.pid}\n/nowhere\n`],
    ['naming a zombie', async () => `${await makeZombie()}\n/nowhere\n`],
    ['naming nobody', () => '999999999\n/nowhere\n'],
  ])('starts over a postmaster.pid that is %s', async (_, content) => {
    const { uid, gid } = statSync(join(used, 'postgres', 'cluster'));
    writeFileSync(pidFile(used), await content(), { mode: 0o600 });
    chownSync(pidFile(used), uid, gid);
    const server = await start(used);
    expect(await query(server.url, 'select value from kept')).toEqual([{ value: 42 }]);
  });

  it('removes what a killed first start left behind', async () => {
    const dataDir = join(root, 'half-made');
    mkdirSync(join(dataDir, 'postgres.unfinished-abc', 'cluster', 'base'), { recursive: true });
    mkdirSync(join(dataDir, 'postgres', 'cluster', 'base'), { recursive: true });
    await start(dataDir);
    expect(readdirSync(dataDir).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  it('refuses a second process on the same folder', async () => {
    await start(used);
    await expect(start(used)).rejects.toThrow(
      new StartError(
        `Sente is already running on this data folder (pid ${process.pid}). ` +
          'Stop it first, or set SENTE_DATA to another folder.',
      ),
    );
  });

  it('refuses a folder of another PostgreSQL version', async () => {
    const dataDir = copyOfUsed('old-version');
    writeFileSync(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '15\n');
    await expect(start(dataDir)).rejects.toThrow(
      /was made by PostgreSQL 15, and this is PostgreSQL 18/,
    );
    expect(existsSync(join(dataDir, 'sente.lock'))).toBe(false);
  });

  it('uses another port when the configured one is taken', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port } = squatter.address() as AddressInfo;
    const server = await startEmbeddedPostgres({ dataDir: used, port, log });
    servers.push(server);
    squatter.close();
    expect(server.port).not.toBe(port);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('notices that the server died and restarts it on its port', async () => {
    const dataDir = copyOfUsed('killed-server');
    const server = await start(dataDir);
    const died = new Promise((resolve) => server.onExit(resolve));
    process.kill(serverPid(dataDir), 'SIGKILL');
    await died;
    const again = await startEmbeddedPostgres({ dataDir, port: server.port, log });
    servers.push(again);
    expect(again.port).toBe(server.port);
    expect(await query(again.url, 'select value from kept')).toEqual([{ value: 42 }]);
  });

  it('loses no commit and leaves no server running when Node is killed', async () => {
    const dataDir = copyOfUsed('killed-node');
    const { node, acknowledged } = await startWriter(dataDir);
    const orphan = serverPid(dataDir);
    node.kill('SIGKILL');
    await once(node, 'exit');
    await vi.waitFor(() => expect(identify(orphan)).toBeNull(), 5_000);

    const server = await start(dataDir);
    const [{ count } = { count: 0 }] = await query(server.url, 'select count(*)::int from written');
    expect(count).toBeGreaterThanOrEqual(acknowledged());
    expect(acknowledged()).toBeGreaterThan(20);
  });

  it.runIf(isLinux)('stops a server that outlived its Node process and its watchdog', async () => {
    const dataDir = copyOfUsed('orphan');
    const { node } = await startWriter(dataDir);
    const orphan = serverPid(dataDir);
    const watchdog = parentOf(orphan);
    // The watchdog and its helper are stopped before they can act; only the server continues.
    process.kill(-watchdog, 'SIGSTOP');
    node.kill('SIGKILL');
    await once(node, 'exit');
    process.kill(orphan, 'SIGCONT');
    expect(identify(orphan)).not.toBeNull();

    const server = await start(dataDir);
    expect(identify(orphan)).toBeNull();
    expect(await query(server.url, 'select value from kept')).toEqual([{ value: 42 }]);
    process.kill(-watchdog, 'SIGKILL');
  });

  it.runIf(isRoot)('works as root under a folder that no other user may enter', async () => {
    const closed = join(root, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const server = await start(join(closed, 'data'));
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(statSync(join(closed, 'data', 'postgres', 'cluster')).uid).not.toBe(0);
  });
});

function log(): void {}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log });
  servers.push(server);
  return server;
}

/**
 * As root this also proves that a restored backup, owned by root, is handed to the server's user.
 */
function copyOfUsed(name: string): string {
  const dataDir = mkdtempSync(join(root, `${name}-`));
  execFileSync('cp', ['-R', join(used, 'postgres'), dataDir]);
  return dataDir;
}

async function query(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

function pidFile(dataDir: string): string {
  return join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
}

function serverPid(dataDir: string): number {
  return Number(readFileSync(pidFile(dataDir), 'utf8').split('\n')[0]);
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** A shell that becomes `sleep` never reaps its first child, which therefore stays a zombie. */
async function makeZombie(): Promise<number> {
  const parent = spawn('/bin/sh', ['-c', 'true & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(parent);
  const [line] = (await once(createInterface(parent.stdout), 'line')) as [string];
  const pid = Number(line);
  await vi.waitFor(() => expect(identify(pid)).toBeNull());
  return pid;
}

/**
 * Another Node process that starts the server, commits row after row, and prints each committed
 * one.
 */
async function startWriter(
  dataDir: string,
): Promise<{ node: ChildProcess; acknowledged: () => number }> {
  const script = `
    import pg from 'pg';
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./launcher.ts', import.meta.url).href)};
    const { url } = await startEmbeddedPostgres({ dataDir: process.argv[1], log() {} });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('create table written (number int)');
    for (let number = 1; ; number += 1) {
      await client.query('insert into written values ($1)', [number]);
      process.stdout.write(number + '\\n');
    }`;
  const typescript = process.features.typescript ? [] : ['--import', 'tsx'];
  const flags = [...typescript, '--no-warnings', '--input-type=module', '--eval', script];
  const node = spawn(process.execPath, [...flags, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(node);
  let count = 0;
  createInterface(node.stdout).on('line', (line) => (count = Number(line)));
  await vi.waitFor(() => expect(count).toBeGreaterThan(20), 10_000);
  return { node, acknowledged: () => count };
}
