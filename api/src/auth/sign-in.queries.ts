import { hash } from 'node:crypto';
import type { Db } from '../db/database.ts';

/** Whoever signs in. */
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

const person = `select u.id, u.email, u.first_name, u.company_id, u.last_login_at is not null as has_come,
    u.password_hash, u.is_password_temporary, u.is_active and c.archived_at is null as may_sign_in
  from users u left join companies c on c.id = u.company_id
  where u.deleted_at is null`;

export function findForSignIn(db: Db, email: string): Promise<SignInRow | undefined> {
  return db.row<SignInRow>(`${person} and lower(u.email) = lower($1)`, [email]);
}

/** Of the people who may sign in with this role, the first one created. */
export function findFirstOf(db: Db, role: string): Promise<SignInRow | undefined> {
  return db.row<SignInRow>(
    `${person} and u.is_active and c.archived_at is null and u.password_hash is not null
       and exists (
         select from user_roles h join roles r on r.id = h.role_id
         where h.user_id = u.id and r.name = $1
       )
     order by u.created_at, u.id limit 1`,
    [role],
  );
}

/** Undefined also for somebody who may not sign in any more. */
export async function findPerson(db: Db, userId: string): Promise<SignInRow | undefined> {
  const found = await db.row<SignInRow>(`${person} and u.id = $1`, [userId]);
  return found?.may_sign_in ? found : undefined;
}

/** Whether a second factor is required of somebody who has none. */
export async function needsFactor(db: Db, userId: string): Promise<boolean> {
  const row = await db.row<{ is_required: boolean }>('select factor_required($1) as is_required', [
    userId,
  ]);
  return row?.is_required ?? false;
}

export async function insertSession(
  db: Db,
  session: {
    tokenHash: Buffer;
    userId: string;
    expiresAt: Date;
    address: string;
    userAgent: string | null;
    /** Of the open demo. */
    isVisitor: boolean;
    /** The person showed a second factor. */
    hasShownFactor: boolean;
    /** Of the browser; null for a visitor. */
    deviceHash: Buffer | null;
  },
): Promise<void> {
  await db.rows(
    `insert into sessions
       (token_hash, user_id, expires_at, address, user_agent, is_visitor, factor_at, device_hash)
     values ($1, $2, $3, $4, $5, $6, case when $7 then now() end, $8)`,
    [
      session.tokenHash,
      session.userId,
      session.expiresAt,
      session.address,
      session.userAgent,
      session.isVisitor,
      session.hasShownFactor,
      session.deviceHash,
    ],
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

/** Names a password without revealing it; its hash is salted. */
export function markOf(passwordHash: string): Buffer {
  return hash('sha256', passwordHash, 'buffer');
}

/** Only if the person still has the password that was typed at the first step, if there was one. */
export async function confirmSecondStep(
  db: Db,
  userId: string,
  passwordMark: Buffer | null,
): Promise<boolean> {
  const confirmed = await db.row(
    `update users set last_login_at = now()
     where id = $1 and ($2::bytea is null or sha256(convert_to(password_hash, 'UTF8')) = $2)
       and is_active and deleted_at is null
     returning id`,
    [userId, passwordMark],
  );
  return confirmed !== undefined;
}

/** The first step: the password is right, and the second factor follows. */
export async function confirmPassword(
  db: Db,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const confirmed = await db.row(
    `update users set password_hash = $3
     where id = $1 and password_hash = $2 and is_active and deleted_at is null
     returning id`,
    [userId, from, to],
  );
  return confirmed !== undefined;
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.rows('delete from sessions where token_hash = $1', [tokenHash]);
}
