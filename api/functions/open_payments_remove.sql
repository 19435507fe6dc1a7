-- Takes payments that have ended out of the queue, and returns how many.
create or replace function open_payments_remove(p_ids uuid[]) returns integer
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
  v_count integer;
begin
  delete from open_payments o where o.payment_id = any (p_ids);
  get diagnostics v_count = row_count;
  perform set_config('app.platform', v_platform, true);
  return v_count;
end
$$;
revoke execute on function open_payments_remove from public;
grant execute on function open_payments_remove to sente_app;
