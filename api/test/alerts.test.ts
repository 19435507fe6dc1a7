import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { alertsOn } from './alert-rules.ts';
import { createTestApp, type TestApp } from './app.ts';

/* deploy/alerts.yml judged by what the server really says. */

const scrape = async ({ app }: TestApp): Promise<string> =>
  (await app.inject({ method: 'GET', url: '/metrics' })).body;

/** Of the first installation, in which nothing of this has ever happened. */
async function createNew(): Promise<TestApp> {
  const test = await createTestApp();
  await test.owner.rows('delete from watcher_pulse');
  return test;
}

it('what has never happened alerts as what happened too long ago', async () => {
  expect(alertsOn(await scrape(await createNew()))).toEqual(
    expect.arrayContaining(['SenteLedgerNotChecked', 'SenteNobodyWatches', 'SenteBackupOld']),
  );
});

it('nothing alerts where everything is done', async () => {
  const test = await createNew();
  await test.owner.rows(
    `insert into watcher_pulse (watcher_id, last_looked_at, can_seal, seen, figures)
     values (gen_random_uuid(), now(), true, pg_current_snapshot(), '{}')`,
  );
  await test.owner.rows(
    "insert into ledger_checks (duration_ms, entries, violations) values (1, 1, '[]')",
  );
  await test.owner.rows(
    `insert into server_facts (name, value) values ('last_backup', to_jsonb(now()))`,
  );
  expect(alertsOn(await scrape(test))).toEqual([]);
  // What is too long ago.
  await test.owner.rows("update watcher_pulse set last_looked_at = now() - interval '1 minute'");
  await test.owner.rows("update server_facts set value = to_jsonb(now() - interval '27 hours')");
  await expect.poll(async () => alertsOn(await scrape(test))).toContain('SenteBackupOld');
  expect(alertsOn(await scrape(test))).toContain('SenteNobodyWatches');
});

it('a database that its own tools back up is not asked for a backup of ours', async () => {
  const test = await createNew();
  const name = new URL(test.url).pathname.slice(1);
  const administrator = new pg.Client({ connectionString: inject('postgresUrl') });
  await administrator.connect();
  await administrator.query(`alter database ${name} set sente.cluster = ''`);
  await administrator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  await administrator.end();
  await expect
    .poll(async () => alertsOn(await scrape(test)))
    .toEqual(expect.arrayContaining(['SenteLedgerNotChecked', 'SenteNobodyWatches']));
  const metrics = await scrape(test);
  expect(alertsOn(metrics)).not.toContain('SenteBackupOld');
  expect(metrics).not.toMatch(/^sente_backup_age_seconds /m);
});

it('a figure that cannot be read alerts', async () => {
  const test = await createNew();
  await test.owner.rows('alter table ledger_checks rename to elsewhere');
  expect(alertsOn(await scrape(test))).toContain('SenteFiguresUnknown');
});
