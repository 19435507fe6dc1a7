import type { Db } from '../db/database.ts';
import type { SealedSecret } from '../security/secrets.ts';

export interface WebhookRow {
  readonly company_id: string;
  readonly url: string;
  readonly secret_sealed: Buffer;
  readonly key_name: string;
  readonly is_active: boolean;
  readonly updated_at: Date;
}

const columns = 'company_id, url, secret_sealed, key_name, is_active, updated_at';

export function findWebhook(db: Db, companyId: string): Promise<WebhookRow | undefined> {
  return db.row<WebhookRow>(`select ${columns} from company_webhooks where company_id = $1`, [
    companyId,
  ]);
}

/** The lock orders concurrent changes. */
export function lockWebhook(db: Db, companyId: string): Promise<WebhookRow | undefined> {
  return db.row<WebhookRow>(
    `select ${columns} from company_webhooks where company_id = $1 for update`,
    [companyId],
  );
}

/** The secret is used only for a new row. */
export async function saveWebhook(
  db: Db,
  companyId: string,
  { url, isActive }: { readonly url: string; readonly isActive: boolean },
  { sealed, keyName }: SealedSecret,
): Promise<WebhookRow> {
  return one(
    await db.row<WebhookRow>(
      `insert into company_webhooks (company_id, url, is_active, secret_sealed, key_name)
       values ($1, $2, $3, $4, $5)
       on conflict (company_id) do update
         set url = excluded.url, is_active = excluded.is_active, updated_at = now(),
           url_set_at = case when company_webhooks.url = excluded.url
             then company_webhooks.url_set_at else now() end
       returning ${columns}`,
      [companyId, url, isActive, sealed, keyName],
    ),
  );
}

export async function replaceSecret(
  db: Db,
  companyId: string,
  { sealed, keyName }: SealedSecret,
): Promise<WebhookRow> {
  return one(
    await db.row<WebhookRow>(
      `update company_webhooks set secret_sealed = $2, key_name = $3, updated_at = now()
       where company_id = $1 returning ${columns}`,
      [companyId, sealed, keyName],
    ),
  );
}

export async function deleteWebhook(db: Db, companyId: string): Promise<void> {
  await db.rows('delete from company_webhooks where company_id = $1', [companyId]);
}

/** The row was inserted or is locked. */
function one(row: WebhookRow | undefined): WebhookRow {
  if (!row) throw new Error('A webhook that was written is not there');
  return row;
}
