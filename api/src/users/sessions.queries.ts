import type { Db } from '../db/database.ts';
import { revokeLinks, revokeLinksMadeBy } from './access-links.queries.ts';
import { forgetDevices } from './devices.ts';

/**
 * All but the caller's own session; returns how many. Afterwards no other browser is known, every browser needs
 * the second factor again, and no link to a new password or email that is on its way works, neither to the own
 * account nor to one of others: a thief may have used the session and made the links.
 */
export async function endSessions(
  db: Db,
  userId: string,
  except: Buffer | null,
  /** A browser that stays known as well. */
  device: Buffer | null = null,
): Promise<number> {
  const { length: ended } = await db.rows(
    'delete from sessions where user_id = $1 and token_hash is distinct from $2 returning id',
    [userId, except],
  );
  if (ended > 0) db.changed({ topic: 'sessions', userId });
  await forgetDevices(db, userId, { except, device });
  await revokeLinks(db, userId, ['password', 'email']);
  await revokeLinksMadeBy(db, userId);
  return ended;
}
