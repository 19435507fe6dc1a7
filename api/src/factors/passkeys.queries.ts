import type { Db } from '../db/database.ts';

export interface PasskeyRow {
  readonly id: string;
  readonly user_id: string;
  /** As the browser names it. */
  readonly credential_id: string;
  readonly public_key: Buffer;
  /** bigint arrives as text. */
  readonly counter: string;
  readonly transports: readonly string[];
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const columns =
  'id, user_id, credential_id, public_key, counter, transports, name, created_at, last_used_at';

export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.rows<PasskeyRow>(
    `select ${columns} from passkeys where user_id = $1 order by created_at, id`,
    [userId],
  );
}

export function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.row<PasskeyRow>(`select ${columns} from passkeys where credential_id = $1`, [
    credentialId,
  ]);
}

export async function insertPasskey(
  db: Db,
  passkey: Pick<PasskeyRow, 'id' | 'user_id' | 'credential_id' | 'transports' | 'name'> & {
    readonly publicKey: Uint8Array;
    readonly counter: number;
  },
): Promise<void> {
  await db.rows(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      passkey.id,
      passkey.user_id,
      passkey.credential_id,
      Buffer.from(passkey.publicKey),
      passkey.counter,
      [...passkey.transports],
      passkey.name,
    ],
  );
}

/** A counter that does not grow is that of a copy; returns whether it grew, or the passkey has none. */
export async function notePasskeyUse(db: Db, id: string, counter: number): Promise<boolean> {
  const row = await db.row(
    `update passkeys set counter = $2, last_used_at = now()
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
    [id, counter],
  );
  return row !== undefined;
}

/** Returns its name. */
export async function deletePasskey(
  db: Db,
  userId: string,
  id: string,
): Promise<string | undefined> {
  const row = await db.row<{ name: string }>(
    'delete from passkeys where id = $1 and user_id = $2 returning name',
    [id, userId],
  );
  return row?.name;
}
