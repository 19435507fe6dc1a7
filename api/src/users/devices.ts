import { trustDays } from '@sente/contract/second-step';
import type { Db } from '../db/database.ts';

/* Browsers in which a person has signed in before, or has chosen a password with a link. */

interface DeviceRow {
  /** This user has signed in with it before, or has chosen a password in it with a link. */
  readonly is_own: boolean;
  /** The former of the two. */
  readonly has_signed_in: boolean;
  /** It needs no second factor for a while. */
  readonly is_trusted: boolean;
}

/** Undefined for a token that this server did not give out, or that nobody is known by any more. */
export function findDevice(
  db: Db,
  tokenHash: Buffer,
  userId: string | null,
): Promise<DeviceRow | undefined> {
  return db.row<DeviceRow>(
    `select coalesce(bool_or(user_id = $2), false) as is_own,
       coalesce(bool_or(user_id = $2 and last_used_at >= created_at), false) as has_signed_in,
       coalesce(bool_or(user_id = $2 and trusted_until > now()), false) as is_trusted
     from devices
     where token_hash = $1 having count(*) > 0`,
    [tokenHash, userId],
  );
}

/** Keeps a device known; one that was not used for half a year is forgotten. */
export async function keepDevice(
  db: Db,
  device: { tokenHash: Buffer; userId: string; userAgent: string | null; isTrusted: boolean },
): Promise<void> {
  await db.rows(
    `insert into devices (token_hash, user_id, user_agent, trusted_until)
     values ($1, $2, $3, case when $4 then now() + $5 * interval '1 day' end)
     on conflict (token_hash, user_id) do update set last_used_at = now(), user_agent = excluded.user_agent,
       trusted_until = coalesce(excluded.trusted_until, devices.trusted_until)`,
    [device.tokenHash, device.userId, device.userAgent, device.isTrusted, trustDays],
  );
  await db.rows(
    `delete from devices where (token_hash, user_id) in (
       select token_hash, user_id from devices where last_used_at < now() - interval '180 days'
       order by last_used_at limit 20 for update skip locked
     )`,
  );
}

/**
 * Keeps a device known in which the person has chosen a password with a link, and has not signed in. It was
 * used last before it was created, by which the first sign-in is told as one with a new browser.
 */
export async function expectDevice(
  db: Db,
  device: { tokenHash: Buffer; userId: string; userAgent: string | null },
): Promise<void> {
  await db.rows(
    `insert into devices (token_hash, user_id, user_agent, last_used_at)
     values ($1, $2, $3, now() - interval '1 second') on conflict (token_hash, user_id) do nothing`,
    [device.tokenHash, device.userId, device.userAgent],
  );
}

/**
 * Forgets one browser, or all; the one of the session `except` and `device` stay known, but needs the second factor again.
 * A browser that is forgotten counts as a stranger's, and signing in with it is told to the person.
 */
export async function forgetDevices(
  db: Db,
  userId: string,
  {
    only = null,
    except,
    device = null,
  }: { only?: Buffer | null; except: Buffer | null; device?: Buffer | null },
): Promise<void> {
  await forgetTrust(db, userId, only);
  await db.rows(
    `delete from devices where user_id = $1 and ($2::bytea is null or token_hash = $2)
       and token_hash is distinct from
         (select device_hash from sessions where token_hash = $3 and user_id = $1)
       and token_hash is distinct from $4`,
    [userId, only, except, device],
  );
}

/** Of one browser, or of all; returns how many signed in without the second factor. */
export async function forgetTrust(
  db: Db,
  userId: string,
  deviceHash: Buffer | null = null,
): Promise<number> {
  const rows = await db.rows<{ is_valid: boolean }>(
    `update devices d set trusted_until = null from devices was
     where d.user_id = $1 and d.trusted_until is not null and ($2::bytea is null or d.token_hash = $2)
       and was.token_hash = d.token_hash and was.user_id = d.user_id
     returning was.trusted_until > now() as is_valid`,
    [userId, deviceHash],
  );
  return rows.filter(({ is_valid }) => is_valid).length;
}
