import type { Db } from '../db/database.ts';

export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const row = await db.row<{ password_hash: string }>(
    'select password_hash from users where id = $1 and deleted_at is null',
    [userId],
  );
  return row?.password_hash ?? null;
}

/** Changes it only if it is still the verified one; returns whether it did. */
export async function replacePassword(
  db: Db,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const row = await db.row(
    `update users set password_hash = $3, updated_at = now()
     where id = $1 and password_hash = $2 and deleted_at is null returning id`,
    [userId, from, to],
  );
  return row !== undefined;
}
