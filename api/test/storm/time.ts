import type { Db } from '../../src/db/database.ts';

/* Time passes by making everything that is open older, so that days take seconds. */

export async function age(owner: Db, companies: readonly string[], ms: number): Promise<void> {
  await owner.rows(
    `with queue_aged as (
       update open_payments
       set ready_at = ready_at - d, sent_at = sent_at - d, last_sent_at = last_sent_at - d,
         next_step_at = next_step_at - d
       from (select $2 * interval '1 millisecond' as d) by
       where company_id = any($1)
     ), late_questions_aged as (
       update late_questions set failed_at = failed_at - d, next_at = next_at - d
       from (select $2 * interval '1 millisecond' as d) by
       where network = any('{MTN,AIRTEL}') and company_id = any($1)
     ), calls_forgotten as (
       delete from network_calls where $2 > 60000
     )
     update network_circuits set opened_until = opened_until - $2 * interval '1 millisecond'`,
    [companies, ms],
    'storm_age',
  );
}

/** The time of the request is in many indexes, so it follows once an hour. */
export async function ageRequests(
  owner: Db,
  companies: readonly string[],
  ms: number,
): Promise<void> {
  await owner.rows(
    `update payments set created_at = created_at - $2 * interval '1 millisecond'
     where company_id = any($1) and status in ('PENDING', 'PROCESSING')`,
    [companies, ms],
  );
}

/** Nobody asks about the payments of a storm that is over, while others play in the same database. */
export async function endQuestions(owner: Db, companies: readonly string[]): Promise<void> {
  await owner.rows(
    `delete from late_questions where network = any('{MTN,AIRTEL}') and company_id = any($1)`,
    [companies],
  );
}

/** What is left to do. */
export interface Outlook {
  readonly isDue: boolean;
  /** Until the next payment is due; null if none is left. */
  readonly nextInMs: number | null;
  /** Until the network is asked again about a payment that has failed; null if about none. */
  readonly lateInMs: number | null;
  /**
   * Payments that nobody ended or reviewed within a day of their sending. The margin is that of a round of six
   * hours, and of a server that is killed in it and whose claim must end first.
   */
  readonly overdue: readonly string[];
}

export async function lookAhead(owner: Db, companies: readonly string[]): Promise<Outlook> {
  const row = await owner.row<{ ms: number | null; late: number | null; overdue: string[] | null }>(
    `select (extract(epoch from min(next_step_at) - now()) * 1000)::float8 as ms,
       (
         select extract(epoch from min(next_at) - now()) * 1000 from late_questions
         where network = any('{MTN,AIRTEL}') and company_id = any($1)
       )::float8 as late,
       array_agg(o.payment_id) filter (
         where sent_at < now() - interval '31 hours' and not exists (
           select from payment_reviews r where r.payment_id = o.payment_id and r.closed_at is null
         ) and not exists (
           select from braked_payments h where h.payment_id = o.payment_id and h.outcome is null
         )
       ) as overdue
     from open_payments o where company_id = any($1)`,
    [companies],
    'storm_outlook',
  );
  const ms = row?.ms ?? null;
  return {
    isDue: ms !== null && ms <= 0,
    nextInMs: ms === null ? null : Math.ceil(ms),
    lateInMs: row?.late ?? null,
    overdue: row?.overdue ?? [],
  };
}
