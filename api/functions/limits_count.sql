-- What the payments of a company amount to in the period that begins on a day, and, of a day, with how
-- many numbers that it had no payment with before: no limit counts those of a month. The scope is that of a
-- limit, or 'at_once' for payouts that the rule of the company let go at once. Stable, so it sees the same
-- payments as the statement that calls it.
create or replace function limits_count(
  p_company uuid, p_scope text, p_direction text, p_period text, p_starts date
) returns table (amount bigint, new_numbers integer)
  language sql stable
  set search_path = public, pg_temp
as $$
  with counted as not materialized (
    select p.amount, p.phone_number from payments p
    where p.company_id = p_company and p.direction = p_direction and p.status <> 'FAILED'
      -- Ids begin with their time: this finds the period in the index.
      and p.id >= (lpad(to_hex(
        extract(epoch from p_starts::timestamp at time zone interval '3 hours')::bigint * 1000 - 600000
      ), 12, '0') || '70008000000000000000')::uuid
      and p.created_at >= p_starts::timestamp at time zone interval '3 hours'
      and case p_scope when 'api' then p.origin = 'api' when 'at_once' then p.is_at_once else true end
  )
  select coalesce(sum(c.amount), 0)::bigint,
    case p_period when 'day' then (
      select count(*)::integer from (select distinct d.phone_number from counted d) n
      where not exists (
        select from payments e
        where e.company_id = p_company and e.phone_number = n.phone_number
          and e.direction = p_direction and e.status <> 'FAILED'
          and e.created_at < p_starts::timestamp at time zone interval '3 hours'
      )
    ) else 0 end
  from counted c
$$;
revoke execute on function limits_count from public;
grant execute on function limits_count to sente_app;
grant execute on function limits_count to sente_jobs;
