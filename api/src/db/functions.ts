import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { StartError } from './embedded/start-error.ts';

/**
 * One SQL function per file, named after it. After the migrations, each file whose content changed is
 * applied again, in the order of the names:
 *
 * - PL/pgSQL resolves names when it runs, so functions may call each other in any order. A function
 *   with a standard SQL body calls built-in ones only.
 * - "create or replace" cannot change a signature: a migration drops the old function first. The same
 *   goes for a function that is removed.
 * - A migration that uses a new function, in a trigger or a policy, creates it itself.
 * - The newest release wins, and between two of the same the one that starts last. A function that the last
 *   release calls can still be called in the same way.
 */
export const functionsFolder = new URL('../../functions/', import.meta.url);

/** What was released last; this code is newer. */
const { number: released } = JSON.parse(
  readFileSync(new URL('../../released.json', import.meta.url), 'utf8'),
) as { number: number };
const ownRelease = released + 1;

interface SqlFunction {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Runs in the transaction of the migrations. Returns the names of those that were applied. */
export async function applyFunctions(client: pg.Client, folder: URL): Promise<string[]> {
  const functions = await readFunctions(folder);
  await client.query(`create table if not exists schema_functions (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now(),
    release integer not null default 0
  )`);
  await client.query(
    'alter table schema_functions add column if not exists release integer not null default 0',
  );
  const { rows } = await client.query<{ name: string; checksum: string; release: number }>(
    'select name, checksum, release from schema_functions',
  );
  // A server of the release before that is started again during an upgrade.
  if (rows.some(({ release }) => release > ownRelease)) return [];
  const known = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const changed = functions.filter(({ name, checksum }) => known.get(name) !== checksum);
  for (const { name, sql, checksum } of changed) {
    await client.query(sql);
    await client.query(
      `insert into schema_functions (name, checksum, release) values ($1, $2, $3)
       on conflict (name) do update
       set checksum = excluded.checksum, release = excluded.release, applied_at = now()`,
      [name, checksum, ownRelease],
    );
  }
  const names = functions.map(({ name }) => name);
  await client.query('delete from schema_functions where name <> all ($1)', [names]);
  await client.query('update schema_functions set release = $1 where release <> $1', [ownRelease]);
  if (changed.length > 0) await refuseOverloads(client, names);
  return changed.map(({ name }) => name);
}

async function readFunctions(folder: URL): Promise<SqlFunction[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(new URL(file, folder), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name: file.replace('.sql', ''), sql, checksum };
    }),
  );
}

/** A changed signature without a migration would leave the old function beside the new one. */
async function refuseOverloads(client: pg.Client, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select proname as name from pg_proc
     where pronamespace = 'public'::regnamespace and proname = any ($1)
     group by 1 having count(*) > 1`,
    [names],
  );
  const [overloaded] = rows;
  if (overloaded) {
    throw new StartError(
      `The database has two functions named ${overloaded.name}. Add a migration that drops the one with the old signature.`,
    );
  }
}
