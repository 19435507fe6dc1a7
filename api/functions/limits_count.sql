-- What the payments of a company amount to in the period that begins on a day, and with how many numbers
-- that it had no payment with before. Stable, so it sees the same payments as the statement that calls it.
create or replace function limits_count(
  p_company uuid, p_scope text, p_direction text, p_starts date
) returns table (amount bigint, new_numbers integer)
  language sql stable
  set search_path = public, pg_temp
as $$
  select coalesce(sum(p.amount), 0)::bigint,
    count(distinct p.phone_number) filter (where not exists (
      select from payments e
      where e.company_id = p_company and e.phone_number = p.phone_number and e.direction = p_direction
        and e.status <> 'FAILED'
        and e.created_at < p_starts::timestamp at time zone interval '3 hours'
    ))::integer
  from payments p
  where p.company_id = p_company and p.direction = p_direction and p.status <> 'FAILED'
    -- Ids begin with their time: this finds the period in the index.
    and p.id >= (lpad(to_hex(
      extract(epoch from p_starts::timestamp at time zone interval '3 hours')::bigint * 1000 - 600000
    ), 12, '0') || '70008000000000000000')::uuid
    and p.created_at >= p_starts::timestamp at time zone interval '3 hours'
    and (p_scope = 'company' or p.origin = 'api')
$$;
revoke execute on function limits_count from public;
grant execute on function limits_count to sente_app;
