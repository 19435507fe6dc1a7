import type { WebhookDelivery } from '@sente/contract/webhooks';
import type { Db } from '../db/database.ts';
import { soldVoucherColumns, soldVoucherJoin, type SoldVoucherRow } from '../security/vouchers.ts';

type DeliveryState = WebhookDelivery['state'];

export interface EventRow {
  readonly company_id: string;
  readonly id: string;
  readonly payment_id: string;
  readonly type: string;
  /** With a masked voucher; it is opened when the event is sent. */
  readonly payload: unknown;
  readonly state: DeliveryState;
  readonly next_attempt_at: Date | null;
  readonly created_at: Date;
  readonly delivered_at: Date | null;
  /** As text: bigint. */
  readonly job_id: string | null;
}

export interface AttemptRow {
  readonly event_id: string;
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

const columns = `company_id, id, payment_id, type, payload, state, next_attempt_at, created_at,
  delivered_at, job_id`;

export interface DeliveryQuery {
  readonly state: DeliveryState | null;
  readonly belowId: string;
  readonly limit: number;
}

/** Newest first. Each state has its own statement and therefore its own index. */
export function listEvents(
  db: Db,
  companyId: string,
  { state, belowId, limit }: DeliveryQuery,
): Promise<EventRow[]> {
  const ofState = state === null ? '' : `and state = '${state}'`;
  return db.rows<EventRow>(
    `select ${columns} from webhook_events
     where company_id = $1 and id < $2 ${ofState} order by id desc limit $3`,
    [companyId, belowId, limit],
  );
}

export function listAttempts(
  db: Db,
  companyId: string,
  eventIds: readonly string[],
): Promise<AttemptRow[]> {
  return db.rows<AttemptRow>(
    `select event_id, number, at, url, request_headers, status_code, answer, error, duration_ms
     from webhook_attempts where company_id = $1 and event_id = any ($2) order by event_id, number`,
    [companyId, eventIds],
  );
}

export interface EventRef {
  readonly companyId: string;
  readonly eventId: string;
}

export function findEvent(db: Db, { companyId, eventId }: EventRef): Promise<EventRow | undefined> {
  return db.row<EventRow>(
    `select ${columns} from webhook_events where company_id = $1 and id = $2`,
    [companyId, eventId],
  );
}

/**
 * The voucher that its payment sold, unless the address was changed since: who sets an address, or sends
 * events again to it, must not get vouchers of earlier sales. The event then says that it hides one.
 */
export function findSoldVoucher(
  db: Db,
  { companyId, eventId }: EventRef,
): Promise<SoldVoucherRow | undefined> {
  return db.row<SoldVoucherRow>(
    `select ${soldVoucherColumns} from webhook_events e
     join payments p on p.company_id = e.company_id and p.id = e.payment_id
     join company_webhooks w on w.company_id = e.company_id and w.url_set_at <= e.created_at
     ${soldVoucherJoin}
     where e.company_id = $1 and e.id = $2`,
    [companyId, eventId],
  );
}

export function lockEvent(db: Db, { companyId, eventId }: EventRef): Promise<EventRow | undefined> {
  return db.row<EventRow>(
    `select ${columns} from webhook_events where company_id = $1 and id = $2 for update`,
    [companyId, eventId],
  );
}

export async function enqueue(db: Db, { companyId, eventId }: EventRef): Promise<void> {
  await db.rows('select webhooks_enqueue($1, $2, now())', [companyId, eventId]);
}

/** Adds an attempt to a locked event, with the next number. */
export async function insertAttempt(
  db: Db,
  { companyId, eventId }: EventRef,
  attempt: NewAttempt,
): Promise<void> {
  await db.rows(
    `with counted as (
       update webhook_events set attempt_count = attempt_count + 1
       where company_id = $1 and id = $2 returning attempt_count
     )
     insert into webhook_attempts (company_id, event_id, number, at, url, request_headers,
       status_code, answer, error, duration_ms)
     select $1, $2, attempt_count, $3, $4, $5, $6, $7, $8, $9 from counted`,
    [
      companyId,
      eventId,
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

/** A payment counts as notified once its newest event is delivered. */
export async function markDelivered(
  db: Db,
  { company_id, id, payment_id }: EventRow,
): Promise<void> {
  await db.rows(
    `update webhook_events set state = 'delivered', delivered_at = now(), next_attempt_at = null,
       gave_up_at = null
     where company_id = $1 and id = $2`,
    [company_id, id],
  );
  // Creating a newer event locks the payment. A statement after the wait sees that event.
  await db.rows('select 1 from payments where company_id = $1 and id = $2 for update', [
    company_id,
    payment_id,
  ]);
  await db.rows(
    `update payments set is_notified = true
     where company_id = $1 and id = $2 and not exists (
       select from webhook_events e
       where e.company_id = $1 and e.payment_id = $2 and e.id > $3 and e.delivered_at is null
     )`,
    [company_id, payment_id, id],
  );
}

export async function markWaiting(
  db: Db,
  { companyId, eventId }: EventRef,
  seconds: number,
): Promise<void> {
  await db.rows(
    `update webhook_events set next_attempt_at = now() + make_interval(secs => $3)
     where company_id = $1 and id = $2`,
    [companyId, eventId, seconds],
  );
}

export async function markGivenUp(db: Db, { companyId, eventId }: EventRef): Promise<void> {
  await db.rows(
    `update webhook_events set state = 'gave_up', gave_up_at = now(), next_attempt_at = null
     where company_id = $1 and id = $2`,
    [companyId, eventId],
  );
}
