import type { Db } from '../db/database.ts';

/** Whether it differs from what was told last; a state that was never on was told to be off. */
export async function changeState(
  db: Db,
  key: string,
  isOn: boolean,
  now: Date,
): Promise<{ readonly isChanged: boolean }> {
  const row = await db.row<{ is_new: boolean }>(
    `insert into notification_states as s (key, is_on, at) values ($1, $2, $3)
     on conflict (key) do update set is_on = excluded.is_on, at = excluded.at
       where s.is_on <> excluded.is_on
     returning xmax = 0 as is_new`,
    [key, isOn, now],
  );
  return { isChanged: row !== undefined && (isOn || !row.is_new) };
}

/** Whether the mark of a state that is on differs from what was told last. */
export async function changeMark(db: Db, key: string, mark: string): Promise<boolean> {
  const row = await db.row(
    `update notification_states set mark = $2
     where key = $1 and is_on and mark is distinct from $2 returning key`,
    [key, mark],
  );
  return row !== undefined;
}

export interface StockChange {
  readonly product_id: string;
  readonly company_id: string;
  readonly name: string;
  readonly stock: number;
  /** How many vouchers there were in all, whatever became of them. It grows with a refill alone. */
  readonly total: number;
  readonly is_low: boolean;
}

/**
 * Products that run low since the last look, or no longer do, or whose last voucher went. One that never had a
 * voucher does not, nor one that was deleted or whose threshold was taken away. A voucher that comes back, because
 * its payment failed, and goes again is no news: only a refill is.
 */
export function listStockChanges(db: Db): Promise<StockChange[]> {
  return db.rows<StockChange>(
    `select p.* from (
       select p.id as product_id, p.company_id, p.name,
         coalesce(v.free, 0)::int as stock, coalesce(v.total, 0)::int as total,
         coalesce(p.is_active and p.deleted_at is null and v.product_id is not null
           and coalesce(v.free, 0) <= p.low_stock_at, false) as is_low
       from internet_products p
       left join (
         select company_id, product_id, sum(count) as total,
           sum(count) filter (where state = 'free') as free
         from voucher_counts group by company_id, product_id
       ) v on v.company_id = p.company_id and v.product_id = p.id
     ) p
     left join notification_states s on s.key = 'stock:' || p.product_id
     where p.is_low <> coalesce(s.is_on, false)
       or p.is_low and p.stock <= 0 and s.mark is distinct from p.total::text
     order by p.product_id limit 500`,
  );
}

export interface WebhookChange {
  readonly company_id: string;
  readonly is_active: boolean;
  readonly is_failing: boolean;
}

/**
 * Companies of which a webhook fails since the last look, or no longer does. It fails when an event has waited
 * for an hour, or when one was given up within a day and none of the newest was delivered since. Of the
 * deliveries of a webhook, of which there may be millions, only so many are looked at.
 */
export function listWebhookChanges(db: Db, now: Date): Promise<WebhookChange[]> {
  return db.rows<WebhookChange>(
    `select * from (
       select w.company_id, bool_or(w.is_active) as is_active, bool_or(w.is_active and (
         exists (
           select from (
             select e.attempt_count, e.created_at from webhook_deliveries e
             where e.webhook_id = w.id and e.state = 'waiting'
             order by e.id limit 1000
           ) e
           where e.attempt_count > 0 and e.created_at < $1::timestamptz - interval '1 hour'
         ) or exists (
           select from (
             select e.gave_up_at from webhook_deliveries e
             where e.webhook_id = w.id and e.state = 'gave_up'
             order by e.gave_up_at desc limit 1
           ) g
           where g.gave_up_at > $1::timestamptz - interval '1 day' and not exists (
             select from (
               select d.delivered_at from webhook_deliveries d
               where d.webhook_id = w.id order by d.sequence desc limit 1000
             ) d
             where d.delivered_at > g.gave_up_at
           )
         )
       )) as is_failing
       from company_webhooks w group by w.company_id
     ) w
     where w.is_failing <> coalesce(
       (select s.is_on from notification_states s where s.key = 'webhook:' || w.company_id), false)
     order by w.company_id limit 500`,
    [now],
  );
}

