import { maxKeptEvents } from '@sente/contract/event-types';
import type { SwitchedOff } from '@sente/contract/webhooks';
import { plainArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';
import { lowestUuidV7 } from '../db/uuid.ts';
import type { WebhookRow } from './webhooks.queries.ts';

/** So many events are looked at: a webhook that wants few of them may be off for years. */
const mostLookedAt = 20_000;
/** The clocks of servers and database may differ. What was sent meanwhile is not counted anyway. */
const clockSlackMs = 60_000;

type Off = Pick<WebhookRow, 'id' | 'is_active' | 'created_at' | 'switched_off_at'>;

interface KeptRow {
  readonly id: string;
  readonly by: string | null;
  readonly kept: number;
}

/** Of those that are switched off: since when, by whom, and how many events came since that were not sent. */
export async function readSwitchedOff(
  db: Db,
  webhooks: readonly Off[],
): Promise<ReadonlyMap<string, SwitchedOff>> {
  const off = webhooks.filter((webhook) => !webhook.is_active);
  if (off.length === 0) return new Map();
  const rows = await db.rows<KeptRow>(
    `select w.id, u.first_name || ' ' || u.last_name as by, k.kept
     from unnest($1::uuid[], $2::uuid[]) f(id, from_id)
     join company_webhooks w on w.id = f.id
     left join users u on u.id = w.switched_off_by
     cross join lateral (
       select count(*)::int as kept from (
         select from (
           select e.id, e.type from webhook_events e
           where e.company_id = w.company_id and e.id >= f.from_id
           order by e.id limit ${mostLookedAt}
         ) e
         where (w.event_types is null or e.type = any (w.event_types)) and not exists (
           select from webhook_deliveries d
           where d.company_id = w.company_id and d.event_id = e.id and d.webhook_id = w.id
         )
         limit ${maxKeptEvents}
       ) e
     ) k`,
    [
      plainArray(off.map(({ id }) => id)),
      plainArray(
        off.map(({ switched_off_at: at, created_at: made }) =>
          lowestUuidV7((at ?? made).getTime() - clockSlackMs),
        ),
      ),
    ],
  );
  const times = new Map(off.map((row) => [row.id, row.switched_off_at?.toISOString() ?? null]));
  return new Map(
    rows.map(({ id, by, kept }) => [id, { at: times.get(id) ?? null, by, keptCount: kept }]),
  );
}

/** Null if it is on. */
export async function switchedOffOf(db: Db, webhook: Off): Promise<SwitchedOff | null> {
  return (await readSwitchedOff(db, [webhook])).get(webhook.id) ?? null;
}
