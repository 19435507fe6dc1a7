-- Counts a payment against the limits of its company, or returns the limit that it would exceed and
-- counts nothing. The caller holds the lock of the company's limits until its transaction ends.
create or replace function limits_take(
  p_company uuid,
  p_origin text,
  p_direction text,
  p_phone text,
  p_amount bigint,
  -- Accepted with the same number in the same call, and not stored yet.
  p_earlier integer,
  p_now timestamptz
) returns jsonb
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  v_day date := kampala_day(p_now);
  v_month date := date_trunc('month', v_day)::date;
  v_scopes text[] := case p_origin when 'api' then array['company', 'api'] else array['company'] end;
  v_is_new boolean;
  v_limit payment_limits;
  v_used bigint;
  v_adds bigint;
begin
  perform limits_refresh(p_company, p_direction, v_scopes, p_now);
  v_is_new := p_earlier = 0 and not exists (
    select from payments p
    where p.company_id = p_company and p.phone_number = p_phone and p.direction = p_direction
      and p.status <> 'FAILED'
  );
  for v_limit in
    select l.* from payment_limits l
    where l.company_id = p_company and l.direction = p_direction and l.scope = any (v_scopes)
    order by l.scope desc, l.kind
  loop
    v_adds := case v_limit.kind when 'number' then 1 when 'new_numbers' then v_is_new::integer
      else p_amount end;
    v_used := case v_limit.kind
      when 'payment' then 0
      when 'number' then p_earlier + (
        select count(*) from payments p
        where p.company_id = p_company and p.phone_number = p_phone and p.direction = p_direction
          and p.status <> 'FAILED' and p.created_at >= v_day::timestamp at time zone interval '3 hours'
          and (v_limit.scope = 'company' or p.origin = 'api')
      )
      else (
        select case v_limit.kind when 'new_numbers' then u.new_numbers else u.amount - (
          select coalesce(sum(r.amount), 0) from limit_returns r
          where r.company_id = p_company and r.direction = p_direction
            and (v_limit.scope = 'company' or r.is_api)
            and r.day >= case when v_limit.kind = 'month' then v_month else v_day end
        ) end
        from limit_usage u
        where u.company_id = p_company and u.scope = v_limit.scope and u.direction = p_direction
          and (u.period, u.starts)
            = (case when v_limit.kind = 'month' then 'month' else 'day' end,
               case when v_limit.kind = 'month' then v_month else v_day end)
      )
    end;
    if v_adds > 0 and v_used + v_adds > v_limit.most then
      return jsonb_build_object(
        'scope', v_limit.scope, 'kind', v_limit.kind, 'most', v_limit.most, 'used', v_used,
        'frees', case v_limit.kind when 'payment' then null
          when 'month' then (v_month + interval '1 month')::date else v_day + 1 end
      );
    end if;
  end loop;
  update limit_usage u
  set amount = u.amount + p_amount, new_numbers = u.new_numbers + v_is_new::integer
  where u.company_id = p_company and u.scope = any (v_scopes) and u.direction = p_direction
    and (u.period, u.starts) in (('day', v_day), ('month', v_month));
  return null;
end
$$;
revoke execute on function limits_take from public;
