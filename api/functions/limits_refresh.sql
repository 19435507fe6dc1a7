-- Brings what is counted of a company up to date: takes off what failed since, and makes the rows of these
-- scopes that are missing from the payments. The caller holds the lock of the company's counts until its
-- transaction ends, so what failed is taken off in batches: whoever reads a count subtracts what is left
-- (limits_take, payout_went_at_once).
create or replace function limits_refresh(
  p_company uuid, p_direction text, p_scopes text[], p_now timestamptz
) returns void
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  v_day date := kampala_day(p_now);
  v_month date := date_trunc('month', v_day)::date;
  -- Where the earliest missing row starts. It counts nothing that failed, so nothing of its time may be left;
  -- usually it is a new day or month, and nothing of it has failed yet.
  v_missing date := (
    select min(x.starts) from unnest(p_scopes) s(scope)
    cross join (values ('day', v_day), ('month', v_month)) x(period, starts)
    where not (s.scope = 'at_once' and x.period = 'month') and not exists (
      select from limit_usage u
      where (u.company_id, u.scope, u.direction, u.period, u.starts)
        = (p_company, s.scope, p_direction, x.period, x.starts)
    )
  );
begin
  -- One statement, so one view of the payments: rows that exist give back what failed since, missing ones
  -- are made from what has not failed.
  with batch as (
    (
      select r.ctid as place, r.phone_number from limit_returns r
      where r.company_id = p_company and r.direction = p_direction
      order by r.phone_number limit 1000
    )
    union
    select r.ctid, r.phone_number from limit_returns r
    where r.company_id = p_company and r.direction = p_direction and r.day >= v_missing
  ), gone as (
    -- All rows of a number together: it is given back once.
    delete from limit_returns r where r.ctid = any (array(
      select b.place from batch b where b.phone_number is null
      union all
      select n.ctid from limit_returns n
      where n.company_id = p_company and n.direction = p_direction
        and n.phone_number = any (array(select b.phone_number from batch b))
    ))
    returning r.*
  ), numbers as (
    -- A number is new again if all its payments have failed, and no longer if the only one succeeded after
    -- all. Only of numbers without a payment on an earlier day, which were not counted as new on this one.
    select t.direction, t.day, t.is_api, case when t.failed > 0 then 1 else -1 end as new_numbers
    from (
      select g.direction, g.phone_number, min(g.day) as day,
        -- It was counted as new with its first payment.
        (array_agg(g.is_api order by g.created_at))[1] as is_api,
        sum(sign(g.amount)) as failed
      from gone g where g.phone_number is not null group by 1, 2
    ) t
    where t.failed <> 0
      and (
        select count(*) from payments p
        where p.company_id = p_company and p.phone_number = t.phone_number
          and p.direction = t.direction and p.status <> 'FAILED'
      ) = greatest(-t.failed, 0)
      and not exists (
        select from payments p
        where p.company_id = p_company and p.phone_number = t.phone_number
          and p.direction = t.direction
          and p.created_at < t.day::timestamp at time zone interval '3 hours'
      )
  ), given_back as (
    update limit_usage u set amount = u.amount - g.amount, new_numbers = u.new_numbers - g.new_numbers
    from (
      select s.scope, g.direction, x.period, x.starts, sum(g.amount) as amount,
        sum(g.new_numbers)::integer as new_numbers
      from (
        select g.direction, g.day, g.is_api, g.is_at_once, g.amount, 0 as new_numbers from gone g
        union all
        select n.direction, n.day, n.is_api, false, 0, n.new_numbers from numbers n
      ) g
      cross join lateral (values ('day', g.day), ('month', date_trunc('month', g.day)::date))
        x(period, starts)
      cross join lateral (values ('company', true), ('api', g.is_api), ('at_once', g.is_at_once))
        s(scope, counts)
      where s.counts group by 1, 2, 3, 4
    ) g
    where (u.company_id, u.scope, u.direction, u.period, u.starts)
      = (p_company, g.scope, g.direction, g.period, g.starts)
  )
  insert into limit_usage (company_id, scope, direction, period, starts, amount, new_numbers)
  select p_company, s.scope, p_direction, x.period, x.starts, c.amount, c.new_numbers
  from unnest(p_scopes) s(scope)
  cross join (values ('day', v_day), ('month', v_month)) x(period, starts)
  cross join lateral limits_count(p_company, s.scope, p_direction, x.period, x.starts) c
  where not (s.scope = 'at_once' and x.period = 'month') and not exists (
    select from limit_usage u
    where (u.company_id, u.scope, u.direction, u.period, u.starts)
      = (p_company, s.scope, p_direction, x.period, x.starts)
  );
end
$$;
revoke execute on function limits_refresh from public;
grant execute on function limits_refresh to sente_jobs;
