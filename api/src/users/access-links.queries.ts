import type { AccessLinkKind } from '@sente/contract/access-links';
import type { Db } from '../db/database.ts';

export interface NewLink {
  readonly id: string;
  readonly userId: string;
  readonly kind: AccessLinkKind;
  readonly tokenHash: Buffer;
  readonly email: string;
  readonly createdBy: string | null;
  readonly expiresAt: Date;
}

export async function revokeLinks(
  db: Db,
  userId: string,
  kinds: readonly AccessLinkKind[],
): Promise<void> {
  await db.rows(
    `update access_links set revoked_at = now()
     where user_id = $1 and kind = any ($2) and used_at is null and revoked_at is null`,
    [userId, kinds],
  );
}

/**
 * For a new email or a new password, made by somebody else: of a person who may do more now than when they were
 * made, or who gets another one.
 */
export async function revokeLinksOfOthers(
  db: Db,
  userId: string,
  kinds: readonly AccessLinkKind[] = ['email', 'password'],
): Promise<void> {
  await db.rows(
    `update access_links set revoked_at = now()
     where user_id = $1 and kind = any ($2) and created_by <> user_id
       and used_at is null and revoked_at is null`,
    [userId, kinds],
  );
}

/**
 * Invitations included: their link may be with whoever was to invite somebody who administers nothing. The holders are
 * locked first, so that a link that somebody is just making for one of them is there to be revoked.
 */
export async function revokeLinksOfHolders(db: Db, roleId: string): Promise<void> {
  await db.rows(
    `select 1 from users where id in (select user_id from user_roles where role_id = $1)
     order by id for no key update`,
    [roleId],
  );
  await db.rows(
    `update access_links set revoked_at = now()
     where user_id in (select user_id from user_roles where role_id = $1)
       and (created_by <> user_id or kind = 'invitation') and used_at is null and revoked_at is null`,
    [roleId],
  );
}

/** For a new email or password of others: somebody who loses trust or power keeps no way to their accounts. */
export async function revokeLinksMadeBy(db: Db, userId: string): Promise<void> {
  await db.rows(
    `update access_links set revoked_at = now()
     where created_by = $1 and kind in ('email', 'password') and used_at is null and revoked_at is null`,
    [userId],
  );
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
  /** Who made it; null if anybody could ask for it. */
  readonly asked_by: string | null;
  readonly asker_name: string | null;
  readonly asker_is_staff: boolean | null;
}

/**
 * Undefined if it does not work any more: used, revoked, expired, sent to an address that the user no longer
 * has, or made by somebody who has left since, unless it is an invitation. Locks the user, so that a link is used
 * once.
 */
export async function findLink(
  db: Db,
  tokenHash: Buffer,
  isLocked: boolean,
): Promise<LinkRow | undefined> {
  const find = (lock: string) =>
    db.row<LinkRow>(
      `select l.id, l.kind, l.user_id, u.company_id, u.first_name, u.last_name, u.username,
         u.email as user_email, l.email, c.name as company_name, l.expires_at, l.created_by as asked_by,
         a.first_name || ' ' || a.last_name as asker_name, a.is_staff as asker_is_staff
       from access_links l join users u on u.id = l.user_id left join companies c on c.id = u.company_id
         left join users a on a.id = l.created_by
       where l.token_hash = $1 and l.used_at is null and l.revoked_at is null and l.expires_at > now()
         and u.is_active and u.deleted_at is null and c.archived_at is null
         and (l.kind = 'email' or lower(l.email) = lower(u.email))
         and (l.kind = 'invitation' or l.created_by is null or (a.is_active and a.deleted_at is null))
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
  readonly company_name: string | null;
  /** Who sent the invitation, if the person has not accepted it yet; it may have expired. */
  readonly inviter: string | null;
}

/**
 * Locked, so that requests that arrive together send one mail. An invited person has no password to recover and gets
 * the invitation again, unless it was revoked, its inviter has left, or nobody has meant it for two weeks.
 */
export async function findRecoverable(db: Db, email: string): Promise<Recoverable | undefined> {
  const find = (lock: string) =>
    db.row<Recoverable>(
      `select u.id, u.email, u.first_name, u.company_id, c.name as company_name,
         case when u.password_hash is null then i.inviter end as inviter
       from users u left join companies c on c.id = u.company_id
         left join lateral (
           select a.first_name || ' ' || a.last_name as inviter, l.revoked_at, l.created_at,
             a.is_active and a.deleted_at is null as is_meant
           from access_links l join users a on a.id = l.created_by
           where l.user_id = u.id and l.kind = 'invitation'
           order by l.created_at desc, l.id desc limit 1
         ) i on true
       where lower(u.email) = lower($1) and u.deleted_at is null and u.is_active
         and (u.password_hash is not null or i.is_meant and i.revoked_at is null
           and i.created_at > now() - interval '14 days')
         and c.archived_at is null${lock}`,
      [email],
    );
  const locked = await find(' for no key update of u');
  // Read again after the lock: somebody may have revoked the invitation meanwhile.
  return locked && find('');
}

/**
 * Whether another link would be one too many, because strangers may be asking: three of a day a minute apart,
 * then one every half hour. It is one too many only after a link that works, so whoever gets no mail has one whose
 * link works for half an hour yet.
 */
export async function hasEnoughLinks(
  db: Db,
  userId: string,
  kind: AccessLinkKind,
): Promise<boolean> {
  const row = await db.row<{ has_enough: boolean }>(
    `select coalesce(
       max(created_at) filter (where used_at is null and revoked_at is null and expires_at > now()
           and lower(email) = (select lower(email) from users where id = $1))
         > now() - case when count(*) < 3 then interval '1 minute' else interval '30 minutes' end,
       false) as has_enough
     from access_links
     where user_id = $1 and kind = $2 and created_at > now() - interval '1 day'`,
    [userId, kind],
  );
  return row?.has_enough ?? false;
}

/** Of invitations that nobody in particular made: they take nothing from what the inviter may send. */
export async function hasEnoughAskedInvitations(db: Db, userId: string): Promise<boolean> {
  const row = await db.row<{ has_enough: boolean }>(
    `select count(*) >= 2 as has_enough from access_links
     where user_id = $1 and kind = 'invitation' and created_by is null
       and created_at > now() - interval '1 day'`,
    [userId],
  );
  return row?.has_enough ?? false;
}

/** Chosen by the person. */
export async function setOwnPassword(db: Db, userId: string, hash: string): Promise<void> {
  await db.rows(
    `update users set password_hash = $2, is_password_temporary = false, updated_at = now()
     where id = $1`,
    [userId, hash],
  );
}

export async function setEmail(db: Db, userId: string, email: string): Promise<void> {
  await db.rows('update users set email = $2, updated_at = now() where id = $1', [userId, email]);
}
