-- Why `p_confirmer` cannot confirm what `p_asker` asked for; null if they can.
--   'same': it is one person.
--   'set-by-confirmer', 'set-by-asker': within seven days, one of them gave the other access or a role.
--   'shared': one person may be able to sign in as both.
-- Giving access is what lets somebody sign in as the other: to create or invite them, to set a password, to
-- enter an email (newEmail while it waits for its confirmation), to make a link for a new password, to remove
-- the second factor. Whoever gave access to the one who gave it counts as well.
create or replace function second_person_problem(p_asker uuid, p_confirmer uuid) returns text
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text;
  v_since timestamptz := now() - interval '7 days';
  v_problem text;
begin
  if p_asker = p_confirmer then
    return 'same';
  end if;
  v_platform := app_enter_platform();
  with recursive acts as not materialized (
    select l.actor_id, l.subject_id,
      l.action in ('users.create', 'accessLinks.invite', 'accessLinks.sendPasswordLink', 'factors.reset')
        or (l.action = 'users.update' and l.details->'changed' ?| array['password', 'email', 'newEmail']) as is_access
    from audit_log l
    where l.subject_type = 'users' and l.result = 'done' and l.at > v_since
      and l.actor_id <> l.subject_id
      and (
        l.action in ('users.create', 'accessLinks.invite', 'accessLinks.sendPasswordLink', 'factors.reset',
          'users.assignRole')
        or (l.action = 'users.update' and l.details->'changed' ?| array['password', 'email', 'newEmail', 'roles'])
        or (l.action = 'approvals.ask' and l.details->>'kind' in ('staff-role', 'factor-reset'))
      )
    union all
    -- Whoever adds to a role gives it to all who hold it.
    select l.actor_id, ur.user_id, false
    from audit_log l join user_roles ur on ur.role_id = l.subject_id
    where l.subject_type = 'roles' and l.action = 'roles.assignPermission' and l.result = 'done'
      and l.at > v_since and l.actor_id <> ur.user_id
  ), controllers (of_id, id) as (
    select id, id from unnest(array[p_asker, p_confirmer]) one (id)
    union
    select c.of_id, a.actor_id from controllers c
    join acts a on a.subject_id = c.id and a.is_access
  )
  select case
    when exists (select from acts where subject_id = p_asker and actor_id = p_confirmer)
      then 'set-by-confirmer'
    when exists (select from acts where subject_id = p_confirmer and actor_id = p_asker)
      then 'set-by-asker'
    when exists (
      select from controllers one join controllers other on other.id = one.id
      where one.of_id = p_asker and other.of_id = p_confirmer
    ) then 'shared'
  end into v_problem;
  perform set_config('app.platform', v_platform, true);
  return v_problem;
end
$$;
revoke execute on function second_person_problem from public;
grant execute on function second_person_problem to sente_app;
