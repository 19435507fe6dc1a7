import pg from 'pg';
import { briefLimits } from '../db/limits.ts';
import { StartError } from '../db/embedded/start-error.ts';

interface Checked {
  /** False accepts a server that does not sync to disk. */
  readonly mustSync: boolean;
}

const oldestVersion = 15;
const roles = ['sente_app', 'sente_watcher'];

/** Before the migrations: what this program needs of a server that it did not start. */
export async function checkServer(ownerUrl: string, { mustSync }: Checked): Promise<void> {
  await connected(ownerUrl, async (client) => {
    await checkVersion(client);
    if (mustSync) await checkSyncing(client);
    await checkRoles(client);
  });
}

async function checkVersion(client: pg.Client): Promise<void> {
  const [row] = await rows<{ number: string; name: string }>(
    client,
    "select current_setting('server_version_num') as number, current_setting('server_version') as name",
  );
  if (Number(row?.number) >= oldestVersion * 10_000) return;
  throw new StartError(
    `The database is PostgreSQL ${row?.name}. Sente needs ${oldestVersion} or newer.`,
  );
}

/**
 * With one of them off, a power cut loses payments that were acknowledged, or breaks the database. With `local` a
 * failover does. The last one may differ between logins.
 */
async function checkSyncing(client: pg.Client): Promise<void> {
  const off = await rows<{ name: string; setting: string; login: string }>(
    client,
    `select name, setting, session_user as login from pg_settings
     where name in ('fsync', 'full_page_writes') and setting = 'off'
        or name = 'synchronous_commit' and setting in ('off', 'local')
     order by 1`,
  );
  const [first] = off;
  if (!first) return;
  const names = off.map(({ name }) => name).join(' and ');
  const { setting } = off.at(-1) ?? first;
  throw new StartError(
    `The database may lose what it has confirmed to ${first.login}: ${names} is ${setting}. Switch it on; SENTE_DATABASE_FSYNC=off accepts it for tests.`,
  );
}

/** A dump contains neither roles nor, restored without them, their rights. */
async function checkRoles(client: pg.Client): Promise<void> {
  const [filled] = await rows<{ is: boolean }>(
    client,
    "select to_regclass('public.companies') is not null as is",
  );
  if (!filled?.is) return;
  const found = await rows<{ name: string }>(
    client,
    'select rolname as name from pg_roles where rolname = any ($1)',
    [roles],
  );
  const missing = roles.filter((role) => !found.some(({ name }) => name === role));
  if (missing.length > 0) throw withoutRoles(`has no role ${missing.join(' and ')}`);
  const [rights] = await rows<{ are: boolean }>(
    client,
    "select has_table_privilege('sente_app', 'public.companies', 'select') as are",
  );
  if (!rights?.are) throw withoutRoles('gives its roles no rights');
}

function withoutRoles(what: string): StartError {
  return new StartError(
    `The database ${what}: it was restored without its roles. Drop it, restore the roles first, and then the database: see "Restore" in docs/operations.md.`,
  );
}

/** After the migrations: whether requests log in with few rights. Says what they have too much of. */
export async function checkLogin(
  url: string,
  { mustSync }: Checked,
  say: (line: string) => void,
): Promise<void> {
  await connected(url, async (client) => {
    if (mustSync) await checkSyncing(client);
    const [login] = await rows<{
      name: string;
      mayRequest: boolean;
      mayWork: boolean;
      owns: boolean;
    }>(
      client,
      `select session_user as name, pg_has_role('sente_app', 'member') as "mayRequest",
         pg_has_role('sente_jobs', 'member') as "mayWork",
         pg_has_role((select relowner from pg_class where oid = 'public.companies'::regclass), 'member') as owns`,
    );
    if (!login?.mayRequest || !login.mayWork) {
      throw new StartError(
        `DATABASE_URL logs in as ${login?.name}, who may not become sente_app and sente_jobs. Let an administrator run: grant sente_app, sente_jobs to ${login?.name};`,
      );
    }
    if (login.owns) {
      say(
        `Requests log in as ${login.name}, who owns the database. Give them a login that owns nothing: see "Logins" in docs/operations.md.`,
      );
    }
  });
}

/**
 * A replica that is away holds up nobody: readings go to the primary until it is there. One of another database, or
 * that requests may not read, is a mistake.
 */
export async function checkReplica(
  readUrl: string,
  url: string,
  say: (line: string) => void,
): Promise<void> {
  const system = 'select system_identifier::text as id from pg_control_system()';
  const identify = async (client: pg.Client) => (await rows<{ id: string }>(client, system))[0]?.id;
  let own: string | undefined;
  await connected(url, async (client) => {
    own = await identify(client);
  });
  try {
    await connected(readUrl, async (client) => {
      if ((await identify(client)) !== own) {
        throw new StartError('SENTE_READ_URL is no replica of DATABASE_URL, but another database.');
      }
      await client.query('set role sente_app').catch((error: unknown) => {
        throw new StartError(
          `SENTE_READ_URL logs in as somebody who may not read: ${String(error)}`,
        );
      });
    });
  } catch (error) {
    if (error instanceof StartError && error.message.startsWith('SENTE_READ_URL')) throw error;
    say(
      'The replica of SENTE_READ_URL cannot be reached. Reports are read from the database itself.',
    );
  }
}

async function rows<Row extends object>(client: pg.Client, sql: string, values: unknown[] = []) {
  return (await client.query<Row>(sql, values)).rows;
}

async function connected(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ ...briefLimits, connectionString: url });
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error && error.message ? error.message : String(error);
    throw new StartError(
      `The database named by DATABASE_URL cannot be reached (${reason}). Check the address, or unset it to use the embedded database.`,
    );
  }
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
