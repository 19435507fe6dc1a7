-- Keeps the figures of payments that have ended: what is stored counts, and what is changed counts as it is
-- now instead of as it was. Whoever writes payments is in the platform scope. What has not ended is in no figure;
-- gathering it took longer than finding out.
create or replace function payments_count() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from added where status in ('SUCCESS', 'FAILED')) then
      return null;
    end if;
    perform payments_figure(
      array_agg(company_id), array_agg(kampala_day(created_at)), array_agg(direction), array_agg(network),
      array_agg(product_id), array_agg(status), array_agg(reason_code), array_agg(1), array_agg(amount),
      array_agg(fee), array_agg(0)
    )
    from added where status in ('SUCCESS', 'FAILED');
  elsif exists (select from added where status in ('SUCCESS', 'FAILED'))
    or exists (select from removed where status in ('SUCCESS', 'FAILED'))
  then
    perform payments_figure(
      array_agg(company_id), array_agg(kampala_day(created_at)), array_agg(direction), array_agg(network),
      array_agg(product_id), array_agg(status), array_agg(reason_code), array_agg(sign),
      array_agg(sign * amount), array_agg(sign * fee), array_agg(0)
    )
    from (select 1 as sign, * from added union all select -1, * from removed) c
    where status in ('SUCCESS', 'FAILED');
  end if;
  return null;
end
$$;
revoke execute on function payments_count from public;
