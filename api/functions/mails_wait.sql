-- How many seconds have to pass until people may cause another mail of these kinds to this address: six a day,
-- whoever causes them. Nobody has strangers flooded. Any scope may ask; others who ask for the same address wait until
-- the caller's mail is stored.
create or replace function mails_wait(
  p_address text,
  p_kinds text[] default array['invitation', 'confirm-email', 'email-changed', 'password-help']
) returns integer
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
  v_seconds integer;
begin
  -- lockKeys.mailReceiver
  perform pg_advisory_xact_lock(7368314, hashtext(lower(p_address)));
  select ceil(extract(epoch from m.created_at + interval '1 day' - clock_timestamp())) into v_seconds
  from mails m
  where m.receiver = lower(p_address) and m.created_at > clock_timestamp() - interval '1 day'
    and m.kind = any (p_kinds)
  order by m.created_at desc offset 5 limit 1;
  perform set_config('app.platform', v_platform, true);
  return greatest(coalesce(v_seconds, 0), 0);
end
$$;
revoke execute on function mails_wait from public;
grant execute on function mails_wait to sente_app;
