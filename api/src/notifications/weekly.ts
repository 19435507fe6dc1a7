import { atLocalTime, dayMs, kampalaDay } from '@sente/contract/kampala';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { notify } from './notify.ts';

const key = 'weekly';

/** On Mondays from 08:00 in Kampala, or as soon as a server runs again; once a week. */
export async function tellWeekly(db: Db, nowMs: number): Promise<void> {
  const monday = mondayOf(nowMs);
  const isDue = nowMs >= atLocalTime(`${monday}T08:00`);
  const last = await db.row<{ at: Date }>(
    'select at from notification_states where key = $1 for update',
    [key],
  );
  // Whoever begins in the middle of a week hears of the next one.
  if (!last) return store(db, nowMs);
  if (!isDue || last.at.getTime() >= atLocalTime(`${monday}T08:00`)) return;
  const from = kampalaDay(atLocalTime(`${monday}T00:00`) - 7 * dayMs);
  for (const week of await readWeeks(db, from, monday)) {
    await notify(db, {
      kind: 'weekly-summary',
      companyId: week.company_id,
      key: `${key}:${week.company_id}:${monday}`,
      data: {
        from,
        received: { count: week.credits, amount: toUgx(week.received) },
        sent: { count: week.debits, amount: toUgx(week.sent) },
        failed: week.failed,
      },
    });
  }
  await store(db, nowMs);
}

/** The day on which the week of this moment began, in Kampala. */
export function mondayOf(nowMs: number): string {
  const today = kampalaDay(nowMs);
  const weekday = (new Date(`${today}T00:00Z`).getUTCDay() + 6) % 7;
  return new Date(Date.parse(`${today}T00:00Z`) - weekday * dayMs).toISOString().slice(0, 10);
}

interface Week {
  readonly company_id: string;
  readonly credits: number;
  readonly received: string;
  readonly debits: number;
  readonly sent: string;
  readonly failed: number;
}

/** Of companies that had business, by the figures that the ledger keeps for each day. */
function readWeeks(db: Db, from: string, before: string): Promise<Week[]> {
  return db.rows<Week>(
    `select f.company_id,
       coalesce(sum(f.count - f.left_out) filter (where f.type = 'credit' and f.status = 'completed'), 0)::int as credits,
       coalesce(sum(f.amount) filter (where f.type = 'credit' and f.status = 'completed'), 0)::text as received,
       coalesce(sum(f.count - f.left_out) filter (where f.type = 'debit' and f.status = 'completed'), 0)::int as debits,
       coalesce(sum(f.amount) filter (where f.type = 'debit' and f.status = 'completed'), 0)::text as sent,
       coalesce(sum(f.count) filter (where f.status = 'failed'), 0)::int as failed
     from company_day_figures f
     join companies c on c.id = f.company_id and c.archived_at is null
     where f.day >= $1 and f.day < $2
     group by f.company_id
     having sum(f.count) filter (where f.status in ('completed', 'failed')) > 0
     order by f.company_id`,
    [from, before],
  );
}

async function store(db: Db, nowMs: number): Promise<void> {
  await db.rows(
    `insert into notification_states (key, is_on, at) values ($1, true, $2)
     on conflict (key) do update set at = excluded.at`,
    [key, new Date(nowMs)],
  );
}
