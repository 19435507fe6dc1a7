import type { Db } from '../db/database.ts';
import { lockKeys } from '../db/lock-keys.ts';
import { pictureNamed, type Picture } from './picture.ts';

/** Equal pictures are stored once. Locked, so that nobody chooses one while it is being removed. */
export async function keepPicture(db: Db, picture: Picture): Promise<void> {
  await db.rows('select pg_advisory_xact_lock($1)', [lockKeys.pictures]);
  await db.rows(
    `insert into avatars (hash, content_type, bytes) values ($1, $2, $3)
     on conflict (hash) do nothing`,
    [picture.hash, picture.contentType, picture.bytes],
  );
}

/**
 * After its last use. Kept while any user or company has it, deleted ones included; an external URL is not
 * ours.
 */
export async function forgetPicture(db: Db, address: string): Promise<void> {
  const name = address.replace(/^\/(?:avatars|logos)\//, '');
  const named = pictureNamed(name);
  if (!named) return;
  await db.rows('select pg_advisory_xact_lock($1)', [lockKeys.pictures]);
  await db.rows(
    `delete from avatars where hash = $1
     and not exists (select from users where avatar_url = '/avatars/' || $2)
     and not exists (select from companies where logo = '/logos/' || $2)`,
    [named.hash, name],
  );
}

export async function findPicture(
  db: Db,
  hash: string,
): Promise<{ content_type: string; bytes: Buffer } | undefined> {
  return db.row('select content_type, bytes from avatars where hash = $1', [hash]);
}
