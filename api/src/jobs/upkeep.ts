import type { Task } from 'graphile-worker';
import { lockKeys } from '../db/lock-keys.ts';
import { oldEnquiries, oldMails } from '../enquiries/enquiries.service.ts';

/** Every minute, on whichever instance is first. */
export const upkeepSchedule = '* * * * * upkeep ?max=1';

const steps = [
  // How a network looks now, to a company without trouble of its own; a minute of its day on the status page.
  `insert into network_days as d (day, network, minutes, degraded, down)
   select kampala_day(now()), network, 1, (max(down_until) is null and bool_or(is_degraded))::int,
     (max(down_until) is not null)::int
   from networks_health('00000000-0000-0000-0000-000000000000') group by network
   on conflict (day, network) do update set minutes = d.minutes + 1,
     degraded = d.degraded + excluded.degraded, down = d.down + excluded.down`,
  // The circuit breaker reads the last minute.
  "delete from network_calls where bucket < now() - interval '2 minutes'",
  // Nobody has tried since.
  "delete from network_circuits where opened_until < now() - interval '10 minutes'",
  // By then a signature has expired: a timestamp may be five minutes off in either direction.
  "delete from used_signatures where seen_at < now() - interval '15 minutes'",
  // Sales only add to these. What is added meanwhile is not seen and stays.
  `with several as (
     select company_id, batch_id, product_id, state from voucher_counts
     group by company_id, batch_id, product_id, state having count(*) > 1
   ), gone as (
     delete from voucher_counts v using several s
     where (v.company_id, v.batch_id, v.product_id, v.state)
       = (s.company_id, s.batch_id, s.product_id, s.state)
     returning v.*
   )
   insert into voucher_counts (company_id, batch_id, product_id, state, count)
   select company_id, batch_id, product_id, state, sum(count) from gone
   group by company_id, batch_id, product_id, state having sum(count) <> 0`,
  // Of sign-ins that were refused, and of visits to the open demo, which refuses nobody, the audit log has the first;
  // here is how many followed within the hour.
  `with old as (
     delete from refused_sign_ins where since < now() - interval '1 hour' returning *
   )
   insert into audit_log (company_id, action, subject_type, subject_id, result, details)
   select u.company_id, old.action, case when u.id is not null then 'users' end, u.id,
     case when old.code = '' then 'done' else 'refused' end,
     jsonb_strip_nulls(jsonb_build_object('code', nullif(old.code, ''), 'email', u.email,
       'furtherAttempts', old.count - 1, 'addresses', old.addresses))
   from old left join users u on u.id = old.user_id where old.count > 1 order by old.since`,
  // Anybody can send these.
  `delete from network_notices where not is_proven and last_at < now() - interval '30 days'`,
  // The mailbox of a demonstration shows what was sent lately.
  `update mails set letter_sealed = null, key_name = null
   where letter_sealed is not null and state = 'sent' and sent_at < now() - interval '7 days'`,
  // No instance could send them, or it was killed during the last attempt.
  `with late as (
     update mails set state = 'gave_up', problem = 'It is too late for it',
       letter_sealed = null, key_name = null
     where state = 'waiting' and useful_until < now() - interval '1 hour' returning id
   )
   select graphile_worker.complete_jobs(array(
     select j.id from late l join graphile_worker.jobs j on j.key = 'mail:' || l.id
     where j.locked_at is null))`,
  // Operators look for mails of the last weeks; who got older ones is not kept.
  `delete from mails where id in (${oldMails})`,
  // Of people who are no customers, and whose question has an answer.
  `delete from enquiries where id in (${oldEnquiries})`,
  // So many in a turn, because a brake on all companies was told to everybody at once.
  `delete from notifications where id in (
     select n.id from notification_events e join notifications n on n.event_id = e.id
     where e.created_at < now() - interval '90 days' order by e.created_at limit 5000)`,
  `delete from notification_events where id in (
     select e.id from notification_events e
     where e.created_at < now() - interval '90 days'
       and not exists (select from notifications n where n.event_id = e.id)
     order by e.created_at limit 1000)`,
  // Developers look at the last weeks. The id is a time; so many in a turn, because a busy company makes millions.
  `delete from api_requests where id in (
     select id from api_requests
     where id < (lpad(to_hex((extract(epoch from now() - interval '30 days') * 1000)::bigint), 12, '0')
       || '70008000000000000000')::uuid
     order by id limit 20000)`,
  // With their parts, which are large.
  `delete from exports where id in (
     select id from exports where expires_at < now() order by expires_at limit 20)`,
  // Its instance was killed during the last attempt.
  `update exports e set state = 'failed', finished_at = now()
   where e.state in ('waiting', 'writing') and e.created_at < now() - interval '5 minutes'
     and not exists (
       select from graphile_worker.jobs j where j.key = 'export:' || e.id
         and (j.attempts < j.max_attempts or j.locked_at is not null))`,
  // Its server was killed. What it had stored is known when it is imported again.
  `update statement_files set state = 'failed', finished_at = now(),
     problem = 'The server stopped during the import. Import it again.'
   where state = 'importing' and progressed_at < now() - interval '5 minutes'`,
  // No job takes this long, so its instance was killed. The queue itself would wait for hours.
  `select graphile_worker.force_unlock_workers(array(
     select distinct locked_by from graphile_worker.jobs
     where locked_at < now() - interval '2 minutes'))`,
  // Else only the next payments of a company take off what failed, a thousand at a time.
  `select limits_refresh(r.company_id, r.direction, '{}', now())
   from (select distinct company_id, direction from limit_returns order by 1 limit 50) r,
     generate_series(1, 10)
   where pg_try_advisory_xact_lock(${lockKeys.limitCounts}, hashtext(r.company_id::text))`,
  // The instance was killed during the last attempt, so its end was not recorded.
  `update webhook_deliveries e set state = 'gave_up', gave_up_at = now(), next_attempt_at = null
   where e.state = 'waiting' and e.next_attempt_at < now() - interval '5 minutes'
     and not exists (
       select 1 from graphile_worker.jobs j where j.id = e.job_id
         and (j.attempts < j.max_attempts or j.locked_at is not null))`,
  `select graphile_worker.complete_jobs(array(
     select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null))`,
];

/** Runs on the queue's own connection, as sente_jobs: requests may delete nothing of this. */
export const upkeep: Task = async (_payload, { withPgClient }) => {
  await withPgClient(async (client) => {
    await client.query(`begin; set local app.platform = 'on'`);
    try {
      for (const step of steps) await client.query(step);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
    // Events that nobody sends or reads, so that the first who reads them does not wait for it.
    // One company after the other, because whoever sends events of a company waits meanwhile.
    const { rows } = await client.query<{ company_id: string }>(
      'select * from events_unnumbered()',
    );
    for (const { company_id } of rows) {
      await client.query('select events_number($1)', [company_id]);
    }
  });
};
