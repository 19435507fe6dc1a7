import type { Task } from 'graphile-worker';
import * as z from 'zod';
import type { Database } from '../db/database.ts';
import { deliver } from '../webhooks/delivery.ts';
import type { Sender } from '../webhooks/sender.ts';
import type { CompanyLimits } from './company-limits.ts';

const input = z.union([
  z.object({ companyId: z.guid(), webhookId: z.guid(), deliveryId: z.guid() }),
  // Of jobs from before a company could have several webhooks; see the migration that brought them.
  z.object({ companyId: z.guid(), eventId: z.guid() }).transform(({ companyId, eventId }) => ({
    companyId,
    webhookId: companyId,
    deliveryId: eventId,
  })),
]);

/** Written by webhooks_add_job. */
export function deliverWebhook(database: Database, sender: Sender, limits: CompanyLimits): Task {
  return async (payload, { job, abortSignal, withPgClient }) => {
    const { companyId, webhookId, deliveryId } = z.parse(input, payload);
    const jobId = String(job.id);
    const isDone = await limits.during({ companyId, webhookId }, () =>
      deliver(database, sender, {
        companyId,
        webhookId,
        deliveryId,
        jobId,
        attempt: job.attempts,
        maxAttempts: job.max_attempts,
        signal: abortSignal,
      }),
    );
    if (isDone) return;
    // A failed job would lose an attempt and wait; this one is due as soon as there is a worker for it.
    await withPgClient((client) =>
      client.query('select webhooks_put_back($1, $2, $3, $4, $5)', [
        companyId,
        deliveryId,
        jobId,
        job.attempts - 1,
        job.run_at,
      ]),
    );
  };
}
