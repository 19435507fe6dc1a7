import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createTestDatabase } from './database.ts';
import { killTimeoutMs, kills } from './kills.ts';
import { cleanEnvironment } from './program.ts';
import { brokenPromises, createTargets } from './promises.ts';

const script = fileURLToPath(new URL('./posting-process.ts', import.meta.url));
const writers = 40;

it(
  `keeps every promise exactly once through ${kills.api} kill -9 of the posting process`,
  { timeout: killTimeoutMs },
  async () => {
    const test = await createTestDatabase();
    const targets = await createTargets(test.owner, 10);
    /** The number of acknowledged intents of each writer; they are sequential. */
    const promised = new Map(Array.from({ length: writers }, (_, writer) => [writer, 0]));
    for (let kill = 1; kill <= kills.api; kill++) {
      const from = [...promised.values()];
      const argument = JSON.stringify({ url: test.url, targets, from });
      const child = spawn(process.execPath, [script, argument], {
        env: cleanEnvironment({}),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'exit');
      let lines = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        const [writer = 0, n = 0] = line.split(' ').map(Number);
        promised.set(writer, Math.max(promised.get(writer) ?? 0, n + 1));
        // In the middle of the next calls, each time at another moment.
        if (++lines === 50 + kill * 17) child.kill('SIGKILL');
      }
      await ended;
    }
    expect(await brokenPromises(test.url, targets, promised)).toEqual([]);
    const total = [...promised.values()].reduce((sum, count) => sum + count, 0);
    expect(total).toBeGreaterThan(kills.api * 50);
  },
);
