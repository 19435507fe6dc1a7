-- Records valid signatures and returns those that were not used before. Sorted, so that servers which
-- record the same signatures at once wait for each other instead of deadlocking.
create or replace function signatures_use(
  p_signatures bytea[],
  p_credentials uuid[],
  -- Where each of the credentials was used from.
  p_addresses text[]
) returns setof bytea
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
as $$
declare
  v_platform text := app_enter_platform();
begin
  return query
  insert into used_signatures (signature)
  select s from unnest(p_signatures) s order by s
  on conflict do nothing returning signature;

  -- Once a minute is precise enough. A row that is locked is being updated by somebody else.
  if exists (
    select from company_credentials k where k.id = any (p_credentials)
      and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute')
  ) then
    update company_credentials c set last_used_at = now(), last_used_address = u.address
    from unnest(p_credentials, p_addresses) u (id, address)
    where c.id = u.id and c.id in (
      select k.id from company_credentials k where k.id = any (p_credentials)
        and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute')
      for update skip locked
    );
  end if;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function signatures_use from public;
grant execute on function signatures_use to sente_app;
