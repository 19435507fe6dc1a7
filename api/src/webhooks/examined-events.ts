import type { Payment } from '@sente/contract/payments';
import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import { numberEvents } from '../events/number-events.ts';
import { findDelivery } from './deliveries.queries.ts';
import type { PaymentEventType } from './outbox.ts';
import { payloadOf } from './webhook-view.ts';
import { findWebhook, listWebhooks, type WebhookRef, type WebhookRow } from './webhooks.queries.ts';

/** An event that the examiner sends by itself. */
export interface ExaminedEvent {
  readonly id: string;
  readonly body: string;
}

const dayMs = 86_400_000;

export async function findExaminedByUrl(
  db: Db,
  companyId: string,
  url: string,
): Promise<WebhookRow | undefined> {
  return (await listWebhooks(db, companyId)).find((webhook) => webhook.url === url);
}

export function findExamined(db: Db, ref: WebhookRef): Promise<WebhookRow | undefined> {
  return findWebhook(db, ref);
}

interface NewEvent {
  readonly paymentId: string;
  readonly type: PaymentEventType;
  readonly data: Payment;
  readonly ageDays?: number;
}

/**
 * Events like those of the outbox, in the list of events and numbered with the others, so that a receiver that
 * follows the numbers goes on afterwards. They have a delivery that is over: only the examiner sends them.
 */
export async function writeEvent(db: Db, ref: WebhookRef, event: NewEvent): Promise<ExaminedEvent> {
  const { companyId, webhookId } = ref;
  const deliveryId = uuidV7();
  const id = await insertEvent(db, companyId, event);
  await db.rows(
    `insert into webhook_deliveries (company_id, id, event_id, webhook_id, state, delivered_at)
     values ($1, $2, $3, $4, 'delivered', now())`,
    [companyId, deliveryId, id, webhookId],
  );
  await numberEvents(db, companyId);
  const row = await findDelivery(db, { companyId, deliveryId });
  if (!row) throw new Error('An event that was written is not there');
  return { id, body: JSON.stringify(payloadOf(row)) };
}

/** For whoever asks for events; no webhook gets it. */
export async function insertEvent(
  db: Db,
  companyId: string,
  { paymentId, type, data, ageDays = 0 }: NewEvent,
): Promise<string> {
  const id = uuidV7();
  const timestamp = new Date(databaseNow() - ageDays * dayMs).toISOString();
  await db.rows(
    `insert into webhook_events (company_id, id, payment_id, type, payload) values ($1, $2, $3, $4, $5)`,
    [companyId, id, paymentId, type, JSON.stringify({ type, timestamp, mode: db.mode, data })],
  );
  return id;
}
