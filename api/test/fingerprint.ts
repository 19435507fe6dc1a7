import type { Db } from '../src/db/database.ts';

/** The rows of a table, as far as a test compares them. */
export interface TableState {
  readonly name: string;
  readonly rows: number;
  readonly hash: string | null;
}

/** Of everything that is stored, but for these tables. */
export async function fingerprint(db: Db, except: readonly string[]): Promise<TableState[]> {
  const tables = await db.rows<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [except],
  );
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*)::int as rows, sum(hashtext(t::text))::text as hash from ${name} t`,
  );
  return db.rows(parts.join(' union all '));
}
