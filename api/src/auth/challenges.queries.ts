import type { Db } from '../db/database.ts';

/** A handful of wrong codes, then the person starts again with the password. */
export const maxAttempts = 5;

export interface ChallengeRow {
  readonly user_id: string;
  readonly password_mark: Buffer;
  readonly attempts: number;
}

export async function insertChallenge(
  db: Db,
  challenge: {
    readonly tokenHash: Buffer;
    readonly userId: string;
    readonly passwordMark: Buffer;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db.rows(
    `insert into factor_challenges (token_hash, purpose, user_id, password_mark, expires_at)
     values ($1, 'second-step', $2, $3, $4)`,
    [challenge.tokenHash, challenge.userId, challenge.passwordMark, challenge.expiresAt],
  );
  await forgetExpired(db);
}

/** A few with each new one, so that they do not pile up. */
async function forgetExpired(db: Db): Promise<void> {
  await db.rows(
    `delete from factor_challenges where token_hash in (
       select token_hash from factor_challenges where expires_at < now()
       order by expires_at limit 20 for update skip locked
     )`,
  );
}

/** Counts an answer before it is checked, so that parallel ones count like consecutive ones. */
export function countAnswer(db: Db, tokenHash: Buffer): Promise<ChallengeRow | undefined> {
  return db.row<ChallengeRow>(
    `update factor_challenges set attempts = attempts + 1
     where token_hash = $1 and purpose = 'second-step' and expires_at > now() and attempts < $2
     returning user_id, password_mark, attempts`,
    [tokenHash, maxAttempts],
  );
}

/** Returns whether it was still there: each is used once. */
export async function endChallenge(db: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await db.row(
    'delete from factor_challenges where token_hash = $1 returning token_hash',
    [tokenHash],
  );
  return row !== undefined;
}
