import { readFile } from 'node:fs/promises';
import { seedDemo } from '../../demo/demo.ts';
import { openDatabase, type Db } from '../db/database.ts';
import { lockKeys } from '../db/lock-keys.ts';
import { StartError } from '../db/embedded/start-error.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Env } from '../env.ts';
import { openSealer } from '../security/credential-key.ts';
import { hashPassword, isCommonPassword } from '../security/passwords.ts';

export interface DatabaseFacts {
  /** Whether this database contains demo data, with known passwords. */
  readonly demo: boolean;
}

/**
 * Fills an empty database with the demo data, or with one administrator from the settings. One
 * transaction, so that a killed start leaves nothing behind and instances that start together wait
 * for each other.
 */
export function ensureFirstData(
  url: string,
  env: Env,
  say: (line: string) => void,
): Promise<DatabaseFacts> {
  return asOwner(url, async (db) => (await readFacts(db)) ?? fill(db, env, say));
}

/** Deletes everything and loads the demo data. */
export function resetToDemo(url: string, env: Env, say: (line: string) => void): Promise<void> {
  return asOwner(url, async (db) => {
    const facts = await readFacts(db);
    if (facts) refuseRealData(facts);
    await empty(db);
    await fill(db, { ...env, demo: true }, say);
  });
}

/** Refuses real data; an empty database gets the demo data first. */
export async function requireDemoData(
  url: string,
  env: Env,
  say: (line: string) => void,
): Promise<void> {
  refuseRealData(await ensureFirstData(url, { ...env, demo: true }, say));
}

function refuseRealData(facts: DatabaseFacts): void {
  if (facts.demo) return;
  throw new StartError(
    'This database holds real data, not demo data, so it is left as it is. Set SENTE_DATA to another folder for a demo.',
  );
}

async function asOwner<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const owner = openDatabase({
    url,
    poolSize: 1,
    statementTimeoutMs: 120_000,
    role: null,
    // The one connection is always in use, so a break shows up in the query.
    onIdleError: () => {},
  });
  try {
    return await owner.within(platformScope, async (db) => {
      await db.rows('select pg_advisory_xact_lock($1)', [lockKeys.firstData]);
      return work(db);
    });
  } finally {
    await owner.close();
  }
}

async function fill(db: Db, env: Env, say: (line: string) => void): Promise<DatabaseFacts> {
  if (!env.demo && !env.firstAdministrator) {
    throw new StartError(
      'This database has no administrator yet. Set SENTE_ADMIN_EMAIL and SENTE_ADMIN_PASSWORD for the first one, or SENTE_DEMO=on for demo data.',
    );
  }
  if (env.demo) {
    say('Demo data: loading');
    const sealer = openSealer(env, say);
    await seedDemo(db, { webPort: env.webPort, sealer, showsMails: env.smtp === null });
  }
  if (env.firstAdministrator) await createAdministrator(db, env.firstAdministrator);
  const facts: DatabaseFacts = { demo: env.demo };
  // The demo sign-ins work with their password alone.
  await db.rows('update platform_settings set staff_need_factor = $1', [!env.demo]);
  await db.rows("insert into server_facts (name, value) values ('first_run', $1)", [
    JSON.stringify(facts),
  ]);
  return facts;
}

async function readFacts(db: Db): Promise<DatabaseFacts | null> {
  if (await db.row("select from server_facts where name = 'test_world'")) {
    throw new StartError(
      'DATABASE_URL names the database of a test world. Set it to the one with the real data.',
    );
  }
  const row = await db.row<{ value: DatabaseFacts }>(
    "select value from server_facts where name = 'first_run'",
  );
  return row?.value ?? null;
}

async function createAdministrator(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<void> {
  if (await isCommonPassword(password)) {
    throw new StartError(
      'SENTE_ADMIN_PASSWORD is one of the most common passwords. Choose another.',
    );
  }
  const id = uuidV7();
  await db.rows(
    `insert into users (id, is_staff, first_name, last_name, username, email, password_hash)
     values ($1, true, 'First', 'Administrator', $2, $2, $3)`,
    [id, email, await hashPassword(password)],
  );
  await db.rows(
    "insert into user_roles (user_id, role_id) select $1, id from roles where name = 'SuperAdmin'",
    [id],
  );
}

const builtInRoles = ['0003_built_in_roles.sql', '0021_permissions.sql'].map(
  (name) => new URL(`../../migrations/${name}`, import.meta.url),
);

/** What the migrations wrote and no program changes. All other tables are emptied. */
const keptTables = [
  'schema_migrations',
  'schema_functions',
  'networks',
  'network_prefixes',
  'readiness_checks',
];

/** Restores the state after the migrations: only the built-in roles and permissions. */
async function empty(db: Db): Promise<void> {
  const tables = await db.rows<{ name: string; has_triggers: boolean }>(
    `select quote_ident(tablename) as name, hastriggers as has_triggers from pg_tables
     where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [keptTables],
  );
  // Some refuse to delete.
  const triggered = tables.filter(({ has_triggers }) => has_triggers);
  for (const { name } of triggered) await db.rows(`alter table ${name} disable trigger user`);
  await db.rows(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  // A table of the job queue: the events of its jobs are gone.
  await db.rows('delete from graphile_worker._private_jobs');
  for (const { name } of triggered) await db.rows(`alter table ${name} enable trigger user`);
  await db.rows('insert into platform_settings default values');
  for (const file of builtInRoles) await db.rows(await readFile(file, 'utf8'));
}
