-- Stops the payouts of a company, or of all (null), and returns the id of the brake. If one is on already,
-- that is the one. For the two functions that others may call.
create or replace function brake_trip(
  p_company uuid, p_sign text, p_reason text, p_figures jsonb, p_person uuid
) returns uuid
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform(array_remove(array[p_company], null));
  v_id uuid;
begin
  -- Again if the one that was on ends between the two statements.
  while v_id is null loop
    insert into payout_brakes (company_id, sign, reason, figures, tripped_by)
    values (p_company, p_sign, p_reason, p_figures, p_person)
    on conflict do nothing
    returning id into v_id;
    if v_id is not null then
      perform brake_tell(p_company);
      insert into audit_log (company_id, actor_id, actor_email, action, subject_type, subject_id, result,
        details)
      values (p_company, p_person,
        coalesce((select u.email from users u where u.id = p_person), 'watcher'),
        'payoutBrakes.trip', case when p_company is null then 'payoutBrakes' else 'companies' end,
        coalesce(p_company, v_id), 'done',
        jsonb_build_object('sign', p_sign, 'reason', p_reason));
      perform notifications_add('payouts-stopped', p_company, null, v_id, 'brake-on:' || v_id,
        -- That of a brake on all companies may be about another one: only staff look it up in the brake.
        jsonb_build_object('isOn', true, 'reason', case when p_company is not null then p_reason end,
          'company', (select c.name from companies c where c.id = p_company)));
    else
      select b.id into v_id from payout_brakes b
      where b.company_id is not distinct from p_company and b.ended_at is null;
    end if;
  end loop;
  perform set_config('app.platform', v_platform, true);
  return v_id;
end
$$;
revoke execute on function brake_trip from public;
