-- Seals a brake that is on: from now on brake_end needs the key whose hash this is. Refused with a key ring
-- that the credentials of the companies are not encrypted with, because no server could open that seal.
create or replace function brake_seal(
  p_brake uuid,
  p_seal bytea,
  -- The key that sealed it comes first.
  p_key_names text[]
) returns boolean
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform();
  v_is_ours boolean := credentials_open_with(p_key_names);
begin
  if v_is_ours then
    update payout_brakes b set seal = p_seal, key_name = p_key_names[1]
    where b.id = p_brake and b.ended_at is null and b.seal is null;
  end if;
  perform set_config('app.platform', v_platform, true);
  return v_is_ours;
end
$$;
revoke execute on function brake_seal from public;
grant execute on function brake_seal to sente_watcher;
