import type { KeyScope } from '@sente/contract/key-scopes';
import { textArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';

export interface ApiKeyRow {
  readonly id: string;
  readonly company_id: string;
  readonly name: string;
  readonly channel_id: string;
  readonly by_staff: boolean;
  readonly has_secret: boolean;
  readonly scopes: readonly KeyScope[];
  readonly allowed_addresses: readonly string[];
  readonly is_active: boolean;
  readonly is_ended: boolean;
  readonly last_used_at: Date | null;
  readonly last_used_address: string | null;
  readonly ends_at: Date | null;
  readonly created_at: Date;
}

/** Of a new key. Either a sealed secret, or a public key. */
export interface NewKey {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly channelId: string;
  readonly scopes: readonly KeyScope[];
  readonly allowedAddresses: readonly string[];
  readonly endsAt: Date | string | null;
  readonly secret: { readonly sealed: Buffer; readonly keyName: string } | null;
  readonly publicKey: Buffer | null;
}

const columns = `id, company_id, name, channel_id, by_staff, secret_sealed is not null as has_secret, scopes,
  allowed_addresses, is_active, coalesce(ends_at <= now(), false) as is_ended, last_used_at,
  last_used_address, ends_at, created_at`;

/** Ended keys are shown for a month, so that people see why a system is refused. */
const keptFor = "interval '30 days'";

/** That of staff first, then the newest. */
export function listKeys(db: Db, companyId: string): Promise<ApiKeyRow[]> {
  return db.rows<ApiKeyRow>(
    `select ${columns} from company_credentials
     where company_id = $1 and (ends_at is null or ends_at > now() - ${keptFor})
     order by by_staff desc, id desc`,
    [companyId],
  );
}

/** One of those that its own people made. */
export function lockKey(db: Db, companyId: string, id: string): Promise<ApiKeyRow | undefined> {
  return db.row<ApiKeyRow>(
    `select ${columns} from company_credentials
     where id = $1 and company_id = $2 and not by_staff for update`,
    [id, companyId],
  );
}

export async function countLiveKeys(db: Db, companyId: string): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from company_credentials
     where company_id = $1 and (ends_at is null or ends_at > now())`,
    [companyId],
  );
  return row?.count ?? 0;
}

export async function insertKey(db: Db, key: NewKey): Promise<ApiKeyRow> {
  const row = await db.row<ApiKeyRow>(
    `insert into company_credentials (id, company_id, name, channel_id, by_staff, scopes,
       allowed_addresses, ends_at, secret_sealed, key_name, public_key)
     values ($1, $2, $3, $4, false, $5, $6, $7, $8, $9, $10) returning ${columns}`,
    [
      key.id,
      key.companyId,
      key.name,
      key.channelId,
      textArray([...new Set(key.scopes)]),
      textArray([...new Set(key.allowedAddresses)]),
      key.endsAt,
      key.secret?.sealed ?? null,
      key.secret?.keyName ?? null,
      key.publicKey,
    ],
  );
  if (!row) throw new Error('An API key was not stored');
  return row;
}

/** Never later than it would have ended anyway. */
export async function endKeyIn(db: Db, id: string, seconds: number): Promise<void> {
  await db.rows(
    `update company_credentials
     set ends_at = least(ends_at, now() + make_interval(secs => $2)), updated_at = now()
     where id = $1`,
    [id, seconds],
  );
}

export async function deleteKey(db: Db, id: string): Promise<void> {
  await db.rows('delete from company_credentials where id = $1', [id]);
}

export async function deleteLongEnded(db: Db, companyId: string): Promise<void> {
  await db.rows(
    `delete from company_credentials
     where company_id = $1 and not by_staff and ends_at <= now() - ${keptFor}`,
    [companyId],
  );
}
