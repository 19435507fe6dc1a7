import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { drillAdmin, openEmbedded, startEmbedded } from './drill.ts';
import { post, type RunningProgram } from './running-program.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sente-crash-'));
let program: RunningProgram | undefined;

afterAll(() => {
  program?.process.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
});

/** On the real embedded database, with fsync. */
const start = () => startEmbedded({ SENTE_DATA: dataDir });

/** Creates companies until the server is gone and records the acknowledged ids. */
async function writeUntilGone(
  url: string,
  token: string,
  worker: string,
  promise: (id: string) => void,
): Promise<void> {
  for (let number = 0; ; number++) {
    const name = `${worker} ${number}`;
    const company = {
      name,
      email: `${worker}-${number}@crash.test`,
      phone: '0772000000',
      address: 'x',
    };
    try {
      const answer = await post<{ id: string }>(url, '/Company', company, token);
      if (answer.success) promise(answer.data.id);
    } catch {
      return;
    }
  }
}

it('keeps every acknowledged write through kill -9 in mid-write', { timeout: 90_000 }, async () => {
  program = await start();
  const { owner } = await openEmbedded(dataDir);
  // The administrator has no second factor.
  await owner.rows('update platform_settings set staff_need_factor = false');
  const { token } = (await post<{ token: string }>(program.url, '/Auth/login', drillAdmin)).data;
  const promised: string[] = [];
  for (let round = 1; round <= 3; round++) {
    // The eight writers are in the middle of the next requests when the twentieth answer arrives.
    const promise = (id: string): void => {
      if (promised.push(id) === round * 20) program?.process.kill('SIGKILL');
    };
    const { url } = program;
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => writeUntilGone(url, token, `r${round}w${n}`, promise)),
    );
    await program.ended;
    program = await start();
  }
  expect(promised.length).toBeGreaterThanOrEqual(60);
  // The session survived too.
  const response = await fetch(`${program.url}/api/Company`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await response.json()) as { data: { id: string; name: string }[] };
  const kept = new Set(data.map((company) => company.id));
  expect(promised.filter((id) => !kept.has(id))).toEqual([]);
  expect(new Set(data.map((company) => company.name)).size).toBe(data.length);

  program.process.kill('SIGTERM');
  expect(await program.ended).toEqual([0, null]);
});
