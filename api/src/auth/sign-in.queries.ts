import type { Db } from '../db/database.ts';

export interface SignInRow {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly company_id: string | null;
  /** Null for somebody who was invited and has not chosen one. */
  readonly password_hash: string | null;
  readonly is_password_temporary: boolean;
  readonly may_sign_in: boolean;
  /** Has signed in before. */
  readonly has_come: boolean;
}

export function findForSignIn(db: Db, email: string): Promise<SignInRow | undefined> {
  return db.row<SignInRow>(
    `select u.id, u.email, u.first_name, u.company_id, u.last_login_at is not null as has_come,
       u.password_hash, u.is_password_temporary, u.is_active and c.archived_at is null as may_sign_in
     from users u left join companies c on c.id = u.company_id
     where lower(u.email) = lower($1) and u.deleted_at is null`,
    [email],
  );
}

export async function insertSession(
  db: Db,
  session: {
    tokenHash: Buffer;
    userId: string;
    expiresAt: Date;
    address: string;
    userAgent: string | null;
  },
): Promise<void> {
  await db.rows(
    `insert into sessions (token_hash, user_id, expires_at, address, user_agent) values ($1, $2, $3, $4, $5)`,
    [session.tokenHash, session.userId, session.expiresAt, session.address, session.userAgent],
  );
  // Deletes a few expired sessions with each new one, so that they do not pile up.
  await db.rows(
    `delete from sessions where token_hash in (
       select token_hash from sessions where expires_at < now()
       order by expires_at limit 20 for update skip locked
     )`,
  );
}

/**
 * Only if the password is still the one that was verified: changing a password ends all sessions,
 * and a session created a moment later must not survive. Locks the row until the session is stored.
 */
export async function confirmSignIn(
  db: Db,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const confirmed = await db.row(
    `update users set last_login_at = now(), password_hash = $3
     where id = $1 and password_hash = $2 and is_active and deleted_at is null
     returning id`,
    [userId, from, to],
  );
  return confirmed !== undefined;
}

interface DeviceRow {
  /** This user has signed in with it before. */
  readonly is_own: boolean;
}

/** Undefined for a token that this server did not give out. */
export function findDevice(
  db: Db,
  tokenHash: Buffer,
  userId: string | null,
): Promise<DeviceRow | undefined> {
  return db.row<DeviceRow>(
    `select coalesce(bool_or(user_id = $2), false) as is_own from devices
     where token_hash = $1 having count(*) > 0`,
    [tokenHash, userId],
  );
}

/** Keeps a device known; one that was not used for half a year is forgotten. */
export async function keepDevice(
  db: Db,
  device: { tokenHash: Buffer; userId: string; userAgent: string | null },
): Promise<void> {
  await db.rows(
    `insert into devices (token_hash, user_id, user_agent) values ($1, $2, $3)
     on conflict (token_hash, user_id) do update set last_used_at = now(), user_agent = excluded.user_agent`,
    [device.tokenHash, device.userId, device.userAgent],
  );
  await db.rows(
    `delete from devices where (token_hash, user_id) in (
       select token_hash, user_id from devices where last_used_at < now() - interval '180 days'
       order by last_used_at limit 20 for update skip locked
     )`,
  );
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.rows('delete from sessions where token_hash = $1', [tokenHash]);
}
