import type { Task } from 'graphile-worker';
import * as z from 'zod';
import type { Database } from '../db/database.ts';
import { deliver } from '../webhooks/delivery.ts';
import type { Sender } from '../webhooks/sender.ts';
import type { CompanyLimits } from './company-limits.ts';

const input = z.object({ companyId: z.guid(), eventId: z.guid() });

/** Written by webhooks_add_job. */
export function deliverWebhook(database: Database, sender: Sender, limits: CompanyLimits): Task {
  return async (payload, { job, abortSignal }) => {
    const { companyId, eventId } = z.parse(input, payload);
    const isLastTime = job.attempts >= job.max_attempts;
    await limits.during(companyId, isLastTime, () =>
      deliver(database, sender, {
        companyId,
        eventId,
        jobId: String(job.id),
        attempt: job.attempts,
        maxAttempts: job.max_attempts,
        signal: abortSignal,
      }),
    );
  };
}
