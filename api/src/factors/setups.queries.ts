import type { Db } from '../db/database.ts';

/** What a passkey of a signed-in person signs: a new one that is being added, or one that proves a change. */
type Purpose = 'passkey-setup' | 'passkey-proof';

/** Replaces one that was begun before. */
export async function insertSetup(
  db: Db,
  setup: {
    readonly tokenHash: Buffer;
    readonly purpose: Purpose;
    readonly userId: string;
    readonly signedText: string;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db.rows('delete from factor_challenges where user_id = $1 and purpose = $2', [
    setup.userId,
    setup.purpose,
  ]);
  await db.rows(
    `insert into factor_challenges (token_hash, purpose, user_id, signed_text, expires_at)
     values ($1, $2, $3, $4, $5)`,
    [setup.tokenHash, setup.purpose, setup.userId, setup.signedText, setup.expiresAt],
  );
}

/** Once: undefined if it was used or has expired. */
export async function takeSetup(
  db: Db,
  tokenHash: Buffer,
  purpose: Purpose,
  userId: string,
): Promise<string | undefined> {
  const row = await db.row<{ signed_text: string }>(
    `delete from factor_challenges
     where token_hash = $1 and user_id = $2 and purpose = $3 and expires_at > now()
     returning signed_text`,
    [tokenHash, userId, purpose],
  );
  return row?.signed_text;
}
