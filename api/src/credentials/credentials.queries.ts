import type { Db } from '../db/database.ts';

export interface CredentialRow {
  readonly id: string;
  readonly company_id: string;
  readonly channel_id: string;
  /** Null for a key of ed25519, which only the company's own people make. */
  readonly secret_sealed: Buffer | null;
  readonly key_name: string | null;
  readonly by_staff: boolean;
  readonly is_active: boolean;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface CredentialKeys {
  readonly channelId: string;
  readonly sealed: Buffer;
  readonly keyName: string;
}

const columns = `id, company_id, channel_id, secret_sealed, key_name, by_staff, is_active,
  last_used_at, created_at, updated_at`;

/** The set that staff made: at most one; the contract returns a list. */
export function listCredentials(db: Db, companyId: string): Promise<CredentialRow[]> {
  return db.rows<CredentialRow>(
    `select ${columns} from company_credentials where company_id = $1 and by_staff order by id`,
    [companyId],
  );
}

/** The lock orders concurrent changes. */
export function lockCredential(
  db: Db,
  { recordId, companyId }: { readonly recordId: string; readonly companyId: string },
): Promise<CredentialRow | undefined> {
  return db.row<CredentialRow>(
    `select ${columns} from company_credentials where id = $1 and company_id = $2 for update`,
    [recordId, companyId],
  );
}

export async function insertCredential(
  db: Db,
  id: string,
  companyId: string,
  { channelId, sealed, keyName }: CredentialKeys,
): Promise<CredentialRow> {
  return one(
    await db.row<CredentialRow>(
      `insert into company_credentials (id, company_id, channel_id, secret_sealed, key_name)
       values ($1, $2, $3, $4, $5) returning ${columns}`,
      [id, companyId, channelId, sealed, keyName],
    ),
  );
}

/** New keys have never been used. */
export async function replaceKeys(
  db: Db,
  id: string,
  { channelId, sealed, keyName }: CredentialKeys,
): Promise<CredentialRow> {
  return one(
    await db.row<CredentialRow>(
      `update company_credentials set channel_id = $2, secret_sealed = $3, key_name = $4,
         last_used_at = null, last_used_address = null, updated_at = now()
       where id = $1 returning ${columns}`,
      [id, channelId, sealed, keyName],
    ),
  );
}

export async function setActive(db: Db, id: string, isActive: boolean): Promise<CredentialRow> {
  return one(
    await db.row<CredentialRow>(
      `update company_credentials set is_active = $2, updated_at = now()
       where id = $1 returning ${columns}`,
      [id, isActive],
    ),
  );
}

export async function deleteCredential(db: Db, id: string): Promise<void> {
  await db.rows('delete from company_credentials where id = $1', [id]);
}

/** The row was inserted or is locked. */
function one(row: CredentialRow | undefined): CredentialRow {
  if (!row) throw new Error('A credential set that was written is not there');
  return row;
}
