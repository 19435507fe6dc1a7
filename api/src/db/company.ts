import type { Db } from './database.ts';

/** Within the caller's scope; an archived company exists for nobody. */
export async function companyExists(db: Db, id: string): Promise<boolean> {
  const row = await db.row('select 1 from companies where id = $1 and archived_at is null', [id]);
  return row !== undefined;
}

/** The same, and until this transaction ends it can be neither changed nor archived. */
export async function holdCompany(db: Db, id: string): Promise<boolean> {
  const row = await db.row(
    'select 1 from companies where id = $1 and archived_at is null for share',
    [id],
  );
  return row !== undefined;
}
