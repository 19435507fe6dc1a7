import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { chooseServerUser } from '../../src/db/embedded/server-user.ts';
import {
  address,
  databaseUrl,
  etcdArguments,
  haproxyConfig,
  patroniConfig,
  superuserUrl,
} from './cluster-config.ts';

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

const nodes = [1, 2, 3];
const bridge = 'sente-br';
const diskSize = '1500m';

export async function startCluster(say: (line: string) => void): Promise<Cluster> {
  if (process.getuid?.() !== 0) throw new Error('The cluster needs root, for its networks.');
  const folder = mkdtempSync(join(tmpdir(), 'sente-cluster-'));
  const running = new Map<string, ChildProcess>();
  removeNetworks();
  makeNetworks();
  const user = chooseServerUser(join(folder, 'none'));
  if (!user) throw new Error('There is no user to run PostgreSQL as.');
  execFileSync('chmod', ['755', folder]);

  const start = (name: string, command: readonly string[], node?: number): void => {
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
  };
  const diskOf = (node: number): string => join(folder, `n${node}`);
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o644 });
    return path;
  };
  const startNode = (node: number): void => {
    const config = write(`n${node}.yml`, patroniConfig(node, diskOf(node)));
    start(`n${node}`, ['/usr/bin/patroni', config], node);
  };

  for (const node of nodes) {
    mkdirSync(diskOf(node));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', diskOf(node)]);
    chownSync(diskOf(node), user.uid, user.gid);
    start(`etcd${node}`, etcdArguments(node, join(diskOf(node), 'etcd')), node);
  }
  for (const node of nodes) startNode(node);

  const cluster: Cluster = {
    url: databaseUrl,
    async primary() {
      for (;;) {
        const asked = await Promise.all(nodes.map((node) => isAnswered(node, 'primary')));
        const found = nodes.find((_, index) => asked[index]);
        if (found !== undefined) return found;
        await wait(100);
      }
    },
    async untilWhole() {
      for (;;) {
        const states = await Promise.all(nodes.map((node) => isAnswered(node, 'health')));
        const standby = await Promise.all(nodes.map((node) => isAnswered(node, 'synchronous')));
        if (states.every(Boolean) && standby.some(Boolean)) return;
        await wait(200);
      }
    },
    faults: {
      kill: async (node) => {
        process.kill(postmasterOf(diskOf(node)), 'SIGKILL');
        return async () => {};
      },
      freeze: async (node) => {
        const pids = processesOf(networkOf(node));
        for (const pid of pids) signal(pid, 'SIGSTOP');
        return async () => {
          for (const pid of pids) signal(pid, 'SIGCONT');
        };
      },
      cut: async (node) => {
        ip('link', 'set', cableOf(node), 'down');
        return async () => ip('link', 'set', cableOf(node), 'up');
      },
      disk: async (node) => {
        const ballast = join(diskOf(node), 'ballast');
        fill(ballast, diskOf(node));
        return async () => rmSync(ballast);
      },
    },
    async stop() {
      for (const child of running.values()) child.kill('SIGTERM');
      const ended = [...running.values()].map(async (child) => {
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      });
      await Promise.race([Promise.all(ended), wait(15_000)]);
      for (const node of nodes) {
        for (const pid of processesOf(networkOf(node))) signal(pid, 'SIGKILL');
      }
      running.get('haproxy')?.kill('SIGKILL');
      await wait(500);
      for (const node of nodes) execFileSync('umount', ['--lazy', diskOf(node)]);
      removeNetworks();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await cluster.primary();
    await cluster.untilWhole();
    start('haproxy', ['/usr/sbin/haproxy', '-db', '-f', write('haproxy.cfg', haproxyConfig())]);
    await createDatabase();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  say(`A cluster of three nodes runs at ${databaseUrl}; its logs are in ${folder}`);
  return cluster;
}

const networkOf = (node: number): string => `sente-n${node}`;
const cableOf = (node: number): string => `sente-v${node}`;
const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' });

function makeNetworks(): void {
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${address(254)}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  for (const node of nodes) {
    const inner = `${cableOf(node)}i`;
    ip('netns', 'add', networkOf(node));
    ip('link', 'add', cableOf(node), 'type', 'veth', 'peer', 'name', inner);
    ip('link', 'set', cableOf(node), 'master', bridge, 'up');
    ip('link', 'set', inner, 'netns', networkOf(node));
    const inside = (...args: string[]): void => ip('-n', networkOf(node), ...args);
    inside('addr', 'add', `${address(node)}/24`, 'dev', inner);
    inside('link', 'set', inner, 'up');
    inside('link', 'set', 'lo', 'up');
  }
}

function removeNetworks(): void {
  for (const args of [
    ...nodes.map((node) => ['netns', 'del', networkOf(node)]),
    ...nodes.map((node) => ['link', 'del', cableOf(node)]),
    ['link', 'del', bridge],
  ]) {
    try {
      ip(...args);
    } catch {
      // Not there.
    }
  }
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

function processesOf(network: string): number[] {
  const pids = execFileSync('ip', ['netns', 'pids', network], { encoding: 'utf8' });
  return pids.split('\n').filter(Boolean).map(Number);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

function fill(file: string, disk: string): void {
  const block = Buffer.alloc(1024 * 1024);
  const out = openSync(file, 'w');
  try {
    for (;;)
      writeSync(out, block.subarray(0, Math.max(4096, Math.min(block.length, freeOn(disk)))));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    fsyncSync(out);
    closeSync(out);
  }
}

function freeOn(disk: string): number {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
}
