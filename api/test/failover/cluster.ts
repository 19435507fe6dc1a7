import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { chooseServerUser, type ServerUser } from '../../src/db/embedded/server-user.ts';
import {
  address,
  databaseUrl,
  etcdArguments,
  haproxyConfig,
  nodes,
  patroniConfig,
  superuserUrl,
} from './cluster-config.ts';
import {
  fill,
  makeNetworks,
  networkOf,
  processesOf,
  removeNetworks,
  setCable,
  signal,
} from './machines.ts';

/**
 * Three machines, as far as one machine can play them: each node has a network of its own (a namespace on a
 * bridge), a disk of its own (in memory) and runs etcd and Patroni with its PostgreSQL. HAProxy outside leads to
 * the primary. Needs root and Debian's packages patroni, etcd-server, haproxy and postgresql-15.
 */
export interface Cluster {
  /** Of the database behind the proxy. */
  readonly url: string;
  /** The number of the node that is primary now. */
  primary(): Promise<number>;
  /** Until all nodes run and one of them is a synchronous standby. */
  untilWhole(): Promise<void>;
  readonly faults: Readonly<Record<FaultName, Fault>>;
  stop(): Promise<void>;
}

export type FaultName = 'kill' | 'freeze' | 'cut' | 'disk';
/** Hurts the primary, and returns how it is healed. */
export type Fault = (node: number) => Promise<() => Promise<void>>;

const diskSize = '1500m';
const diskGuard = new URL('../../../deploy/disk-guard.sh', import.meta.url);

/** Where everything of the cluster is, and what runs. */
interface Place {
  readonly folder: string;
  readonly user: ServerUser;
  readonly running: Map<string, ChildProcess>;
}

const diskOf = ({ folder }: Place, node: number): string => join(folder, `n${node}`);

export async function startCluster(say: (line: string) => void): Promise<Cluster> {
  const place = makePlace();
  const cluster: Cluster = {
    url: databaseUrl,
    primary,
    untilWhole,
    faults: faultsOf(place),
    stop: () => stop(place),
  };
  try {
    for (const node of nodes) startNode(place, node);
    await primary();
    await untilWhole();
    const config = write(place, 'haproxy.cfg', haproxyConfig());
    start(place, 'haproxy', ['/usr/sbin/haproxy', '-db', '-f', config]);
    await createDatabase();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  say(`A cluster of three nodes runs at ${databaseUrl}; its logs are in ${place.folder}`);
  return cluster;
}

function makePlace(): Place {
  if (process.getuid?.() !== 0) throw new Error('The cluster needs root, for its networks.');
  removeNetworks();
  makeNetworks();
  const folder = mkdtempSync(join(tmpdir(), 'sente-cluster-'));
  execFileSync('chmod', ['755', folder]);
  const user = chooseServerUser(join(folder, 'none'));
  if (!user) throw new Error('There is no user to run PostgreSQL as.');
  const place = { folder, user, running: new Map() };
  for (const node of nodes) {
    const disk = diskOf(place, node);
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', disk]);
    chownSync(disk, user.uid, user.gid);
  }
  return place;
}

function start(place: Place, name: string, command: readonly string[], node?: number): void {
  const { folder, user, running } = place;
  const log = openSync(join(folder, `${name}.log`), 'a');
  const inside = node === undefined ? [] : ['ip', 'netns', 'exec', networkOf(node)];
  const as = ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  const [program = '', ...args] = [...inside, ...as, ...command];
  const child = spawn(program, args, {
    stdio: ['ignore', log, log],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin:/usr/sbin', HOME: folder, LANG: 'C.UTF-8', ...etcdEnv() },
  });
  closeSync(log);
  running.set(name, child);
}

function startNode(place: Place, node: number): void {
  const disk = diskOf(place, node);
  start(place, `etcd${node}`, etcdArguments(node, join(disk, 'etcd')), node);
  const config = write(place, `n${node}.yml`, patroniConfig(node, disk));
  start(place, `n${node}`, ['/usr/bin/patroni', config], node);
  const guard = write(place, 'disk-guard.sh', readFileSync(diskGuard, 'utf8'));
  const patroni = `http://${address(node)}:8008`;
  start(place, `guard${node}`, ['/bin/sh', guard, join(disk, 'data'), patroni, '16'], node);
}

function write({ folder }: Place, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o644 });
  return path;
}

async function primary(): Promise<number> {
  for (;;) {
    const asked = await Promise.all(nodes.map((node) => isAnswered(node, 'primary')));
    const found = nodes.find((_, index) => asked[index]);
    if (found !== undefined) return found;
    await wait(100);
  }
}

async function untilWhole(): Promise<void> {
  for (;;) {
    const states = await Promise.all(nodes.map((node) => isAnswered(node, 'health')));
    const standby = await Promise.all(nodes.map((node) => isAnswered(node, 'synchronous')));
    if (states.every(Boolean) && standby.some(Boolean)) return;
    await wait(200);
  }
}

function faultsOf(place: Place): Cluster['faults'] {
  return {
    kill: async (node) => {
      process.kill(postmasterOf(diskOf(place, node)), 'SIGKILL');
      return async () => {};
    },
    freeze: async (node) => {
      const pids = processesOf(node);
      for (const pid of pids) signal(pid, 'SIGSTOP');
      return async () => {
        for (const pid of pids) signal(pid, 'SIGCONT');
      };
    },
    cut: async (node) => {
      setCable(node, 'down');
      return async () => setCable(node, 'up');
    },
    disk: async (node) => {
      const ballast = join(diskOf(place, node), 'ballast');
      fill(ballast, diskOf(place, node));
      return async () => rmSync(ballast);
    },
  };
}

async function stop(place: Place): Promise<void> {
  const children = [...place.running.values()];
  for (const child of children) child.kill('SIGTERM');
  const ended = children.map(async (child) => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  await Promise.race([Promise.all(ended), wait(15_000)]);
  // A PostgreSQL whose Patroni was frozen goes on.
  for (const pid of nodes.flatMap(processesOf)) signal(pid, 'SIGKILL');
  place.running.get('haproxy')?.kill('SIGKILL');
  await wait(500);
  for (const node of nodes) execFileSync('umount', ['--lazy', diskOf(place, node)]);
  removeNetworks();
  rmSync(place.folder, { recursive: true, force: true });
}

/** etcd refuses other processors than the one it is tested on, unless it is told that this is known. */
function etcdEnv(): Record<string, string> {
  return process.arch === 'x64' ? {} : { ETCD_UNSUPPORTED_ARCH: process.arch };
}

async function isAnswered(node: number, path: string): Promise<boolean> {
  try {
    const signalled = AbortSignal.timeout(1_000);
    const response = await fetch(`http://${address(node)}:8008/${path}`, { signal: signalled });
    return response.status === 200;
  } catch {
    return false;
  }
}

async function createDatabase(): Promise<void> {
  for (;;) {
    const client = new pg.Client({
      connectionString: superuserUrl,
      connectionTimeoutMillis: 2_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query("create role sente login createrole password 'sente'");
      await client.query('create database sente owner sente');
      return;
    } catch (error) {
      // The proxy does not know the primary yet.
      if (error instanceof pg.DatabaseError) throw error;
      await wait(300);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

function postmasterOf(disk: string): number {
  const file = join(disk, 'data', 'postmaster.pid');
  if (!existsSync(file)) throw new Error('PostgreSQL does not run on this node.');
  return Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
}
