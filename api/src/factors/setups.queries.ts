import type { Db } from '../db/database.ts';

/** A passkey that is being added, which signs this text. */
export async function insertSetup(
  db: Db,
  setup: {
    readonly tokenHash: Buffer;
    readonly userId: string;
    readonly signedText: string;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db.rows("delete from factor_challenges where user_id = $1 and purpose = 'passkey-setup'", [
    setup.userId,
  ]);
  await db.rows(
    `insert into factor_challenges (token_hash, purpose, user_id, signed_text, expires_at)
     values ($1, 'passkey-setup', $2, $3, $4)`,
    [setup.tokenHash, setup.userId, setup.signedText, setup.expiresAt],
  );
}

/** Once: undefined if it was used or has expired. */
export async function takeSetup(
  db: Db,
  tokenHash: Buffer,
  userId: string,
): Promise<string | undefined> {
  const row = await db.row<{ signed_text: string }>(
    `delete from factor_challenges
     where token_hash = $1 and user_id = $2 and purpose = 'passkey-setup' and expires_at > now()
     returning signed_text`,
    [tokenHash, userId],
  );
  return row?.signed_text;
}
