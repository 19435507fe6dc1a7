-- Finds the users behind a batch of session tokens: requests that arrive together share one look-up.
create or replace function session_actors(p_token_hashes bytea[], p_idle_limit interval)
  returns table (
    token_hash bytea,
    user_id uuid,
    email text,
    name text,
    company_id uuid,
    is_staff boolean,
    must_change_password boolean,
    must_set_up_factor boolean,
    is_visitor boolean,
    -- One name per line, some more than once: parsing an array takes the server longer than everything else.
    permissions text
  )
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  v_platform text := app_enter_platform();
  v_staff_need_factor boolean := (select s.staff_need_factor from platform_settings s);
  v_roles uuid[];
  v_names text[];
begin
  -- What a role allows is read once for all who have it: few roles are those of many people.
  select array_agg(r.id), array_agg(r.names) into v_roles, v_names
  from (
    select h.role_id as id, (
      select string_agg(p.name, E'\n')
      from role_permissions rp join permissions p on p.id = rp.permission_id
      where rp.role_id = h.role_id
    ) as names
    from (
      select distinct ur.role_id from user_roles ur
      where ur.user_id = any (array(
        select t.user_id from sessions t where t.token_hash = any (p_token_hashes)
      ))
    ) h
  ) r;
  return query
  select
    s.token_hash,
    u.id,
    u.email,
    u.first_name || ' ' || u.last_name,
    u.company_id,
    u.is_staff and (u.company_id is null or c.is_head_office),
    u.is_password_temporary and not s.is_visitor,
    not s.is_visitor
      and case
        when u.is_staff and (u.company_id is null or c.is_head_office) then v_staff_need_factor
        else coalesce(c.people_need_factor, false)
      end
      and not exists (
        select from authenticators a where a.user_id = u.id and a.confirmed_at is not null
      )
      and not exists (select from passkeys k where k.user_id = u.id),
    s.is_visitor,
    (
      select string_agg(v_names[array_position(v_roles, ur.role_id)], E'\n')
      from user_roles ur where ur.user_id = u.id
    )
  -- From the tokens to their users, in this order: a plan made while the tables were empty would
  -- otherwise go through all users. The conditions on the session come last for the same reason.
  from (
    select t.token_hash, t.user_id, t.expires_at, t.last_seen_at, t.is_visitor
    from sessions t where t.token_hash = any (p_token_hashes)
    offset 0
  ) s
  cross join lateral (select * from users x where x.id = s.user_id offset 0) u
  left join lateral (select * from companies x where x.id = u.company_id offset 0) c on true
  where s.expires_at > now()
    and s.last_seen_at > now() - p_idle_limit
    and u.is_active
    and u.deleted_at is null
    and c.archived_at is null;

  -- Once a minute is enough for an idle limit and saves a write on every request. A row that is locked
  -- is being updated with the same value.
  if exists (
    select from sessions s
    where s.token_hash = any (p_token_hashes) and s.last_seen_at < now() - interval '1 minute'
  ) then
    update sessions set last_seen_at = now()
    where token_hash in (
      select s.token_hash from sessions s
      where s.token_hash = any (p_token_hashes)
        and s.expires_at > now()
        and s.last_seen_at < now() - interval '1 minute'
        and s.last_seen_at > now() - p_idle_limit
      for update skip locked
    );
  end if;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function session_actors from public;
grant execute on function session_actors to sente_app;
