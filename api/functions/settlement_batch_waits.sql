-- Whether the batch of a settlement waits for a second person. Companies do not see batches, but what holds their
-- settlements up depends on it.
create or replace function settlement_batch_waits(p_company uuid, p_batch uuid) returns boolean
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform(array[p_company]);
  v_waits boolean;
begin
  select exists (
    select from settlement_batches g
    where g.id = p_batch and g.state = 'waiting'
      and exists (select from settlements s where s.batch_id = g.id and s.company_id = p_company)
  ) into v_waits;
  perform set_config('app.platform', v_platform, true);
  return v_waits;
end
$$;
revoke execute on function settlement_batch_waits from public;
grant execute on function settlement_batch_waits to sente_app;
