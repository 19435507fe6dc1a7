import { plainArray } from '../../db/array-literal.ts';
import type { Db } from '../../db/database.ts';
import { networkColumns, type NetworkPayment } from '../payments.queries.ts';
import { lateQuestionDays, lateSchedule } from '../settling/poll-schedule.ts';

/** A payment that has failed and about which the network is asked again. */
export interface LateQuestion extends NetworkPayment {
  readonly failed_ms_ago: number;
  /** The network said last that it still has it. */
  readonly is_pending: boolean;
}

/** Until a question without an answer is asked again: of `late_questions l`, longer the older it is. */
const again = "greatest(interval '1 hour', (now() - l.failed_at) / 16)";

/**
 * Takes due questions about payments at a network, at most so many, in equal parts of the companies that
 * have any. They are moved on before the network is called, so another server does not ask as well, and one
 * without an answer is due again later. Questions that are too old, or whose payment was booked meanwhile,
 * end. The companies are found by a loose index scan, as the lanes of open payments.
 */
export function claimLate(db: Db, network: string, most: number): Promise<LateQuestion[]> {
  const firstOf = (where: string) =>
    `select company_id, next_at from late_questions where network = $1 ${where}
     order by company_id, next_at limit 1`;
  return db.rows<LateQuestion>(
    `with recursive lanes as (
       (${firstOf('')})
       union all
       select n.* from lanes c cross join lateral (
         ${firstOf('and company_id > c.company_id')}
       ) n
     ), due as materialized (
       select company_id from lanes where next_at <= now() order by next_at limit $2
     ), found as (
       select q.payment_id, q.is_open from due d cross join lateral (
         select l.payment_id,
           l.failed_at > now() - interval '${lateQuestionDays} days' and coalesce(
             (
               select p.status = 'FAILED' from payments p
               where p.company_id = l.company_id and p.id = l.payment_id
             ), false
           ) as is_open
         from late_questions l
         where l.network = $1 and l.company_id = d.company_id and l.next_at <= now()
         order by l.next_at limit (select $2 / greatest(count(*), 1) from due)
         for update skip locked
       ) q
     ), ended as (
       delete from late_questions l using found f where l.payment_id = f.payment_id and not f.is_open
     ), claimed as (
       update late_questions l set next_at = now() + ${again}
       from found f where l.payment_id = f.payment_id and f.is_open
       returning l.*
     )
     select ${networkColumns}, c.is_pending,
       extract(epoch from now() - c.failed_at)::float8 * 1000 as failed_ms_ago
     from claimed c
     cross join lateral (select * from payments where id = c.payment_id offset 0) p`,
    [network, most],
    'late_questions_claim',
  );
}

export interface LateAnswer {
  readonly paymentId: string;
  /** The network says that it still has it. */
  readonly isPending: boolean;
  /** When to ask next, since the failure; null for never. */
  readonly nextMs: number | null;
}

/** In one order, so that two servers do not wait for each other. */
export async function writeAnswers(db: Db, answers: readonly LateAnswer[]): Promise<void> {
  const sorted = answers.toSorted((a, b) => (a.paymentId < b.paymentId ? -1 : 1));
  await db.rows(
    `with answers as (
       select * from unnest($1::uuid[], $2::boolean[], $3::float8[]) u(id, is_pending, next_ms)
     ), ended as (
       delete from late_questions l using answers u
       where l.payment_id = u.id and l.payment_id = any($1::uuid[]) and u.next_ms is null
     )
     update late_questions l
     set is_pending = u.is_pending, next_at = l.failed_at + u.next_ms * interval '1 millisecond'
     from answers u
     where l.payment_id = u.id and l.payment_id = any($1::uuid[]) and u.next_ms is not null`,
    [
      plainArray(sorted.map(({ paymentId }) => paymentId)),
      plainArray(sorted.map(({ isPending }) => String(isPending))),
      plainArray(sorted.map(({ nextMs }) => nextMs ?? undefined)),
    ],
    'late_questions_answer',
  );
}

/**
 * Takes up the payments that failed within one hour under a version before: they were sent, and people have
 * not decided about them. False if no hour is left. Only the index of their
 * ends is read: under row-level security it takes no expression of the hour, and the one of all failed
 * payments would be read whole if the status were a condition of its own.
 */
export async function takeUpHour(db: Db, networks: readonly string[]): Promise<boolean> {
  const row = await db.row<{ is_taken: boolean }>(
    `with taken as (
       delete from late_question_hours where hour in (
         select hour from late_question_hours order by hour desc limit 1 for update skip locked
       )
       returning hour, hour + interval '1 hour' as until
     ), asked_again as (
       insert into late_questions (payment_id, company_id, network, failed_at, next_at)
       select p.id, p.company_id, p.network, p.finished_at, n.next_at
       from taken t
       join payments p on p.network = any($1::text[]) and p.finished_at >= t.hour
         and p.finished_at < t.until
       cross join lateral (
         select min(p.finished_at + ms * interval '1 millisecond') as next_at
         from unnest($2::float8[]) ms where p.finished_at + ms * interval '1 millisecond' > now()
       ) n
       where n.next_at is not null and case when p.status = 'FAILED' then (
         select bool_or(s.kind = 'sent') and not bool_or(s.kind = 'review')
         from payment_steps s where s.company_id = p.company_id and s.payment_id = p.id
       ) end
       on conflict do nothing
     )
     select exists (select from taken) as is_taken`,
    [plainArray(networks), plainArray(lateSchedule)],
    'late_question_hours_take',
  );
  return row?.is_taken ?? false;
}
