import type { SentAgainKind } from '@sente/contract/own-webhooks';
import type { WebhookDelivery } from '@sente/contract/webhooks';
import { plainArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';
import { soldVoucherColumns, soldVoucherJoin, type SoldVoucherRow } from '../security/vouchers.ts';

type DeliveryState = WebhookDelivery['state'];

export interface DeliveryRow {
  readonly company_id: string;
  readonly id: string;
  readonly event_id: string;
  readonly webhook_id: string;
  readonly url: string | null;
  readonly payment_id: string;
  readonly type: string;
  /** With a masked voucher; it is opened when the event is sent. */
  readonly payload: unknown;
  /** As text: bigint. Null until it is numbered. */
  readonly sequence: string | null;
  /** Of the event before it at this webhook. */
  readonly previous: string | null;
  readonly state: DeliveryState;
  readonly next_attempt_at: Date | null;
  readonly created_at: Date;
  readonly delivered_at: Date | null;
  /** As text: bigint. */
  readonly job_id: string | null;
}

export interface AttemptRow {
  readonly delivery_id: string;
  readonly number: number;
  readonly at: Date;
  readonly url: string;
  readonly request_headers: Record<string, string>;
  readonly status_code: number | null;
  readonly answer: string | null;
  readonly error: string | null;
  readonly duration_ms: number;
}

export interface NewAttempt {
  readonly at: Date;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly statusCode: number | null;
  readonly answer: string | null;
  readonly error: string | null;
  readonly durationMs: number;
}

const deliveries = `select d.company_id, d.id, d.event_id, d.webhook_id, w.url, e.payment_id, e.type,
    e.payload, d.sequence, d.state, d.next_attempt_at, d.created_at, d.delivered_at, d.job_id,
    (select max(b.sequence) from webhook_deliveries b
     where b.webhook_id = d.webhook_id and b.sequence < d.sequence) as previous
  from webhook_deliveries d
  join webhook_events e on e.company_id = d.company_id and e.id = d.event_id
  left join company_webhooks w on w.id = d.webhook_id`;

export interface DeliveryQuery {
  readonly state: DeliveryState | null;
  readonly webhookId?: string | null;
  readonly type?: string | null;
  /** Null: of any. */
  readonly eventIds: readonly string[] | null;
  readonly belowId: string;
  readonly limit: number;
}

/** Newest first. Each state has its own statement and therefore its own index. */
export function listDeliveries(
  db: Db,
  companyId: string,
  { state, webhookId = null, type = null, eventIds, belowId, limit }: DeliveryQuery,
): Promise<DeliveryRow[]> {
  const ofState = state === null ? '' : `and d.state = '${state}'`;
  const values: unknown[] = [companyId, belowId, limit, webhookId, type];
  const ofEvents =
    eventIds === null ? '' : `and d.event_id = any ($${values.push(plainArray(eventIds))}::uuid[])`;
  return db.rows<DeliveryRow>(
    `${deliveries}
     where d.company_id = $1 and d.id < $2 and ($4::uuid is null or d.webhook_id = $4)
       and ($5::text is null or e.type = $5) ${ofState} ${ofEvents}
     order by d.id desc limit $3`,
    values,
  );
}

export function listAttempts(
  db: Db,
  companyId: string,
  deliveryIds: readonly string[],
): Promise<AttemptRow[]> {
  return db.rows<AttemptRow>(
    `select delivery_id, number, at, url, request_headers, status_code, answer, error, duration_ms
     from webhook_attempts where company_id = $1 and delivery_id = any ($2)
     order by delivery_id, number`,
    [companyId, deliveryIds],
  );
}

export interface DeliveryRef {
  readonly companyId: string;
  readonly deliveryId: string;
}

export function findDelivery(
  db: Db,
  { companyId, deliveryId }: DeliveryRef,
): Promise<DeliveryRow | undefined> {
  return db.row<DeliveryRow>(`${deliveries} where d.company_id = $1 and d.id = $2`, [
    companyId,
    deliveryId,
  ]);
}

/**
 * The voucher that its payment sold, unless the address was changed since: who sets an address, or sends
 * events again to it, must not get vouchers of earlier sales. The event then says that it hides one.
 */
export function findSoldVoucher(
  db: Db,
  { companyId, deliveryId }: DeliveryRef,
): Promise<SoldVoucherRow | undefined> {
  return db.row<SoldVoucherRow>(
    `select ${soldVoucherColumns} from webhook_deliveries d
     join webhook_events e on e.company_id = d.company_id and e.id = d.event_id
     join payments p on p.company_id = e.company_id and p.id = e.payment_id
     join company_webhooks w on w.id = d.webhook_id and w.url_set_at <= e.created_at
     ${soldVoucherJoin}
     where d.company_id = $1 and d.id = $2`,
    [companyId, deliveryId],
  );
}

export interface LockedDelivery {
  readonly job_id: string | null;
  readonly event_id: string;
  readonly payment_id: string;
}

export function lockDelivery(
  db: Db,
  { companyId, deliveryId }: DeliveryRef,
): Promise<LockedDelivery | undefined> {
  return db.row<LockedDelivery>(
    `select d.job_id, d.event_id, e.payment_id from webhook_deliveries d
     join webhook_events e on e.company_id = d.company_id and e.id = d.event_id
     where d.company_id = $1 and d.id = $2 for update of d`,
    [companyId, deliveryId],
  );
}

export async function enqueue(
  db: Db,
  companyId: string,
  deliveryIds: readonly string[],
): Promise<void> {
  await db.rows('select webhooks_enqueue($1, $2, now())', [companyId, deliveryIds]);
}

export interface RangeQuery {
  readonly webhookId: string;
  readonly from: string;
  readonly to: string;
  readonly which: SentAgainKind;
  /** The delivery after which it begins. */
  readonly after: string;
  readonly limit: number;
}

/** Makes deliveries of what the webhook was not sent while it was switched off; how many, of the oldest. */
export async function addMissed(
  db: Db,
  companyId: string,
  { webhookId, from, to }: Pick<RangeQuery, 'webhookId' | 'from' | 'to'>,
  limit: number,
): Promise<number> {
  const row = await db.row<{ count: number }>(
    'select webhooks_add_missed($1, $2, $3, $4, $5) as count',
    [companyId, webhookId, from, to, limit],
  );
  return row?.count ?? 0;
}

const ofKind = {
  failed: "d.state = 'gave_up'",
  // As webhooks_add_missed leaves it: it was never sent.
  kept: "d.state = 'gave_up' and d.attempt_count = 0",
  all: "d.state <> 'waiting'",
} as const satisfies Record<SentAgainKind, string>;

/** The oldest first. What is on its way already is left alone. */
export async function listRange(
  db: Db,
  companyId: string,
  { webhookId, from, to, which, after, limit }: RangeQuery,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select d.id from webhook_deliveries d
     where d.company_id = $1 and d.webhook_id = $2 and d.created_at >= $3 and d.created_at < $4
       and d.id > $6 and ${ofKind[which]}
     order by d.id limit $5`,
    [companyId, webhookId, from, to, limit, after],
  );
  return rows.map(({ id }) => id);
}

/** Adds an attempt to a locked delivery, with the next number. */
export async function insertAttempt(
  db: Db,
  { companyId, deliveryId }: DeliveryRef,
  attempt: NewAttempt,
): Promise<void> {
  await db.rows(
    `with counted as (
       update webhook_deliveries set attempt_count = attempt_count + 1
       where company_id = $1 and id = $2 returning attempt_count
     )
     insert into webhook_attempts (company_id, delivery_id, number, at, url, request_headers,
       status_code, answer, error, duration_ms)
     select $1, $2, attempt_count, $3, $4, $5, $6, $7, $8, $9 from counted`,
    [
      companyId,
      deliveryId,
      attempt.at,
      attempt.url,
      JSON.stringify(attempt.requestHeaders),
      attempt.statusCode,
      attempt.answer,
      attempt.error,
      attempt.durationMs,
    ],
  );
}

/** A payment counts as notified once its newest event is delivered to every webhook that it goes to. */
export async function markDelivered(
  db: Db,
  { companyId, deliveryId }: DeliveryRef,
  { event_id, payment_id }: LockedDelivery,
): Promise<void> {
  await db.rows(
    `update webhook_deliveries set state = 'delivered', delivered_at = now(), next_attempt_at = null,
       gave_up_at = null
     where company_id = $1 and id = $2`,
    [companyId, deliveryId],
  );
  // Creating a newer event locks the payment. A statement after the wait sees that event.
  await db.rows('select 1 from payments where company_id = $1 and id = $2 for update', [
    companyId,
    payment_id,
  ]);
  await db.rows(
    `update payments set is_notified = true
     where company_id = $1 and id = $2 and not exists (
       select from webhook_events e
       join webhook_deliveries d on d.company_id = e.company_id and d.event_id = e.id
       where e.company_id = $1 and e.payment_id = $2 and e.id >= $3 and d.delivered_at is null
     )`,
    [companyId, payment_id, event_id],
  );
}

export async function markWaiting(
  db: Db,
  { companyId, deliveryId }: DeliveryRef,
  seconds: number,
): Promise<void> {
  await db.rows(
    `update webhook_deliveries set next_attempt_at = now() + make_interval(secs => $3)
     where company_id = $1 and id = $2`,
    [companyId, deliveryId, seconds],
  );
}

export async function markGivenUp(db: Db, { companyId, deliveryId }: DeliveryRef): Promise<void> {
  await db.rows(
    `update webhook_deliveries set state = 'gave_up', gave_up_at = now(), next_attempt_at = null
     where company_id = $1 and id = $2`,
    [companyId, deliveryId],
  );
}
