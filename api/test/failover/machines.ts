import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, openSync, statfsSync, writeSync } from 'node:fs';
import { address, nodes } from './cluster-config.ts';

/* What makes one machine play three: a network for each node on a bridge, and what happens to it. */

const bridge = 'sente-br';

export const networkOf = (node: number): string => `sente-n${node}`;
const cableOf = (node: number): string => `sente-v${node}`;
const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' });

export function makeNetworks(): void {
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

export function removeNetworks(): void {
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

export function setCable(node: number, state: 'up' | 'down'): void {
  ip('link', 'set', cableOf(node), state);
}

export function processesOf(node: number): number[] {
  const pids = execFileSync('ip', ['netns', 'pids', networkOf(node)], { encoding: 'utf8' });
  return pids.split('\n').filter(Boolean).map(Number);
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

/** Until nothing more can be written there. */
export function fill(file: string, disk: string): void {
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
