import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { withLock } from './lock.mjs';
import { identify, isStillRunning } from '../../api/src/db/embedded/process-identity.mjs';

const folder = mkdtempSync(join(tmpdir(), 'sente-lock-'));
const file = join(folder, 'the.lock');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the lock', () => {
  it('admits one holder at a time and names whom the other waits for', async () => {
    const order = [];
    const onWait = vi.fn();
    const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
    const first = withLock(file, onWait, async () => {
      order.push('first in');
      await pause();
      order.push('first out');
    });
    await Promise.all([first, withLock(file, onWait, () => void order.push('second in'))]);
    expect(order).toEqual(['first in', 'first out', 'second in']);
    expect(onWait).toHaveBeenCalledExactlyOnceWith(process.pid);
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['whose holder is gone', JSON.stringify({ holder: { pid: 999_999_999, startedAt: 'x' } })],
    [
      'whose pid now is another process',
      JSON.stringify({ holder: { pid: process.pid, startedAt: 'x' } }),
    ],
    ['that was never filled', ''],
  ])('is taken over from a lock %s', async (_, content) => {
    writeFileSync(file, content);
    utimesSync(file, new Date(0), new Date(0));
    await expect(withLock(file, vi.fn(), () => 'in')).resolves.toBe('in');
  });

  it('stops the process that a killed holder left behind', async () => {
    const orphan = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
    const helper = identify(orphan.pid);
    writeFileSync(file, JSON.stringify({ holder: { pid: 999_999_999, startedAt: 'x' }, helper }));
    await withLock(file, vi.fn(), () => expect(isStillRunning(helper)).toBe(false));
  });

  it('records the process that the holder waits for', async () => {
    await withLock(file, vi.fn(), (record) => {
      record(process.ppid);
      expect(JSON.parse(readFileSync(file, 'utf8')).helper.pid).toBe(process.ppid);
    });
  });
});
