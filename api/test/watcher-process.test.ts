import { execFileSync } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from './database.ts';
import { killTimeoutMs } from './kills.ts';
import { startProgram, type RunningProgram } from './running-program.ts';

let program: RunningProgram | undefined;
afterAll(() => void program?.process.kill('SIGKILL'));

const watchersOf = ({ process: { pid } }: RunningProgram): number[] => {
  try {
    const found = execFileSync('pgrep', ['-P', String(pid), '-f', '/watch\\.(ts|mjs)']);
    return String(found).trim().split('\n').map(Number);
  } catch {
    // It fails if it finds none.
    return [];
  }
};
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

it(
  'a server starts a watcher beside itself, starts it again, and takes it along',
  { timeout: killTimeoutMs },
  async () => {
    const test = await createTestDatabase();
    const lastLook = async () =>
      (await test.owner.row<{ at: string }>('select last_looked_at::text as at from watcher_pulse'))
        ?.at ?? null;
    const patiently = { timeout: killTimeoutMs, interval: 100 };
    program = await startProgram({
      DATABASE_URL: test.url,
      SENTE_WATCHER: 'on',
      SENTE_ADMIN_EMAIL: 'boss@example.test',
      SENTE_ADMIN_PASSWORD: 'a-long-secret-1',
      SENTE_CREDENTIAL_KEY: Buffer.alloc(32, 7).toString('hex'),
    });
    const running = program;
    await expect.poll(lastLook, patiently).not.toBeNull();
    const [first] = watchersOf(running);
    if (first === undefined) throw new Error('No watcher is running');

    process.kill(first, 'SIGKILL');
    await expect.poll(() => isRunning(first), patiently).toBe(false);
    const before = await lastLook();
    await expect.poll(lastLook, patiently).not.toBe(before);
    const [second] = watchersOf(running);
    if (second === undefined) throw new Error('No watcher was started again');
    expect(second).not.toBe(first);

    running.process.kill('SIGTERM');
    expect(await running.ended).toEqual([0, null]);
    expect(isRunning(second)).toBe(false);
  },
);

it('a watcher ends with a server that is killed', { timeout: killTimeoutMs }, async () => {
  const test = await createTestDatabase();
  program = await startProgram({
    DATABASE_URL: test.url,
    SENTE_WATCHER: 'on',
    SENTE_ADMIN_EMAIL: 'boss@example.test',
    SENTE_ADMIN_PASSWORD: 'a-long-secret-1',
    SENTE_CREDENTIAL_KEY: Buffer.alloc(32, 7).toString('hex'),
  });
  const [watcher] = watchersOf(program);
  if (watcher === undefined) throw new Error('No watcher is running');
  program.process.kill('SIGKILL');
  await expect
    .poll(() => isRunning(watcher), { timeout: killTimeoutMs, interval: 100 })
    .toBe(false);
});
