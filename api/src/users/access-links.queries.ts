import type { AccessLinkKind } from '@sente/contract/access-links';
import type { Db } from '../db/database.ts';
import { endSessions } from './user-changes.queries.ts';

export interface NewLink {
  readonly id: string;
  readonly userId: string;
  readonly kind: AccessLinkKind;
  readonly tokenHash: Buffer;
  readonly email: string;
  readonly createdBy: string | null;
  readonly expiresAt: Date;
}

const isOpen = 'used_at is null and revoked_at is null';

/** Returns whether there was one that still worked. */
export async function revokeLinks(
  db: Db,
  userId: string,
  kinds: readonly AccessLinkKind[],
): Promise<boolean> {
  const revoked = await db.rows<{ works: boolean }>(
    `update access_links set revoked_at = now()
     where user_id = $1 and kind = any ($2) and ${isOpen} returning expires_at > now() as works`,
    [userId, kinds],
  );
  return revoked.some(({ works }) => works);
}

export async function insertLink(db: Db, link: NewLink): Promise<void> {
  await db.rows(
    `insert into access_links (id, user_id, kind, token_hash, email, created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [link.id, link.userId, link.kind, link.tokenHash, link.email, link.createdBy, link.expiresAt],
  );
}

export interface LinkRow {
  readonly id: string;
  readonly kind: AccessLinkKind;
  readonly user_id: string;
  readonly company_id: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string;
  readonly user_email: string;
  readonly email: string;
  readonly company_name: string | null;
  readonly expires_at: Date;
}

/**
 * Undefined if it does not work any more: used, revoked, expired, or sent to an address that the user
 * no longer has. Locks the user, so that a link is used once.
 */
export async function findLink(
  db: Db,
  tokenHash: Buffer,
  isLocked: boolean,
): Promise<LinkRow | undefined> {
  const find = (lock: string) =>
    db.row<LinkRow>(
      `select l.id, l.kind, l.user_id, u.company_id, u.first_name, u.last_name, u.username,
         u.email as user_email, l.email, c.name as company_name, l.expires_at
       from access_links l join users u on u.id = l.user_id left join companies c on c.id = u.company_id
       where l.token_hash = $1 and l.used_at is null and l.revoked_at is null and l.expires_at > now()
         and u.is_active and u.deleted_at is null and c.archived_at is null
         and (l.kind = 'email' or lower(l.email) = lower(u.email))
         and (l.kind = 'invitation') = (u.password_hash is null)${lock}`,
      [tokenHash],
    );
  if (!isLocked) return find('');
  // Read again after the lock: another request may have used it meanwhile.
  const locked = await find(' for no key update of u');
  return locked && find('');
}

export async function markUsed(db: Db, id: string): Promise<void> {
  await db.rows('update access_links set used_at = now() where id = $1', [id]);
}

export interface Recoverable {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly company_id: string | null;
}

/** Locked, so that requests that arrive together send one mail. Invited people have an invitation instead. */
export function findRecoverable(db: Db, email: string): Promise<Recoverable | undefined> {
  return db.row<Recoverable>(
    `select u.id, u.email, u.first_name, u.company_id
     from users u left join companies c on c.id = u.company_id
     where lower(u.email) = lower($1) and u.deleted_at is null and u.is_active
       and u.password_hash is not null and c.archived_at is null
     for no key update of u`,
    [email],
  );
}

/** A link was sent a moment ago, or ten were today: somebody else may be asking. */
export async function hasRecentLink(db: Db, userId: string): Promise<boolean> {
  const row = await db.row<{ is_recent: boolean }>(
    `select coalesce(max(created_at) > now() - interval '1 minute', false) or count(*) >= 10 as is_recent
     from access_links
     where user_id = $1 and kind = 'password' and created_at > now() - interval '1 day'`,
    [userId],
  );
  return row?.is_recent ?? false;
}

/** Chosen by the person. Ends all sessions: whoever knew the former password is signed out. */
export async function setOwnPassword(db: Db, userId: string, hash: string): Promise<void> {
  await db.rows(
    `update users set password_hash = $2, is_password_temporary = false, updated_at = now()
     where id = $1`,
    [userId, hash],
  );
  await endSessions(db, userId, null);
}

/** Ends all sessions: the person signs in with the new one. */
export async function setEmail(db: Db, userId: string, email: string): Promise<void> {
  await db.rows('update users set email = $2, updated_at = now() where id = $1', [userId, email]);
  await endSessions(db, userId, null);
}