/** Whether people were told that one of them is on, and not yet that it ended. */
export async function isAnyStateOn(db: Db, keys: readonly string[]): Promise<boolean> {
  const row = await db.row<{ is_on: boolean }>(
    'select exists (select from notification_states where key = any ($1) and is_on) as is_on',
    [keys],
  );
  return row?.is_on ?? false;
}

export interface NetworkState {
  readonly network: string;
  readonly operation: string;
  readonly is_down: boolean;
}

/**
 * Down while calls are paused for everybody, and until five minutes later: between two probes of a network
 * that is still away they are not paused for a moment.
 */
export function listNetworks(db: Db, now: Date): Promise<NetworkState[]> {
  return db.rows<NetworkState>(
    `select n.name as network, o.operation, exists (
       select from network_circuits c
       where c.network = n.name and c.operation = o.operation and c.company_id is null
         and c.opened_until > case
           when exists (
             select from notification_states s
             where s.key = 'network:' || n.name || ':' || o.operation and s.is_on
           ) then $1::timestamptz - interval '5 minutes' else $1::timestamptz
         end
     ) as is_down
     from networks n cross join (values ('collection'), ('payout')) o (operation)
     order by 1, 2`,
    [now],
  );
}

/** How many rules the last check of the ledger found broken. */
export async function readLedgerFaults(db: Db): Promise<number> {
  const row = await db.row<{ count: number }>(
    'select jsonb_array_length(violations) as count from ledger_checks order by id desc limit 1',
  );
  return row?.count ?? 0;
}

/** One that never looked is not in trouble: an installation may do without. */
export async function readWatcherTrouble(
  db: Db,
  now: Date,
): Promise<{ readonly isOn: boolean; readonly isLate: boolean }> {
  const row = await db.row<{ can_seal: boolean; is_late: boolean }>(
    `select can_seal, last_looked_at < $1::timestamptz - interval '1 minute' as is_late
     from watcher_pulse`,
    [now],
  );
  if (!row) return { isOn: false, isLate: false };
  return { isOn: row.is_late || !row.can_seal, isLate: row.is_late };
}

export interface MailTrouble {
  readonly isOn: boolean;
  /** How many mails have not arrived since the last one that did. */
  readonly count: number;
  readonly reason: string | null;
}

/**
 * In trouble when, since the last mail that was sent, one has been tried for 15 minutes, or mails to two
 * addresses were refused within an hour: a single one may be mistyped. Lasts until a mail is sent, because
 * without one nobody knows.
 */
export async function readMailTrouble(db: Db, now: Date): Promise<MailTrouble> {
  const row = await db.row<MailTrouble>(
    `with failed as (
       select m.receiver, m.state, m.problem, m.created_at from mails m
       where m.problem is not null and (
           (m.state = 'waiting' and m.created_at < $1::timestamptz - interval '15 minutes')
           or (m.state = 'gave_up' and m.created_at > $1::timestamptz - interval '1 hour')
         )
         and m.created_at > coalesce(
           (select max(s.sent_at) from mails s
            where s.state = 'sent' and s.created_at > $1::timestamptz - interval '4 days'),
           '-infinity')
     )
     select count(*) filter (where state = 'waiting') > 0
         or count(distinct receiver) filter (where state = 'gave_up') > 1
         or exists (
           select from notification_states t where t.key = 'mail' and t.is_on and not exists (
             select from mails s where s.state = 'sent' and s.sent_at > t.at
               and s.created_at > t.at - interval '4 days'
           )
         ) as "isOn",
       count(*)::int as count, (array_agg(problem order by created_at desc))[1] as reason
     from failed`,
    [now],
  );
  return row ?? { isOn: false, count: 0, reason: null };
}
