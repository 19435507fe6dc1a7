import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { cleanEnvironment, programPath } from './program.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sente-crash-'));
let program: ChildProcess | undefined;

afterAll(() => {
  program?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
});

interface Running {
  readonly url: string;
  readonly ended: Promise<unknown>;
}

/** The real program on the real embedded database, fsync and all. */
async function start(): Promise<Running> {
  program = spawn(process.execPath, [programPath], {
    env: cleanEnvironment({
      PORT: '0',
      HOST: '127.0.0.1',
      SENTE_DATA: dataDir,
      SENTE_LOG: 'silent',
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(program, 'exit');
  for await (const line of createInterface({ input: program.stdout! })) {
    const url = /running at (\S+)/.exec(line)?.[1];
    if (url) return { url, ended };
  }
  throw new Error('The program ended before it was running');
}

async function post(url: string, path: string, body: unknown, token?: string) {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { success: boolean; data: { id: string; token: string } };
}

/** Creates companies until the server is gone and notes the ids that it was promised. */
async function writeUntilGone(
  url: string,
  token: string,
  worker: string,
  promise: (id: string) => void,
): Promise<void> {
  for (let number = 0; ; number++) {
    const name = `${worker} ${number}`;
    const email = `${worker}-${number}@crash.test`;
    try {
      const answer = await post(url, '/Company', { name, email, phone: '1', address: 'x' }, token);
      if (answer.success) promise(answer.data.id);
    } catch {
      return;
    }
  }
}

it('keeps every acknowledged write through kill -9 in mid-write', { timeout: 90_000 }, async () => {
  let running = await start();
  const credentials = { email: 'superadmin@sente.test', password: 'Demo-pass-1' };
  const { token } = (await post(running.url, '/Auth/login', credentials)).data;
  const promised: string[] = [];
  for (let round = 1; round <= 3; round++) {
    // The eight writers are in the middle of the next ones when the twentieth answer arrives.
    const promise = (id: string): void => {
      if (promised.push(id) === round * 20) program?.kill('SIGKILL');
    };
    const writers = Array.from({ length: 8 }, (_, n) =>
      writeUntilGone(running.url, token, `r${round}w${n}`, promise),
    );
    await Promise.all(writers);
    await running.ended;
    running = await start();
  }
  expect(promised.length).toBeGreaterThanOrEqual(60);
  // The session survived as well.
  const response = await fetch(`${running.url}/api/Company`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await response.json()) as { data: { id: string; name: string }[] };
  const kept = new Set(data.map((company) => company.id));
  expect(promised.filter((id) => !kept.has(id))).toEqual([]);
  expect(new Set(data.map((company) => company.name)).size).toBe(data.length);

  program?.kill('SIGTERM');
  expect(await running.ended).toEqual([0, null]);
});
