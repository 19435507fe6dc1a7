import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { soldVoucherOf } from '../security/vouchers.ts';
import {
  findEvent,
  findSoldVoucher,
  insertAttempt,
  lockEvent,
  markDelivered,
  markGivenUp,
  markWaiting,
  type EventRef,
  type NewAttempt,
} from './deliveries.queries.ts';
import { secondsUntilNext } from './schedule.ts';
import { isDelivered, type Sender } from './sender.ts';
import { findWebhook } from './webhooks.queries.ts';

/** One attempt of a job. */
export interface DeliveryTry extends EventRef {
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
 * Delivers one event. The attempt is stored afterwards: if the process is killed in between, the
 * event is sent again. A company may therefore receive an event twice, with the same id.
 */
export async function deliver(database: Database, sender: Sender, job: DeliveryTry): Promise<void> {
  const { event, sold, webhook } = await database.within(platformScope, async (db) => ({
    event: await findEvent(db, job),
    sold: await findSoldVoucher(db, job),
    webhook: await findWebhook(db, job.companyId),
  }));
  if (!event || event.job_id !== job.jobId || event.state === 'delivered') return;
  if (!webhook) {
    await database.within(platformScope, (db) => markGivenUp(db, job));
    return;
  }
  const attempt = webhook.is_active
    ? await sender.send(
        webhook,
        { ...event, voucher: sold ? soldVoucherOf(sold) : null },
        job.signal,
      )
    : switchedOff(webhook.url);
  const isOver = await record(database, job, attempt);
  if (!isOver) throw new NotDelivered(attempt.error ?? `The answer was ${attempt.statusCode}`);
}

/** Stores the attempt and its consequences in one transaction. Returns whether the job is done. */
function record(database: Database, job: DeliveryTry, attempt: NewAttempt): Promise<boolean> {
  return database.within(platformScope, async (db) => {
    const event = await lockEvent(db, job);
    if (!event) return true;
    await insertAttempt(db, job, attempt);
    if (isDelivered(attempt)) {
      await markDelivered(db, event);
      return true;
    }
    // Enqueued again in the meantime: the newer job takes over.
    if (event.job_id !== job.jobId) return true;
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
  return { ...nothing, at: new Date(databaseNow()), url, error: 'The webhook was switched off' };
}
