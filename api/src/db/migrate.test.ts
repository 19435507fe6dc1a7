import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createAccount, createCompany, createTransaction } from '../../test/factories.ts';
import { ownerName, ownerUrl } from '../../test/global-setup.ts';
import { checkLedger } from '../ledger/check.ts';
import type { Db } from './database.ts';
import { functionsFolder } from './functions.ts';
import { migrate } from './migrate.ts';

async function emptyDatabase(): Promise<string> {
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(`create database ${name} owner ${ownerName}`);
  await client.end();
  return ownerUrl(inject('postgresUrl'), name);
}

it('applies each migration once when eight instances start together', async () => {
  const url = await emptyDatabase();
  const applied: string[] = [];
  await Promise.all(Array.from({ length: 8 }, () => migrate(url, (line) => applied.push(line))));
  expect(applied).toHaveLength(new Set(applied).size);
  expect(applied.length).toBeGreaterThanOrEqual(3);
  await migrate(url, (line) => applied.push(line));
  expect(applied).toHaveLength(new Set(applied).size);
});

describe('a database of the version before the function files', () => {
  it('is upgraded with its data, and its ledger still works', async () => {
    const { url, database, owner } = await databaseWithoutFunctionFiles();
    const companyId = await createCompany(owner);
    const accountId = await createAccount(owner, companyId, { balance: 700n, held: 100n });
    const before = await owner.rows('select * from transactions order by id');
    await migrate(url, () => {});
    expect(await owner.rows('select * from transactions order by id')).toEqual(before);
    await createTransaction(owner, companyId, accountId, { amount: -600n });
    const account = await owner.row('select balance, held from accounts where id = $1', [
      accountId,
    ]);
    expect(account).toEqual({ balance: '100', held: '100' });
    expect((await checkLedger(database)).violations).toEqual([]);
  });

  it('ends with the same functions and grants as a new database', async () => {
    const upgraded = await databaseWithoutFunctionFiles();
    await migrate(upgraded.url, () => {});
    const fresh = await createTestDatabase();
    const describeFunctions = ({ owner }: { owner: Db }) =>
      owner.rows(
        `select proname, pg_get_functiondef(oid) as definition, proacl::text as rights from pg_proc
         where pronamespace = 'public'::regnamespace order by proname`,
      );
    const functions = await describeFunctions(upgraded);
    expect(functions.length).toBeGreaterThanOrEqual(20);
    expect(functions).toEqual(await describeFunctions(fresh));
  });
});

describe('function files', () => {
  const kampalaDay = 'kampala_day.sql';

  it('function files are re-applied when they change, and only then', async () => {
    const { url, owner } = await createTestDatabase();
    const folder = copyOfFunctions();
    const applied: string[] = [];
    const run = () => migrate(url, (line) => applied.push(line), folder);
    await run();
    expect(applied).toEqual([]);
    const definition = readFileSync(new URL(kampalaDay, folder), 'utf8');
    writeFileSync(new URL(kampalaDay, folder), definition.replace('3 hours', '4 hours'));
    await Promise.all([run(), run(), run()]);
    expect(applied).toEqual(['Database: applied functions kampala_day']);
    expect(await owner.row("select kampala_day('2026-01-01T20:00Z')::text as day")).toEqual({
      day: '2026-01-02',
    });
    await run();
    expect(applied).toHaveLength(1);
  });

  it('function files are rolled back together when one does not compile', async () => {
    const { url, owner } = await createTestDatabase();
    const folder = copyOfFunctions();
    writeFileSync(new URL('a_new_one.sql', folder), functionNamed('a_new_one'));
    writeFileSync(new URL('broken.sql', folder), 'create or replace function broken');
    await expect(migrate(url, () => {}, folder)).rejects.toThrow('syntax error');
    expect(await owner.row("select to_regproc('a_new_one') as found")).toEqual({ found: null });
  });

  it('a changed function signature needs a migration', async () => {
    const { url } = await createTestDatabase();
    const folder = copyOfFunctions();
    writeFileSync(new URL(kampalaDay, folder), functionNamed('kampala_day'));
    await expect(migrate(url, () => {}, folder)).rejects.toThrow('two functions named kampala_day');
  });

  function functionNamed(name: string): string {
    return `create or replace function ${name}() returns date language sql return current_date;`;
  }

  function copyOfFunctions(): URL {
    const folder = mkdtempSync(join(tmpdir(), 'sente-functions-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(functionsFolder, folder, { recursive: true });
    return pathToFileURL(`${folder}/`);
  }
});

/** As the previous version left it: the migrations applied one by one, and nothing after them. */
async function databaseWithoutFunctionFiles(): Promise<TestDatabase> {
  const url = await emptyDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `create table schema_migrations (version integer primary key, name text not null,
       checksum text not null, applied_at timestamptz not null default now())`,
  );
  const folder = new URL('../../migrations/', import.meta.url);
  for (const [index, name] of readdirSync(folder).sort().slice(0, 10).entries()) {
    const sql = readFileSync(new URL(name, folder), 'utf8');
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into schema_migrations values ($1, $2, $3)', [
      index + 1,
      name,
      createHash('sha256').update(sql).digest('hex'),
    ]);
    await client.query('commit');
  }
  await client.end();
  return openTestDatabase(url);
}

it('refuses a database that a newer version has migrated', async () => {
  const { url, owner } = await createTestDatabase();
  await owner.rows(
    "insert into schema_migrations (version, name, checksum) values (999, 'later.sql', 'x')",
  );
  await expect(migrate(url, () => {})).rejects.toThrow('migrated by a newer version');
});

it('refuses a migration that was changed after it ran', async () => {
  const { url, owner } = await createTestDatabase();
  await owner.rows("update schema_migrations set checksum = 'other' where version = 2");
  await expect(migrate(url, () => {})).rejects.toThrow(
    'Migration 2 in the database is not the one',
  );
});
