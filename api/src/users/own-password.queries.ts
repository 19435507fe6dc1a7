import type { Db } from '../db/database.ts';

export interface OwnPasswordRow {
  readonly password_hash: string;
  readonly first_name: string;
  readonly email: string;
  readonly company_name: string | null;
  /** Which the new password must not contain. */
  readonly names: readonly (string | null)[];
}

export function findOwnPassword(db: Db, userId: string): Promise<OwnPasswordRow | undefined> {
  return db.row<OwnPasswordRow>(
    `select u.password_hash, u.first_name, u.email, c.name as company_name,
       array[u.first_name, u.last_name, u.username, u.email, c.name] as names
     from users u left join companies c on c.id = u.company_id
     where u.id = $1 and u.deleted_at is null and u.password_hash is not null`,
    [userId],
  );
}

/**
 * Whether the password need not be typed: it is temporary, and the person showed a second factor in this
 * session a moment ago. Whoever signed in with a passkey alone may not know what somebody else typed.
 */
export async function needsNoPassword(db: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await db.row(
    `select 1 from sessions s join users u on u.id = s.user_id
     where s.token_hash = $1 and u.is_password_temporary and s.factor_at > now() - interval '10 minutes'`,
    [tokenHash],
  );
  return row !== undefined;
}

/** Changes it only if it is still the verified one; returns whether it did. */
export async function replacePassword(
  db: Db,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const row = await db.row(
    `update users set password_hash = $3, is_password_temporary = false, updated_at = now()
     where id = $1 and password_hash = $2 and deleted_at is null returning id`,
    [userId, from, to],
  );
  return row !== undefined;
}

export async function renewSession(db: Db, from: Buffer, to: Buffer): Promise<void> {
  await db.rows('update sessions set token_hash = $2 where token_hash = $1', [from, to]);
}
