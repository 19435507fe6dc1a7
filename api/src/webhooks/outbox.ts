import type { ApiBulk } from '@sente/contract/bulk-payouts-api';
import type { EventType } from '@sente/contract/event-types';
import type { Payment } from '@sente/contract/payments';
import type { SettlementEvent } from '@sente/contract/settlements';
import { plainArray, textArray } from '../db/array-literal.ts';
import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';

export type PaymentEventType = Extract<EventType, `payment.${string}`>;

export type WebhookEvent = {
  readonly companyId: string;
  /** Of the payment, of the transaction of a settlement, or of the bulk payout. */
  readonly paymentId: string;
} & (
  | { readonly type: PaymentEventType; readonly data: Payment }
  | { readonly type: 'bulk_payout.finished' | 'bulk_payout.unpaid'; readonly data: ApiBulk }
  | { readonly type: 'settlement.paid' | 'settlement.returned'; readonly data: SettlementEvent }
);

/**
 * In the caller's transaction, so that rolled back events are never sent. Companies without a
 * webhook and without a key are skipped: nobody could hear of them.
 */
export async function emitEvents(db: Db, events: readonly WebhookEvent[]): Promise<void> {
  if (events.length === 0) return;
  const timestamp = new Date(databaseNow()).toISOString();
  await db.rows(
    'select webhooks_emit($1, $2, $3, $4, $5)',
    [
      plainArray(events.map((event) => event.companyId)),
      plainArray(events.map(() => uuidV7())),
      plainArray(events.map((event) => event.paymentId)),
      textArray(events.map((event) => event.type)),
      textArray(
        events.map(({ type, data }) => JSON.stringify({ type, timestamp, mode: db.mode, data })),
      ),
    ],
    'webhooks_emit',
  );
  // Whoever waits for events looks again.
  for (const { companyId } of events) db.changed({ topic: 'money', companyId });
}
