-- Finds the credentials for a batch of channel ids. Archived companies have none.
create or replace function api_callers(p_channels text[])
  returns table (
    channel_id text,
    credential_id uuid,
    company_id uuid,
    secret_sealed bytea,
    key_name text,
    is_active boolean
  )
  language plpgsql security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  v_platform text := app_enter_platform();
begin
  return query
  select k.channel_id, k.id, k.company_id, k.secret_sealed, k.key_name, k.is_active
  from company_credentials k
  where k.channel_id = any (p_channels)
    -- As a join the planner would walk the index of all company names; this way it uses the id.
    and not exists (
      select from companies c where c.id = k.company_id and c.archived_at is not null
    );
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function api_callers from public;
grant execute on function api_callers to sente_app;
