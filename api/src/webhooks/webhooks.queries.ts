import type { Db } from '../db/database.ts';
import { textArray } from '../db/array-literal.ts';
import type { SealedSecret } from '../security/secrets.ts';

export interface WebhookRow {
  readonly id: string;
  readonly company_id: string;
  readonly url: string;
  readonly description: string | null;
  /** Null: all. */
  readonly event_types: readonly string[] | null;
  readonly secret_sealed: Buffer;
  readonly key_name: string;
  /** Signs as well until it ends; null if there is none, or it has ended. */
  readonly previous_sealed: Buffer | null;
  readonly previous_key_name: string | null;
  readonly previous_ends_at: Date | null;
  readonly is_active: boolean;
  /** Now, or the last time. */
  readonly switched_off_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface WebhookTerms {
  readonly url: string;
  readonly isActive: boolean;
  readonly description: string | null;
  readonly eventTypes: readonly string[] | null;
}

const stillSigns = (column: string): string =>
  `case when previous_ends_at > now() then ${column} end as ${column}`;

const columns = `id, company_id, url, description, event_types, secret_sealed, key_name,
  ${['previous_sealed', 'previous_key_name', 'previous_ends_at'].map(stillSigns).join(', ')},
  is_active, switched_off_at, created_at, updated_at`;

/** Of one company, whatever the scope; the oldest is the one that the back-office shows. */
const ofCompany = `select ${columns} from company_webhooks where company_id = $1`;
const oldestFirst = 'order by created_at, id';

export function findFirstWebhook(db: Db, companyId: string): Promise<WebhookRow | undefined> {
  return db.row<WebhookRow>(`${ofCompany} ${oldestFirst} limit 1`, [companyId]);
}

/** Concurrent changes of a company's webhooks wait before: see holdOwnRecords. */
export function listWebhooks(db: Db, companyId: string): Promise<WebhookRow[]> {
  return db.rows<WebhookRow>(`${ofCompany} ${oldestFirst}`, [companyId]);
}

export interface WebhookRef {
  readonly companyId: string;
  readonly webhookId: string;
}

export function findWebhook(
  db: Db,
  { companyId, webhookId }: WebhookRef,
): Promise<WebhookRow | undefined> {
  return db.row<WebhookRow>(`${ofCompany} and id = $2`, [companyId, webhookId]);
}

export async function insertWebhook(
  db: Db,
  { companyId, webhookId }: WebhookRef,
  { url, isActive, description, eventTypes }: WebhookTerms,
  { sealed, keyName }: SealedSecret,
  by: string,
): Promise<WebhookRow> {
  return one(
    await db.row<WebhookRow>(
      `insert into company_webhooks (id, company_id, url, is_active, description, event_types,
         secret_sealed, key_name, switched_off_at, switched_off_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, case when not $4 then now() end,
         case when not $4 then $9::uuid end) returning ${columns}`,
      [webhookId, companyId, url, isActive, description, typesOf(eventTypes), sealed, keyName, by],
    ),
  );
}

export async function updateWebhook(
  db: Db,
  id: string,
  { url, isActive, description, eventTypes }: WebhookTerms,
  by: string,
): Promise<WebhookRow> {
  const isOff = 'is_active and not $3';
  return one(
    await db.row<WebhookRow>(
      `update company_webhooks set url = $2, is_active = $3, description = $4, event_types = $5,
         updated_at = now(), url_set_at = case when url = $2 then url_set_at else now() end,
         switched_off_at = case when ${isOff} then now() else switched_off_at end,
         switched_off_by = case when ${isOff} then $6::uuid else switched_off_by end
       where id = $1 returning ${columns}`,
      [id, url, isActive, description, typesOf(eventTypes), by],
    ),
  );
}

/** The one before signs as well for so long. */
export async function replaceSecret(
  db: Db,
  id: string,
  { sealed, keyName }: SealedSecret,
  overlapSeconds: number,
): Promise<WebhookRow> {
  return one(
    await db.row<WebhookRow>(
      `update company_webhooks set secret_sealed = $2, key_name = $3, updated_at = now(),
         previous_sealed = case when $4::integer > 0 then secret_sealed end,
         previous_key_name = case when $4::integer > 0 then key_name end,
         previous_ends_at = case when $4::integer > 0 then now() + make_interval(secs => $4) end
       where id = $1 returning ${columns}`,
      [id, sealed, keyName, overlapSeconds],
    ),
  );
}

export async function deleteWebhook(db: Db, id: string): Promise<void> {
  await db.rows('delete from company_webhooks where id = $1', [id]);
}

function typesOf(eventTypes: readonly string[] | null): string | null {
  return eventTypes && textArray([...new Set(eventTypes)]);
}

/** The row was inserted or is there, because changes wait for each other. */
function one(row: WebhookRow | undefined): WebhookRow {
  if (!row) throw new Error('A webhook that was written is not there');
  return row;
}
