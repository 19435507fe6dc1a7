import type { OwnWebhook } from '@sente/contract/own-webhooks';
import type { SwitchedOff, WebhookFailure } from '@sente/contract/webhooks';
import type { Db } from '../db/database.ts';
import { lastDeliveries, readFailing } from './failing.ts';
import { readSwitchedOff } from './switched-off.ts';
import type { WebhookRow } from './webhooks.queries.ts';

interface HealthRow {
  readonly webhook_id: string;
  readonly waiting: number;
  readonly gave_up: number;
  readonly last_delivered_at: Date | null;
}

async function readHealth(
  db: Db,
  webhookIds: readonly string[],
): Promise<ReadonlyMap<string, HealthRow>> {
  const rows = await db.rows<HealthRow>(
    `select w.id as webhook_id, (count(*) filter (where d.state = 'waiting'))::int as waiting,
       (count(*) filter (where d.state = 'gave_up'))::int as gave_up,
       max(d.delivered_at) as last_delivered_at
     from unnest($1::uuid[]) w(id), lateral (
       select state, delivered_at from webhook_deliveries
       where webhook_id = w.id order by sequence desc limit ${lastDeliveries}
     ) d
     group by w.id`,
    [webhookIds],
  );
  return new Map(rows.map((row) => [row.webhook_id, row]));
}

/** As the company sees them. */
export async function viewOfOwn(db: Db, rows: readonly WebhookRow[]): Promise<OwnWebhook[]> {
  const ids = rows.map(({ id }) => id);
  const health = await readHealth(db, ids);
  const failing = await readFailing(db, ids);
  const switchedOff = await readSwitchedOff(db, rows);
  return rows.map((row) => toOwnWebhook(row, { health, failing, switchedOff }));
}

interface States {
  readonly health: ReadonlyMap<string, HealthRow>;
  readonly failing: ReadonlyMap<string, WebhookFailure>;
  readonly switchedOff: ReadonlyMap<string, SwitchedOff>;
}

function toOwnWebhook(row: WebhookRow, { health, failing, switchedOff }: States): OwnWebhook {
  const found = health.get(row.id);
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    eventTypes: row.event_types && [...row.event_types],
    isActive: row.is_active,
    switchedOff: switchedOff.get(row.id) ?? null,
    failing: failing.get(row.id) ?? null,
    lastOffAt: row.switched_off_at?.toISOString() ?? null,
    previousSecretEndsAt: row.previous_ends_at?.toISOString() ?? null,
    waiting: found?.waiting ?? 0,
    gaveUp: found?.gave_up ?? 0,
    lastDeliveredAt: found?.last_delivered_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
