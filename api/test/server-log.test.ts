import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { discard } from './discard.ts';
import { openEmbedded, startEmbedded } from './drill.ts';
import type { RunningProgram } from './running-program.ts';

const root = mkdtempSync(join(tmpdir(), 'sente-server-log-'));
chmodSync(root, 0o755); // as root, PostgreSQL runs as another user
let program: RunningProgram | undefined;
afterAll(() => {
  program?.process.kill('SIGKILL');
  discard(root);
});

it('an archive that fails is a line of JSON in the log', { timeout: 120_000 }, async () => {
  const archive = join(root, 'archive');
  const settings = { SENTE_DATA: join(root, 'data'), SENTE_ARCHIVE_DIR: archive };
  program = await startEmbedded({ ...settings, SENTE_LOG: 'info' });
  const lines: unknown[] = [];
  if (!program.process.stdout) throw new Error('The program has no output');
  createInterface({ input: program.process.stdout }).on('line', (line) => {
    if (line.startsWith('{')) lines.push(JSON.parse(line));
  });
  const [life = ''] = readdirSync(archive);
  renameSync(join(archive, life), join(root, 'unplugged'));
  expect(existsSync(join(archive, life))).toBe(false);
  const { owner } = await openEmbedded(settings.SENTE_DATA);
  await owner.rows('select pg_switch_wal()');
  await expect
    .poll(() => lines, { timeout: 30_000 })
    .toContainEqual(
      expect.objectContaining({
        level: 50,
        msg: expect.stringContaining('No such file or directory'),
        postgres: expect.objectContaining({ kind: 'archiver', severity: 'ERROR' }),
      }),
    );
});
