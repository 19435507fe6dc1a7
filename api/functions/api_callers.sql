-- Finds the credentials for a batch of channel ids. Archived companies have none.
create or replace function api_callers(p_channels text[])
  returns table (
    channel_id text,
    credential_id uuid,
    company_id uuid,
    secret_sealed bytea,
    key_name text,
    public_key bytea,
    is_active boolean,
    scopes text[],
    allowed_addresses text[]
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
  select k.channel_id, k.id, k.company_id, k.secret_sealed, k.key_name, k.public_key,
    k.is_active and (k.ends_at is null or k.ends_at > now()), k.scopes, k.allowed_addresses
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
