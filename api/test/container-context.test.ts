import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { copiedFiles, isCopied } from './container-context.ts';
import { createTestDatabase } from './database.ts';
import { discard } from './discard.ts';
import { operations, repository } from './documented.ts';
import { cleanEnvironment } from './program.ts';
import { startProgram } from './running-program.ts';

/* What `COPY . .` of deploy/Containerfile puts into the image. */

const root = mkdtempSync(join(tmpdir(), 'sente-image-'));
afterAll(() => discard(root));

it('has no settings, keys, dumps, backups or data', () => {
  const secrets = [
    '.env',
    '.env.production',
    'sente.env',
    'api/.env',
    'docs/sente.env',
    'client/.env',
    'credential.key',
    '.data/credential.key',
    'data/postgres/password',
    'api/src/credential.key',
    '.backups/sente-2026/base.tar.gz',
    'backups/keys-2026/keys.sealed.json',
    'backup-private.pem',
    'web/backup-private.pem',
    'scripts/keys.sealed.json',
    'roles.sql',
    'sente.dump',
    'docs/sente.dump',
    'archive/74/000000010000000000000001',
    '.git/config',
    '.cache/programs/serve.mjs',
    'node_modules/pg/index.js',
    'api/test/app.ts',
  ];
  expect(secrets.filter(isCopied)).toEqual([]);
  // The documented commands put the settings where they cannot be copied.
  expect(/--env-file (\S+)/.exec(operations)?.[1]).toBe('/etc/sente.env');
});

it('has no tests and nothing of them', () => {
  const files = copiedFiles();
  expect(files.length).toBeGreaterThan(1_500);
  const ofTests = /\.test\.|\.unit\.|(^|\/)(tests?|testing|fixtures|e2e|bench|conformance)\//;
  expect(files.filter((path) => ofTests.test(path))).toEqual([]);
});

it('builds what serves, without the rest', { timeout: 300_000 }, async () => {
  for (const path of copiedFiles()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(join(repository, path), join(root, path));
  }
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  if (existsSync(join(repository, 'web', 'node_modules')))
    symlinkSync(join(repository, 'web', 'node_modules'), join(root, 'web', 'node_modules'));
  // The web is a folder as a whole; the server also reads files that lie elsewhere.
  const build = `const { ensureProgramsBuilt } = await import('./scripts/lib/build.mjs');
    const { pickRuntime } = await import('./scripts/lib/runtime.mjs');
    console.log(await ensureProgramsBuilt(pickRuntime()));`;
  const args = ['--input-type=module', '--eval', build];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: root,
    env: cleanEnvironment({}),
  });
  const folder = stdout.trim().split('\n').at(-1) ?? '';
  const programs = readdirSync(folder);
  expect(programs).toEqual(expect.arrayContaining(['serve.mjs', 'watch.mjs', 'backup.mjs']));
  expect(programs).not.toContain('payments-process.mjs');

  const { url: database } = await createTestDatabase();
  const settings = {
    DATABASE_URL: database,
    SENTE_DATA: join(root, 'data'),
    SENTE_ADMIN_EMAIL: 'boss@example.test',
    SENTE_ADMIN_PASSWORD: 'a-long-secret-1',
  };
  const program = await startProgram(settings, join(folder, 'serve.mjs'));
  onTestFinished(() => void program.process.kill('SIGKILL'));
  for (const path of ['/healthz', '/docs/changelog', '/docs/files/sente.sh']) {
    expect((await fetch(`${program.url}${path}`)).status, path).toBe(200);
  }
});
