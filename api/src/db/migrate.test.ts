import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { ownerName, ownerUrl } from '../../test/global-setup.ts';
import { createTestDatabase } from '../../test/database.ts';
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
