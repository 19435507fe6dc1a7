import type { Webhook, WebhookAttempt, WebhookDelivery } from '@sente/contract/webhooks';
import type { Db } from '../db/database.ts';
import { toShortId } from '../db/short-id.ts';
import type { Sealer, Unreadable } from '../security/secrets.ts';
import type { AttemptRow, DeliveryRow, NewAttempt } from './deliveries.queries.ts';
import { failureOf } from './failing.ts';
import { openSecret } from './secret.ts';
import { switchedOffOf } from './switched-off.ts';
import type { WebhookRow } from './webhooks.queries.ts';

/** The message explains a secret that could not be decrypted. */
export interface WebhookAnswer<Data> {
  readonly data: Data;
  readonly message?: string;
}

/** What is wrong and what to do if a secret cannot be decrypted. */
const unreadableTexts: Record<Unreadable, string> = {
  'other key':
    'The webhook secret was encrypted with another key than this server has now. Put the former SENTE_CREDENTIAL_KEY or credential.key back, or replace the secret.',
  damaged:
    'The stored webhook secret is damaged and cannot be read. Replace the secret, or restore the database from a backup.',
};

export async function toWebhook(
  db: Db,
  sealer: Sealer,
  row: WebhookRow,
): Promise<WebhookAnswer<Webhook>> {
  const opened = openSecret(sealer, row);
  const { data } = await withoutSecret(db, row);
  return 'secret' in opened
    ? { data: { ...data, secret: opened.secret } }
    : { data, message: unreadableTexts[opened.unreadable] };
}

/** For a reader who may not see the secret. */
export async function withoutSecret(db: Db, row: WebhookRow): Promise<WebhookAnswer<Webhook>> {
  return {
    data: {
      url: row.url,
      secret: null,
      isActive: row.is_active,
      switchedOff: await switchedOffOf(db, row),
      failing: await failureOf(db, row.id),
      updatedAt: row.updated_at.toISOString(),
    },
    message: 'Only staff who manage API credentials can see the secret.',
  };
}

export function toAttempt(number: number, attempt: NewAttempt): WebhookAttempt {
  const { at, requestHeaders, ...rest } = attempt;
  return { ...rest, number, at: at.toISOString(), requestHeaders: { ...requestHeaders } };
}

export function toDelivery(row: DeliveryRow, attempts: readonly AttemptRow[]): WebhookDelivery {
  return {
    id: row.id,
    eventId: row.event_id,
    webhookId: row.webhook_id,
    url: row.url,
    type: row.type,
    transactionId: toShortId(row.payment_id),
    recordId: row.payment_id,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    payload: payloadOf(row),
    attempts: attempts.filter(({ delivery_id }) => delivery_id === row.id).map(fromRow),
  };
}

/**
 * What is sent: the stored payload with its number, and that of the event before it at this webhook, which may not be
 * sent all types.
 */
export function payloadOf({ payload, sequence, previous }: DeliveryRow): unknown {
  if (sequence === null || typeof payload !== 'object' || payload === null) return payload;
  const { data, ...head } = payload as { readonly data?: unknown };
  const previousSequence = previous === null ? null : Number(previous);
  return { ...head, sequence: Number(sequence), previousSequence, data };
}

function fromRow(row: AttemptRow): WebhookAttempt {
  return {
    number: row.number,
    at: row.at.toISOString(),
    url: row.url,
    requestHeaders: row.request_headers,
    statusCode: row.status_code,
    answer: row.answer,
    error: row.error,
    durationMs: row.duration_ms,
  };
}
