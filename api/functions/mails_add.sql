-- Stores a mail and its job, unless one was stored for the same event. Any scope may: a company's
-- person invites colleagues and asks staff for approvals. The queue waits exp(attempts) seconds between
-- attempts, so 14 attempts take a little more than a day. A mail waits for three days at most: as long as
-- one waits, the key that encrypted it is needed.
create or replace function mails_add(
  p_id uuid,
  p_user uuid,
  p_address text,
  p_kind text,
  p_event_key text,
  p_letter bytea,
  p_key_name text,
  p_useful_until timestamptz
) returns boolean
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
  v_is_new boolean;
begin
  insert into mails (id, user_id, address, kind, event_key, letter_sealed, key_name, useful_until)
  values (p_id, p_user, p_address, p_kind, p_event_key, p_letter, p_key_name,
    least(p_useful_until, now() + interval '3 days'))
  on conflict (event_key) do nothing;
  v_is_new := found;
  if v_is_new then
    perform jobs_add(
      'send-mail', 'mail:' || p_id, json_build_object('id', p_id), p_max_attempts := 14
    );
  end if;
  perform set_config('app.platform', v_platform, true);
  return v_is_new;
end
$$;
revoke execute on function mails_add from public;
grant execute on function mails_add to sente_app;
