import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { inject } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { ownerName, ownerUrl } from './global-setup.ts';

export async function emptyDatabase(): Promise<string> {
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(`create database ${name} owner ${ownerName}`);
  await client.end();
  return ownerUrl(inject('postgresUrl'), name);
}

/** As a previous version left it: its migrations applied one by one, and nothing after them. */
export async function olderDatabase(migrations: number): Promise<TestDatabase> {
  const url = await emptyDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `create table schema_migrations (version integer primary key, name text not null,
       checksum text not null, applied_at timestamptz not null default now())`,
  );
  const folder = new URL('../migrations/', import.meta.url);
  for (const [index, name] of readdirSync(folder).sort().slice(0, migrations).entries()) {
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

/** Ends the connections of all servers, as if they were stopped. */
export async function stopServers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'sente'`,
  );
  await client.end();
}
