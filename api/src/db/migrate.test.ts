import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { createTestDatabase, someoneWaits } from '../../test/database.ts';
import { createAccount, createCompany, createTransaction } from '../../test/factories.ts';
import { emptyDatabase, olderDatabase, stopServers } from '../../test/older-database.ts';
import { checkLedger } from '../ledger/check.ts';
import { postAll } from '../ledger/posting.queries.ts';
import type { Db } from './database.ts';
import { functionsFolder } from './functions.ts';
import { latestMigration, migrate } from './migrate.ts';
import { uuidV7 } from './uuid.ts';

it('applies each migration once when eight instances start together', async () => {
  const url = await emptyDatabase();
  const applied: string[] = [];
  await Promise.all(Array.from({ length: 8 }, () => migrate(url, (line) => applied.push(line))));
  await migrate(url, (line) => applied.push(line));
  expect(applied).toEqual([
    expect.stringMatching(
      /^Database: applied \d+ migrations, 0001_foundation.sql to \d{4}_\w+.sql$/,
    ),
    expect.stringMatching(/^Database: applied \d+ functions, /),
  ]);
});

describe('a database of the version before the function files', () => {
  it('is upgraded with its data, and its ledger still works', async () => {
    const { url, database, owner } = await olderDatabase(10);
    const companyId = await createCompany(owner);
    const accountId = await createAccount(owner, companyId, { balance: 700n, held: 100n });
    const before = await owner.rows('select * from transactions order by id');
    await stopServers(url);
    await migrate(url, () => {});
    expect(await owner.rows('select * from transactions order by id')).toMatchObject(before);
    await createTransaction(owner, companyId, accountId, { amount: -600n });
    const account = await owner.row('select balance, held from accounts where id = $1', [
      accountId,
    ]);
    expect(account).toEqual({ balance: '100', held: '100' });
    expect((await checkLedger(database)).violations).toEqual([]);
  });

  it('is not upgraded while servers of that version use it', async () => {
    const { url, owner } = await olderDatabase(10);
    await createCompany(owner);
    await expect(migrate(url, () => {})).rejects.toThrow('Stop all of them, then start');
    await stopServers(url);
    await migrate(url, () => {});
  });

  it('ends with the same functions and grants as a new database', async () => {
    const upgraded = await olderDatabase(10);
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

describe('collections from before they had a transaction at once', () => {
  const asked = new Date('2026-03-01T20:59:00Z');
  const ended = new Date('2026-03-01T21:04:00Z');

  async function storeCollections(owner: Db) {
    const companyId = await createCompany(owner);
    const accountId = await createAccount(owner, companyId, { isActive: false });
    const insert = async (reference: string, status: string, more: { origin?: string } = {}) => {
      const id = uuidV7(asked.getTime());
      const isOpen = status === 'PROCESSING';
      await owner.rows(
        `insert into payments (company_id, id, direction, origin, account_id, phone_number, network,
           amount, reference, status, reason, created_at, finished_at)
         values ($1, $2, 'collection', $3, $4, '256772000000', 'MTN', 700, $5, $6, $7, $8, $9)`,
        [
          companyId,
          id,
          more.origin ?? 'api',
          accountId,
          reference,
          status,
          isOpen ? null : 'The payer refused',
          asked,
          isOpen ? null : ended,
        ],
      );
      return id;
    };
    await insert('open', 'PROCESSING');
    await insert('declined', 'FAILED');
    await insert('imported', 'FAILED', { origin: 'import' });
    // Paid, refused by the ledger because the account is inactive, and left to people.
    const refused = [
      await insert('refused, open', 'PROCESSING'),
      await insert('refused, failed', 'FAILED'),
    ];
    const posting = { companyId, accountId, amount: 700n, hold: 0n, legs: [], at: ended };
    const texts = { kind: 'collection', description: 'Refused' };
    await postAll(
      owner,
      refused.map((id) => ({ ...posting, ...texts, type: 'credit', key: `collection:${id}` })),
    );
    return { companyId, accountId };
  }

  it('they get it with their own dates, state and reason, and the ledger stays right', async () => {
    const { url, database, owner } = await olderDatabase(10);
    const { companyId, accountId } = await storeCollections(owner);
    const before = await owner.rows<{ id: string }>('select * from transactions order by id');
    await stopServers(url);
    await migrate(url, () => {});
    const rows = await owner.rows(
      `select p.reference, t.status, t.type, t.amount::int, t.reason, t.description, t.created_at,
         t.finished_at
       from payments p left join transactions t on t.company_id = p.company_id
         and t.id = p.transaction_id and t.account_id = $2
       where p.company_id = $1 order by p.reference`,
      [companyId, accountId],
    );
    const pending = { status: 'pending', reason: null, created_at: asked, finished_at: null };
    const failed = { status: 'failed', type: 'credit', amount: 700, finished_at: ended };
    const description = 'Mobile money from 256772000000';
    expect(rows).toMatchObject([
      { reference: 'declined', ...failed, reason: 'The payer refused', created_at: asked },
      { reference: 'imported', status: null },
      { reference: 'open', type: 'credit', amount: 700, description, ...pending },
      { reference: 'refused, failed', ...failed, reason: 'inactive_account' },
      { reference: 'refused, open', type: 'credit', amount: 700, ...pending },
    ]);
    const kept = await owner.rows('select * from transactions where id = any ($1) order by id', [
      before.map(({ id }) => id),
    ]);
    expect(kept).toMatchObject(before);
    expect((await checkLedger(database)).violations).toEqual([]);
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

  it('starts again if it is chosen to end a deadlock', async () => {
    const { url, owner } = await createTestDatabase();
    const folder = copyOfFunctions();
    writeFileSync(
      new URL('a_new_one.sql', folder),
      `lock table roles; lock table users; ${functionNamed('a_new_one')}`,
    );
    const server = await patientServer(url);
    await server.query('begin; lock table users');
    const applied: string[] = [];
    const isMigrated = migrate(url, (line) => applied.push(line), folder);
    await someoneWaits(owner, 1, 'lock table roles%');
    // Answered only when the migration has let go of it.
    await server.query('lock table roles');
    expect(applied).toEqual([]);
    await server.query('commit');
    await isMigrated;
    expect(applied).toEqual(['Database: applied functions a_new_one']);
  });

  /** Waits for longer than the migration before it looks for deadlocks. */
  async function patientServer(url: string): Promise<pg.Client> {
    const superuser = new URL(inject('postgresUrl'));
    superuser.pathname = new URL(url).pathname;
    const client = new pg.Client({ connectionString: superuser.href });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("set deadlock_timeout = '1min'");
    return client;
  }

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

describe('a database that a newer version has migrated', () => {
  const later = async (needs: number | null) => {
    const { url, owner } = await createTestDatabase();
    await owner.rows(
      `insert into schema_migrations (version, name, checksum, needs) values (999, 'later.sql', 'x', $1)`,
      [needs],
    );
    return { url, owner };
  };

  it('is left as it is if it has only more than this version knows', async () => {
    const { url, owner } = await later(72);
    await owner.rows("update schema_functions set checksum = 'of a newer version'");
    const said: string[] = [];
    await migrate(url, (line) => said.push(line));
    expect(said).toEqual(['Database: a newer version has migrated it; as it is']);
    expect(await owner.rows('select distinct checksum from schema_functions')).toHaveLength(1);
  });

  it('is refused if it lacks what this version needs', async () => {
    const { url } = await later(999);
    await expect(migrate(url, () => {})).rejects.toThrow('migrated by a newer version');
  });

  it('keeps the functions of a newer release without a migration', async () => {
    const { url, owner } = await createTestDatabase();
    await owner.rows(
      "update schema_functions set release = 1 + release, checksum = 'newer' where name = 'kampala_day'",
    );
    await migrate(url, () => {});
    expect(
      await owner.row("select checksum from schema_functions where name = 'kampala_day'"),
    ).toEqual({ checksum: 'newer' });
  });
});

it('refuses a migration that was changed after it ran', async () => {
  const { url, owner } = await createTestDatabase();
  await owner.rows("update schema_migrations set checksum = 'other' where version = 2");
  await expect(migrate(url, () => {})).rejects.toThrow(
    'Migration 2 in the database is not the one',
  );
});

it('upgrades a database that ran an earlier text of a migration with the same effect', async () => {
  const { url, owner } = await olderDatabase(85);
  await owner.rows(
    "update schema_migrations set checksum = '61fee95aaf78809f0e89cf37308c8d03836b66a01659dade2b7774d81bfd3ec3' where version = 84",
  );
  await owner.rows(
    "update schema_migrations set checksum = '77f6d5a3892acd7cfb1249c4b3c440a992c43a65ba3b6b6a838dc929fdeffa49' where version = 85",
  );
  await migrate(url, () => {});
  const row = await owner.row('select count(*)::int as count from schema_migrations');
  expect(row).toEqual({ count: await latestMigration() });
});

it('waits for the tables that a migration names before it locks any other', async () => {
  const { url, owner } = await olderDatabase(82);
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  onTestFinished(() => server.end());
  await server.query('begin; lock table payments in access share mode');
  const isMigrated = migrate(url, () => {});
  await someoneWaits(owner, 1, 'lock table payments%');
  const locked = await owner.rows<{ name: string }>(
    `select relation::regclass::text as name from pg_locks
     where granted and mode in ('ShareLock', 'ShareRowExclusiveLock', 'AccessExclusiveLock')
       and pid = (select pid from pg_stat_activity
                  where datname = current_database() and application_name = 'sente migrate')
       and relation::regclass::text !~ '^schema_'`,
  );
  expect(locked).toEqual([]);
  await server.query('commit');
  await isMigrated;
});
