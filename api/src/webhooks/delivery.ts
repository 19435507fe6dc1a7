import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import {
  findEvent,
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

/** Makes the queue try again later. */
class NotDelivered extends Error {}

/** The receiver says that it is gone for good. */
const gone = 410;

/**
 * Delivers one event. What was sent is written down afterwards: whoever is killed in between leaves
 * no trace, and the event is sent again. A company may hence hear of something twice; it recognises
 * it by the id.
 */
export async function deliver(database: Database, sender: Sender, job: DeliveryTry): Promise<void> {
  const { event, webhook } = await database.within(platformScope, async (db) => ({
    event: await findEvent(db, job),
    webhook: await findWebhook(db, job.companyId),
  }));
  if (!event || event.job_id !== job.jobId || event.state === 'delivered') return;
  if (!webhook) {
    await database.within(platformScope, (db) => markGivenUp(db, job));
    return;
  }
  const attempt = webhook.is_active
    ? await sender.send(webhook, event, job.signal)
    : switchedOff(webhook.url);
  const isOver = await record(database, job, attempt);
  if (!isOver) throw new NotDelivered(attempt.error ?? `The answer was ${attempt.statusCode}`);
}

/** One transaction: the attempt and all that follows from it. Answers whether the job is done. */
function record(database: Database, job: DeliveryTry, attempt: NewAttempt): Promise<boolean> {
  return database.within(platformScope, async (db) => {
    const event = await lockEvent(db, job);
    if (!event) return true;
    await insertAttempt(db, job, attempt);
    if (isDelivered(attempt)) {
      await markDelivered(db, event);
      return true;
    }
    // Sent again in the meantime: the other job has the say.
    if (event.job_id !== job.jobId) return true;
    if (attempt.statusCode === gone || job.attempt >= job.maxAttempts) {
      await markGivenUp(db, job);
      return true;
    }
    await markWaiting(db, job, secondsUntilNext(job.attempt));
    return false;
  });
}

/** Tried like any other, so that it arrives if the webhook is switched on again within days. */
function switchedOff(url: string): NewAttempt {
  const nothing = { requestHeaders: {}, statusCode: null, answer: null, durationMs: 0 };
  return { ...nothing, at: new Date(), url, error: 'The webhook was switched off' };
}
