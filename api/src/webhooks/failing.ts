import type { WebhookFailure } from '@sente/contract/webhooks';
import type { Db } from '../db/database.ts';

/** Of the attempts that were not made, because nothing is known of the receiver then. */
export const switchedOffError = 'The webhook was switched off';

/** Of each webhook so many deliveries are looked at: a failing one may have a million. */
export const lastDeliveries = 1000;

interface FailureRow {
  readonly webhook_id: string;
  readonly at: Date;
  readonly status_code: number | null;
  readonly error: string | null;
}

/**
 * Of those that are on and fail: the last attempt of the newest event that was tried. It did not arrive, nothing else
 * has arrived since, and the address is still the one that was tried.
 */
export async function readFailing(
  db: Db,
  webhookIds: readonly string[],
): Promise<ReadonlyMap<string, WebhookFailure>> {
  const rows = await db.rows<FailureRow>(
    `select w.id as webhook_id, a.at, a.status_code, a.error
     from company_webhooks w
     cross join lateral (
       select (array_agg(id order by sequence desc) filter (where attempt_count > 0))[1] as newest_id,
         max(delivered_at) as last_delivered_at
       from (
         select id, sequence, attempt_count, delivered_at from webhook_deliveries
         where webhook_id = w.id and sequence is not null
         order by sequence desc limit ${lastDeliveries}
       ) l
     ) l
     join webhook_deliveries d on d.company_id = w.company_id and d.id = l.newest_id
     join webhook_attempts a
       on a.company_id = d.company_id and a.delivery_id = d.id and a.number = d.attempt_count
     where w.id = any ($1::uuid[]) and w.is_active and d.state <> 'delivered' and a.url = w.url
       and (l.last_delivered_at is null or l.last_delivered_at < a.at)
       and (a.status_code is null or a.status_code not between 200 and 299)
       and a.error is distinct from $2`,
    [webhookIds, switchedOffError],
  );
  return new Map(
    rows.map(({ webhook_id: id, at, status_code: statusCode, error }) => [
      id,
      { at: at.toISOString(), statusCode, error },
    ]),
  );
}

/** Null if it is off, or if nothing is known to be wrong. */
export async function failureOf(db: Db, webhookId: string): Promise<WebhookFailure | null> {
  return (await readFailing(db, [webhookId])).get(webhookId) ?? null;
}
