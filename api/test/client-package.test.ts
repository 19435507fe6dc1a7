import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const client = fileURLToPath(new URL('../../client/', import.meta.url));
const require = createRequire(import.meta.url);
const compiler = join(require.resolve('typescript/package.json'), '../bin/tsc');
let project: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'sente-shop-'));
  const installed = join(project, 'node_modules/@sente/client');
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(client, 'package.json'), join(installed, 'package.json'));
  compile('--project', client, '--outDir', join(installed, 'dist'));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function compile(...args: string[]): void {
  execFileSync(process.execPath, [compiler, ...args], { cwd: client, stdio: 'pipe' });
}

it('the package is used from plain JavaScript', () => {
  writeFileSync(
    join(project, 'shop.mjs'),
    `import { createSenteClient, SenteError } from '@sente/client';
     try { createSenteClient({ baseUrl: 'http://localhost', channelId: 'c', secretKey: '' }); }
     catch (error) { console.log(error instanceof SenteError, error.code); }`,
  );
  const printed = execFileSync(process.execPath, ['shop.mjs'], { cwd: project, encoding: 'utf8' });
  expect(printed).toBe('true not_configured\n');
});

it('the package brings its types', () => {
  const wrong = join(project, 'shop.ts');
  const check = () =>
    compile(
      '--noEmit',
      '--ignoreConfig',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      wrong,
    );
  const start = `import { createSenteClient } from '@sente/client';
    const sente = createSenteClient({ baseUrl: 'b', channelId: 'c', secretKey: 's' });
    export const amount: Promise<number> = sente.get('id').then((payment) => payment.amount);`;
  writeFileSync(wrong, start);
  expect(check).not.toThrow();
  writeFileSync(wrong, `${start}\nvoid sente.collect({ phoneNumber: '0772123456' });`);
  expect(check).toThrow('Command failed');
});
