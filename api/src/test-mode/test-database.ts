import { openDatabase, type Db } from '../db/database.ts';
import { StartError } from '../db/embedded/start-error.ts';
import { migrate } from '../db/migrate.ts';
import { platformScope } from '../db/scope.ts';

/** Brings the database of the test world to this code's schema, and refuses one that holds anything real. */
export async function prepareTestDatabase(url: string): Promise<void> {
  // Before anything of it is changed.
  if (await asOwner(url, isLive)) {
    throw new StartError(
      'SENTE_TEST_DATABASE_URL names the database of a live server. Test mode needs one of its own.',
    );
  }
  await migrate(url, () => {});
  await asOwner(url, (db) =>
    db.rows(
      "insert into server_facts (name, value) values ('test_world', 'true') on conflict do nothing",
    ),
  );
}

/** Each time on a connection of its own: the migration takes one that stays for an older server. */
async function asOwner<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const owner = openDatabase({
    url,
    poolSize: 1,
    statementTimeoutMs: 10_000,
    role: null,
    onIdleError: () => {},
  });
  try {
    return await owner.within(platformScope, work);
  } finally {
    await owner.close();
  }
}

async function isLive(db: Db): Promise<boolean> {
  if (!(await db.row("select where to_regclass('server_facts') is not null"))) return false;
  return (await db.row("select from server_facts where name = 'first_run'")) !== undefined;
}
