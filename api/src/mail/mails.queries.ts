import type { Db } from '../db/database.ts';
import type { SealedSecret } from '../security/secrets.ts';

export interface NewMail {
  readonly id: string;
  readonly userId: string | null;
  readonly address: string;
  readonly kind: string;
  readonly eventKey: string;
  readonly usefulUntil: Date;
}

/** Returns whether it is the first of its event. */
export async function addMail(db: Db, mail: NewMail, letter: SealedSecret): Promise<boolean> {
  const row = await db.row<{ is_new: boolean }>(
    'select mails_add($1, $2, $3, $4, $5, $6, $7, $8) as is_new',
    [
      mail.id,
      mail.userId,
      mail.address,
      mail.kind,
      mail.eventKey,
      letter.sealed,
      letter.keyName,
      mail.usefulUntil,
    ],
  );
  return row?.is_new ?? false;
}

export async function secondsToWait(
  db: Db,
  address: string,
  kinds: readonly string[],
): Promise<number> {
  const row = await db.row<{ seconds: number }>('select mails_wait($1, $2) as seconds', [
    address,
    kinds,
  ]);
  return row?.seconds ?? 0;
}

export interface WaitingMail {
  readonly id: string;
  readonly address: string;
  readonly kind: string;
  readonly letter_sealed: Buffer;
  readonly key_name: string;
  readonly is_useful: boolean;
}

/** Undefined if it was sent already, or given up. */
export function findWaiting(db: Db, id: string): Promise<WaitingMail | undefined> {
  return db.row<WaitingMail>(
    `select id, address, kind, letter_sealed, key_name, useful_until > now() as is_useful
     from mails where id = $1 and state = 'waiting'`,
    [id],
  );
}

/** The mailbox keeps what it shows. */
export async function markSent(db: Db, id: string, keepsLetter: boolean): Promise<void> {
  await db.rows(
    `update mails set state = 'sent', sent_at = now(), problem = null,
       letter_sealed = case when $2 then letter_sealed end, key_name = case when $2 then key_name end
     where id = $1`,
    [id, keepsLetter],
  );
}

export async function markGivenUp(db: Db, id: string, problem: string): Promise<void> {
  await db.rows(
    `update mails set state = 'gave_up', problem = $2, letter_sealed = null, key_name = null
     where id = $1`,
    [id, problem],
  );
}

export async function markWaiting(db: Db, id: string, problem: string): Promise<void> {
  await db.rows('update mails set problem = $2 where id = $1', [id, problem]);
}

export interface UndeliveredMails {
  /** Tried at least once, and tried again. */
  readonly waiting: number;
  /** Of the last hour. */
  readonly gaveUp: number;
}

export async function countUndelivered(db: Db): Promise<UndeliveredMails | null> {
  const row = await db.row<UndeliveredMails>(
    `select
       (select count(*)::int from mails where state = 'waiting' and problem is not null) as waiting,
       (select count(*)::int from mails
        where state = 'gave_up' and created_at > now() - interval '1 hour') as "gaveUp"`,
  );
  return row ?? null;
}

export interface KeptMail {
  readonly id: string;
  readonly address: string;
  readonly letter_sealed: Buffer;
  readonly key_name: string;
  readonly sent_at: Date;
}

export function newestKept(db: Db, limit: number): Promise<KeptMail[]> {
  return db.rows<KeptMail>(
    `select id, address, letter_sealed, key_name, sent_at from mails
     where letter_sealed is not null and state = 'sent' order by created_at desc limit $1`,
    [limit],
  );
}
