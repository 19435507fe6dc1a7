import type { Db } from '../db/database.ts';

/** A handful of wrong codes, then the person starts again with the password. */
const maxAttempts = 5;

export interface ChallengeRow {
  /** Null while a passkey alone will tell who signs in. */
  readonly user_id: string | null;
  readonly password_mark: Buffer | null;
  /** What a passkey has to sign; null without one. */
  readonly signed_text: string | null;
  readonly attempts: number;
}

export async function insertChallenge(
  db: Db,
  challenge: {
    readonly tokenHash: Buffer;
    readonly userId: string | null;
    readonly passwordMark: Buffer | null;
    readonly signedText: string | null;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db.rows(
    `insert into factor_challenges (token_hash, purpose, user_id, password_mark, signed_text, expires_at)
     values ($1, case when $2::uuid is null then 'passkey-sign-in' else 'second-step' end, $2, $3, $4, $5)`,
    [
      challenge.tokenHash,
      challenge.userId,
      challenge.passwordMark,
      challenge.signedText,
      challenge.expiresAt,
    ],
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
     where token_hash = $1 and purpose in ('second-step', 'passkey-sign-in') and expires_at > now()
       and attempts < $2
     returning user_id, password_mark, signed_text, attempts`,
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
