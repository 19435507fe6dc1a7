import { openDatabase, type Database, type Db } from '../api/src/db/database.ts';
import { platformDb } from '../api/test/platform-db.ts';

/** For work that takes minutes or cannot run in a transaction. */
export function openAsOwner(url: string, poolSize = 4): Database {
  return openDatabase({ url, poolSize, statementTimeoutMs: 0, role: null, onIdleError: () => {} });
}

/** In platform scope; each statement commits on its own. */
export async function asOwner<T>(url: string, work: (owner: Db) => Promise<T>): Promise<T> {
  return closing(openAsOwner(url), (database) => work(platformDb(database)));
}

/** As the program opens it for requests. */
export async function asRequests<T>(
  url: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase({
    url,
    poolSize: 20,
    statementTimeoutMs: 5_000,
    role: 'sente_app',
    onIdleError: () => {},
  });
  return closing(database, work);
}

/** Vacuum and analyze, so that no measurement depends on missing statistics or dead rows. */
export async function vacuum(url: string): Promise<void> {
  await closing(openAsOwner(url), (database) => database.unscoped.rows('vacuum (analyze)'));
}

export async function closing<T>(
  database: Database,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
