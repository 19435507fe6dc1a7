import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import {
  documented,
  onServersOnly,
  operations,
  repository,
  runDocumented,
  shellBlocks,
} from './documented.ts';

/* What docs/operations.md tells people to type. The shell commands run in the tests that their names lead to. */

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});

it('every shell command of the operations guide has a test', () => {
  const names = Object.values(documented);
  const untested = shellBlocks().filter((block) => !names.some((text) => block.includes(text)));
  expect(untested).toEqual([]);
  const gone = names.filter((text) => !shellBlocks().some((block) => block.includes(text)));
  expect(gone).toEqual([]);
});

/** In backticks, possibly over several lines. Roles belong to the server and are made by the tests of logins. */
const statements = [...operations.matchAll(/`((?:select|update|delete|set|insert)\s[^`]+)`/g)]
  .map(([, sql = '']) => sql.replaceAll(/\s+/g, ' '))
  .filter((sql) => !sql.includes('...'));

it('the list of packages is written', { timeout: 60_000 }, async () => {
  const { stdout } = await runDocumented('sbom', { cwd: repository });
  expect(stdout).toContain('sbom/sente.cdx.json, sbom/licences.txt');
});

it('only what changes the machine is not run', () => {
  const tests = readdirSync(new URL('.', import.meta.url))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
    .join('');
  const notRun = Object.keys(documented).filter((name) => !tests.includes(`'${name}'`));
  expect(notRun).toEqual(onServersOnly);
});

it('every SQL statement of the operations guide runs as the owner', async () => {
  expect(statements.length).toBeGreaterThan(8);
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  for (const sql of statements) {
    const filled = sql
      .replaceAll(/'<id>'/g, "'00000000-0000-0000-0000-000000000000'")
      .replaceAll(/'<[^>]+>'/g, "'some name'");
    await client.query('begin');
    await expect(client.query(filled), sql).resolves.toBeDefined();
    await client.query('rollback');
  }
  await client.end();
});
