import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { soldVoucherOf } from '../security/vouchers.ts';
import { numberEvents } from '../events/number-events.ts';
import {
  findDelivery,
  findSoldVoucher,
  insertAttempt,
  lockDelivery,
  markDelivered,
  markGivenUp,
  markWaiting,
  type DeliveryRef,
  type NewAttempt,
} from './deliveries.queries.ts';
import { switchedOffError } from './failing.ts';
import { payloadOf } from './webhook-view.ts';
import { secondsUntilNext } from './schedule.ts';
import { isDelivered, type Sender } from './sender.ts';
import { findWebhook, type WebhookRef } from './webhooks.queries.ts';

/** One attempt of a job. */
export interface DeliveryTry extends DeliveryRef, WebhookRef {
  readonly jobId: string;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly signal?: AbortSignal;
}

/** Thrown to make the queue retry. */
class NotDelivered extends Error {}

/** The receiver responds that it is permanently gone. */
const gone = 410;

/**
 * Delivers one event to one webhook. The attempt is stored afterwards: if the process is killed in between, the
 * event is sent again. A company may therefore receive an event twice, with the same id.
 */
export async function deliver(database: Database, sender: Sender, job: DeliveryTry): Promise<void> {
  const { delivery, sold, webhook } = await database.within(platformScope, async (db) => {
    await numberEvents(db, job.companyId);
    return {
      delivery: await findDelivery(db, job),
      sold: await findSoldVoucher(db, job),
      webhook: await findWebhook(db, job),
    };
  });
  if (!delivery || delivery.job_id !== job.jobId || delivery.state === 'delivered') return;
  if (!webhook) {
    await database.within(platformScope, (db) => markGivenUp(db, job));
    return;
  }
  const message = {
    id: delivery.event_id,
    payload: payloadOf(delivery),
    voucher: sold ? soldVoucherOf(sold) : null,
  };
  const attempt = webhook.is_active
    ? await sender.send(webhook, message, job.signal)
    : switchedOff(webhook.url);
  const isOver = await record(database, job, attempt);
  if (!isOver) throw new NotDelivered(attempt.error ?? `The answer was ${attempt.statusCode}`);
}

/** Stores the attempt and its consequences in one transaction. Returns whether the job is done. */
function record(database: Database, job: DeliveryTry, attempt: NewAttempt): Promise<boolean> {
  return database.within(platformScope, async (db) => {
    const delivery = await lockDelivery(db, job);
    if (!delivery) return true;
    await insertAttempt(db, job, attempt);
    if (isDelivered(attempt)) {
      await markDelivered(db, job, delivery);
      return true;
    }
    // Enqueued again in the meantime: the newer job takes over.
    if (delivery.job_id !== job.jobId) return true;
    if (attempt.statusCode === gone || job.attempt >= job.maxAttempts) {
      await markGivenUp(db, job);
      return true;
    }
    await markWaiting(db, job, secondsUntilNext(job.attempt));
    return false;
  });
}

/**
 * Retried like any other failure, so that it arrives if the webhook is activated again within days.
 */
function switchedOff(url: string): NewAttempt {
  const nothing = { requestHeaders: {}, statusCode: null, answer: null, durationMs: 0 };
  return { ...nothing, at: new Date(databaseNow()), url, error: switchedOffError };
}
