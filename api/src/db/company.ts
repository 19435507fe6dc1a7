import type { Db } from './database.ts';

/** Within the caller's scope; archived companies do not count. */
export async function companyExists(db: Db, id: string): Promise<boolean> {
  const row = await db.row('select 1 from companies where id = $1 and archived_at is null', [id]);
  return row !== undefined;
}

/** The same, with a lock against changes and archiving until this transaction ends. */
export async function holdCompany(db: Db, id: string): Promise<boolean> {
  const row = await db.row(
    'select 1 from companies where id = $1 and archived_at is null for share',
    [id],
  );
  return row !== undefined;
}
