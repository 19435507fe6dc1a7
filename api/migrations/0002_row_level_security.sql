-- Each tenant table: a company sees and writes its own rows, the platform all, an unset scope
-- nothing. FORCE makes the owner obey too. The subselects are evaluated once per statement.

alter table companies enable row level security;
alter table companies force row level security;
create policy companies_tenant on companies
  using ((select app_is_platform()) or id = (select app_company_id()))
  with check ((select app_is_platform()) or id = (select app_company_id()));

alter table users enable row level security;
alter table users force row level security;
create policy users_tenant on users
  using ((select app_is_platform()) or company_id = (select app_company_id()))
  with check (
    (select app_is_platform())
    or (company_id = (select app_company_id()) and not is_staff)
  );

-- Everyone may read themselves, also someone without a company.
create policy users_self on users for select using (id = (select app_user_id()));

alter table accounts enable row level security;
alter table accounts force row level security;
create policy accounts_tenant on accounts
  using ((select app_is_platform()) or company_id = (select app_company_id()))
  with check ((select app_is_platform()) or company_id = (select app_company_id()));

-- Rows that hang on a user follow the user's own visibility. A company never hands out a role
-- that is kept for staff.
alter table user_roles enable row level security;
alter table user_roles force row level security;
create policy user_roles_tenant on user_roles
  using (
    (select app_is_platform())
    or exists (select 1 from users u where u.id = user_id and u.company_id = (select app_company_id()))
  )
  with check (
    (select app_is_platform())
    or (
      exists (select 1 from users u where u.id = user_id and u.company_id = (select app_company_id()))
      and exists (select 1 from roles r where r.id = role_id and not r.is_staff)
    )
  );
create policy user_roles_self on user_roles for select using (user_id = (select app_user_id()));

alter table sessions enable row level security;
alter table sessions force row level security;
create policy sessions_tenant on sessions
  using (
    (select app_is_platform())
    or exists (select 1 from users u where u.id = user_id and u.company_id = (select app_company_id()))
  )
  with check ((select app_is_platform()));

alter table throttles enable row level security;
alter table throttles force row level security;
create policy throttles_platform on throttles
  using ((select app_is_platform())) with check ((select app_is_platform()));

-- Everyone's acts are written down; only staff read them.
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy audit_log_read on audit_log for select using ((select app_is_platform()));
create policy audit_log_write on audit_log for insert
  with check ((select app_is_platform()) or company_id = (select app_company_id()));

-- Roles and permissions are the platform's: companies read them.
alter table roles enable row level security;
alter table roles force row level security;
create policy roles_read on roles for select using (true);
create policy roles_write on roles for all
  using ((select app_is_platform())) with check ((select app_is_platform()));

alter table permissions enable row level security;
alter table permissions force row level security;
create policy permissions_read on permissions for select using (true);
create policy permissions_write on permissions for all
  using ((select app_is_platform())) with check ((select app_is_platform()));

alter table role_permissions enable row level security;
alter table role_permissions force row level security;
create policy role_permissions_read on role_permissions for select using (true);
create policy role_permissions_write on role_permissions for all
  using ((select app_is_platform())) with check ((select app_is_platform()));

alter table server_facts enable row level security;
alter table server_facts force row level security;
create policy server_facts_platform on server_facts
  using ((select app_is_platform())) with check ((select app_is_platform()));

-- No DELETE where history stays, no UPDATE where it must not change, no writing of balances.
grant select, insert, update on companies, users to sente_app;
grant select, insert, update, delete on roles, role_permissions, user_roles, sessions, throttles
  to sente_app;
grant select on permissions, accounts, server_facts, schema_migrations to sente_app;
grant select, insert on audit_log to sente_app;

create function refuse_change() returns trigger
  language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- Who is behind a session token, in one round trip. Runs before any tenant is known, hence the
-- platform scope, which ends with the function. It is set in the body because only a superuser may
-- put a setting of ours into a function's definition.
create function session_actor(p_token_hash bytea, p_idle_limit interval)
  returns table (
    user_id uuid,
    email text,
    name text,
    company_id uuid,
    is_staff boolean,
    permissions text[]
  )
  language plpgsql volatile security definer
  set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  v_platform text := coalesce(current_setting('app.platform', true), '');
  v_user_id uuid;
  v_last_seen_at timestamptz;
begin
  perform set_config('app.platform', 'on', true);
  select s.user_id, s.last_seen_at into v_user_id, v_last_seen_at
  from sessions s
  where s.token_hash = p_token_hash
    and s.expires_at > now()
    and s.last_seen_at > now() - p_idle_limit;
  if not found then
    perform set_config('app.platform', v_platform, true);
    return;
  end if;

  -- Once a minute is enough for an idle limit and spares a write on every request.
  if v_last_seen_at < now() - interval '1 minute' then
    update sessions set last_seen_at = now() where token_hash = p_token_hash;
  end if;

  return query
  select
    u.id,
    u.email,
    u.first_name || ' ' || u.last_name,
    u.company_id,
    u.is_staff and (u.company_id is null or c.is_head_office),
    array(
      select distinct p.name
      from user_roles ur
      join role_permissions rp on rp.role_id = ur.role_id
      join permissions p on p.id = rp.permission_id
      where ur.user_id = u.id
    )
  from users u
  left join companies c on c.id = u.company_id
  where u.id = v_user_id
    and u.is_active
    and u.deleted_at is null
    and c.archived_at is null;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function session_actor(bytea, interval) from public;
grant execute on function session_actor(bytea, interval) to sente_app;
