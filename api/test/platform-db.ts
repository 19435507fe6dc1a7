import type { Database, Db } from '../src/db/database.ts';
import { platformScope } from '../src/db/scope.ts';

/** In platform scope; each statement commits on its own. To arrange and to inspect. */
export function platformDb(database: Database): Db {
  return {
    rows: (...statement) => database.within(platformScope, (db) => db.rows(...statement)),
    row: (...statement) => database.within(platformScope, (db) => db.row(...statement)),
    mode: 'live',
    isByIndex: false,
    changed: () => {},
  };
}
