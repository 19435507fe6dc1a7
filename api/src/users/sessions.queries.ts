import type { Db } from '../db/database.ts';
import { revokeLinks } from './access-links.queries.ts';

/**
 * All but the caller's own session; returns how many. Afterwards every browser needs the second factor
 * again, and no link to a new password or email that is on its way works: a thief may have asked for it.
 */
export async function endSessions(db: Db, userId: string, except: Buffer | null): Promise<number> {
  const { length: ended } = await db.rows(
    'delete from sessions where user_id = $1 and token_hash is distinct from $2 returning id',
    [userId, except],
  );
  await forgetTrust(db, userId);
  await revokeLinks(db, userId, ['password', 'email']);
  return ended;
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
