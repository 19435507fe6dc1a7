-- Who may be behind a payout: the person who asked for it. Nobody asks for what a company's systems order,
-- so there it is who made the API key that was in use then, however long before, and the people who saw a key
-- from seven days before the payout on. A key that is made later changes nothing about who had the former
-- one. Without a payment: behind one that would be ordered now. A bulk payout is asked about in the same way.
create or replace function payout_askers(p_company uuid, p_payment uuid, p_asker uuid)
  returns setof uuid
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text;
  v_ordered timestamptz;
begin
  if p_asker is not null then
    return next p_asker;
    return;
  end if;
  v_platform := app_enter_platform(array[p_company]);
  v_ordered := coalesce(
    (select p.created_at from payments p where p.company_id = p_company and p.id = p_payment),
    (select b.created_at from bulk_payouts b where b.company_id = p_company and b.id = p_payment),
    now()
  );
  return query
  select distinct l.actor_id from audit_log l
  where l.subject_type = 'companies' and l.subject_id = p_company and l.result = 'done'
    -- A list or a switch showed the key in earlier versions.
    and l.action in (
      'credentials.reveal', 'credentials.create', 'credentials.regenerate', 'credentials.list',
      'credentials.toggle'
    )
    and l.at > v_ordered - interval '7 days' and l.actor_id is not null
  union
  (
    select l.actor_id from audit_log l
    where l.subject_type = 'companies' and l.subject_id = p_company and l.result = 'done'
      and l.action in ('credentials.create', 'credentials.regenerate') and l.actor_id is not null
      and l.at <= v_ordered
    order by l.at desc limit 1
  )
  order by 1;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function payout_askers from public;
grant execute on function payout_askers to sente_app;
