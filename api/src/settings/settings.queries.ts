import type { Db } from '../db/database.ts';
import { lockKeys } from '../db/lock-keys.ts';
import type { Picture } from './picture.ts';

export interface ProfileRow {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone_number: string | null;
  readonly avatar_url: string | null;
}

export function lockProfile(db: Db, userId: string): Promise<ProfileRow | undefined> {
  return db.row<ProfileRow>(
    `select first_name, last_name, phone_number, avatar_url from users
     where id = $1 and deleted_at is null for update`,
    [userId],
  );
}

export async function updateProfile(db: Db, userId: string, profile: ProfileRow): Promise<void> {
  await db.rows(
    `update users set first_name = $2, last_name = $3, phone_number = $4, avatar_url = $5,
       updated_at = now()
     where id = $1`,
    [userId, profile.first_name, profile.last_name, profile.phone_number, profile.avatar_url],
  );
}

/**
 * Locked until the transaction ends, so that nobody chooses a picture while it is being removed.
 */
export async function lockPictures(db: Db): Promise<void> {
  await db.rows('select pg_advisory_xact_lock($1)', [lockKeys.pictures]);
}

/** Kept while any user has it, deleted ones included. */
export async function deleteUnusedPicture(db: Db, hash: string, address: string): Promise<void> {
  await db.rows(
    `delete from avatars where hash = $1
     and not exists (select from users where avatar_url = $2)`,
    [hash, address],
  );
}

/** Equal pictures are stored once. */
export async function insertPicture(db: Db, picture: Picture): Promise<void> {
  await db.rows(
    `insert into avatars (hash, content_type, bytes) values ($1, $2, $3)
     on conflict (hash) do nothing`,
    [picture.hash, picture.contentType, picture.bytes],
  );
}

export async function findPicture(
  db: Db,
  hash: string,
): Promise<{ content_type: string; bytes: Buffer } | undefined> {
  return db.row('select content_type, bytes from avatars where hash = $1', [hash]);
}
