import type { PaymentDirection } from '@sente/contract/payments';
import type { Db } from '../db/database.ts';
import { lowestUuidV7 } from '../db/uuid.ts';
import { reversalOf } from '../ledger/reversal.queries.ts';
import type { CheckEnd, Doubt } from './notify.ts';

export interface Span {
  /** Without this moment. */
  readonly from: Date;
  /** With this one. */
  readonly to: Date;
}

const cursor = 'payments';

/** Locks it, so that two instances do not count the same payments. Undefined before the first look. */
export async function readCursor(db: Db): Promise<Date | undefined> {
  const row = await db.row<{ at: Date }>(
    'select at from notification_states where key = $1 for update',
    [cursor],
  );
  return row?.at;
}

export async function moveCursor(db: Db, at: Date): Promise<void> {
  await db.rows(
    `insert into notification_states (key, is_on, at) values ($1, true, $2)
     on conflict (key) do update set at = excluded.at`,
    [cursor, at],
  );
}

const addToTally = `on conflict (company_id, kind) do update
  set count = notification_tallies.count + excluded.count,
    amount = notification_tallies.amount + excluded.amount, example_id = excluded.example_id`;

/**
 * Collections that succeeded and payouts that failed, by the index of finished payments. Whoever asked for a
 * payout that was not approved hears of the decision instead, and of what two people found out its company does.
 */
export async function tallyFinished(db: Db, { from, to }: Span): Promise<void> {
  await db.rows(
    `insert into notification_tallies (company_id, kind, count, amount, example_id)
     select f.company_id, f.kind, count(*), sum(f.amount), (array_agg(f.id))[1]
     from networks n cross join lateral (
       select p.company_id, p.id, p.amount,
         case
           when p.direction = 'collection' and p.status = 'SUCCESS' then 'payment-received'
           when p.direction = 'payout' and p.status = 'FAILED' then 'payout-failed'
         end as kind
       from payments p
       where p.network = n.name and p.finished_at > $1 and p.finished_at <= $2
         and p.origin <> 'import'
         -- By what people decided: a network also lets payments expire.
         and (p.requested_by is null or coalesce(p.decision, 'approved') = 'approved')
         -- One that was contradicted had finished before.
         and coalesce(p.reviewed, 'contradicted') = 'contradicted'
     ) f
     where f.kind is not null
     group by f.company_id, f.kind
     ${addToTally}`,
    [from, to],
  );
}

/** Payouts that a company's systems ordered and that wait for somebody. A person's are told at once. */
export async function tallyWaiting(db: Db, { from, to }: Span): Promise<void> {
  await db.rows(
    `insert into notification_tallies (company_id, kind, count, amount, example_id)
     select q.company_id,
       case q.step when 'colleague' then 'payout-waits' else 'approval-waits' end as kind,
       count(*), sum(q.amount), (array_agg(q.id))[1]
     from approval_queue q
     where q.kind = 'payout' and q.is_waiting and q.asked_by is null and q.id >= $1 and q.id < $2
     group by 1, 2
     ${addToTally}`,
    // By the time of their request, which is in their id.
    [lowestUuidV7(from.getTime()), lowestUuidV7(to.getTime())],
  );
}

export interface Tally {
  readonly company_id: string;
  readonly kind: 'payment-received' | 'payout-failed' | 'payout-waits' | 'approval-waits';
  readonly count: number;
  readonly amount: string;
  readonly example_id: string;
  readonly phone_number: string | null;
  readonly transaction_id: string | null;
  readonly reason: string | null;
}

/** Begins anew with those that were told long enough ago, and returns what they had counted. */
export function takeTallies(db: Db, now: Date, toldBefore: Date): Promise<Tally[]> {
  return db.rows<Tally>(
    `with due as (
       select t.company_id, t.kind, t.count, t.amount, t.example_id from notification_tallies t
       where t.count > 0 and (t.told_at is null or t.told_at <= $2)
       order by t.company_id, t.kind for update
     ), taken as (
       update notification_tallies t set count = 0, amount = 0, told_at = $1
       from due d where t.company_id = d.company_id and t.kind = d.kind
     )
     select d.company_id, d.kind, d.count::int as count, d.amount, d.example_id,
       p.phone_number, p.transaction_id, p.reason
     from due d
     left join payments p on p.company_id = d.company_id and p.id = d.example_id`,
    [now, toldBefore],
  );
}

export interface Checked<Told = Doubt> {
  readonly company_id: string;
  readonly direction: PaymentDirection;
  readonly doubt: Told;
  readonly count: number;
  readonly amount: string;
  readonly example_id: string;
  readonly transaction_id: string | null;
  readonly phone_number: string;
  /** That was asked for, if another amount was booked. */
  readonly asked?: string | null;
}

/**
 * Of each company, what the network said something else about than the books. Money in and out are told apart, and so
 * is what has to be done about it meanwhile.
 */
export function readChecked(db: Db, { from, to }: Span): Promise<Checked[]> {
  return db.rows<Checked>(
    `select d.company_id, d.direction, d.doubt, count(*)::int as count, sum(d.amount)::text as amount,
       (array_agg(d.id))[1] as example_id, (array_agg(d.transaction_id))[1] as transaction_id,
       min(d.phone_number) as phone_number
     from (
       select p.*, case p.status when 'SUCCESS' then 'paid' when 'FAILED' then 'failed' else 'open' end as doubt
       from payment_reviews r
       join payments p on p.company_id = r.company_id and p.id = r.payment_id
       where r.opened_at > $1 and r.opened_at <= $2 and r.closed_at is null
     ) d
     group by d.company_id, d.direction, d.doubt`,
    [from, to],
  );
}

/** The same of what people have decided. A contradicted payment stays booked, or is reversed. */
export function readDecided(db: Db, { from, to }: Span): Promise<Checked<CheckEnd>[]> {
  return db.rows<Checked<CheckEnd>>(
    `select d.company_id, d.direction, d.doubt, count(*)::int as count, sum(d.amount)::text as amount,
       (array_agg(d.id))[1] as example_id, (array_agg(d.transaction_id))[1] as transaction_id,
       min(d.phone_number) as phone_number, min(d.asked)::text as asked
     from (
       select p.*, (
         select o.amount from transactions o
         where o.company_id = p.company_id and o.id = p.failed_transaction_id and o.amount <> p.amount
       ) as asked, case
         when p.status = 'FAILED' then 'not-paid'
         when r.kind <> 'contradicted' then 'was-paid'
         when ${reversalOf('p.transaction_id', 'p.company_id')} is null then 'stays'
         else 'reversed'
       end as doubt
       from payment_reviews r
       join payments p on p.company_id = r.company_id and p.id = r.payment_id
       where r.closed_at > $1 and r.closed_at <= $2 and r.confirmed_by is not null
     ) d
     group by d.company_id, d.direction, d.doubt`,
    [from, to],
  );
}

export interface OpenedReviews {
  readonly count: number;
  readonly amount: string;
  /** Of one of them. */
  readonly company: string | null;
}

export async function readReviews(db: Db, { from, to }: Span): Promise<OpenedReviews> {
  const row = await db.row<OpenedReviews>(
    `select count(*)::int as count, coalesce(sum(p.amount), 0)::text as amount, min(c.name) as company
     from payment_reviews r
     join payments p on p.company_id = r.company_id and p.id = r.payment_id
     join companies c on c.id = r.company_id
     where r.opened_at > $1 and r.opened_at <= $2 and r.closed_at is null`,
    [from, to],
  );
  return row ?? { count: 0, amount: '0', company: null };
}
