-- Who has to approve next: `colleague` or `provider`. A colleague's step falls to the provider while nobody
-- in the company can approve it. Thousands of payouts may wait, and all of them are read with their step, so
-- who can is looked up once in a transaction for each person who asked, and of what the API ordered once for
-- each span of time in which the same people are behind it (payout_askers).
create or replace function payout_step(p_company uuid, p_payment uuid, p_approval text, p_asker uuid)
  returns text
  language plpgsql stable security definer
  set search_path = public, pg_temp
as $$
declare
  v_key text := concat_ws(' ', p_company, p_asker);
  v_known jsonb := coalesce(nullif(current_setting('app.payout_colleagues', true), ''), '{}');
  v_platform text;
  v_ordered timestamptz := now();
  v_from timestamptz;
  v_to timestamptz;
  v_is_colleagues boolean;
begin
  if p_approval is null or p_approval not in ('colleague', 'colleague_and_provider') then
    return 'provider';
  end if;
  v_platform := app_enter_platform(array[p_company]);
  if exists (
    select from payout_approvals a
    where a.company_id = p_company and a.payment_id = p_payment and a.step = 'colleague'
  ) then
    perform set_config('app.platform', v_platform, true);
    return 'provider';
  end if;
  if p_asker is null then
    v_ordered := coalesce(
      (select p.created_at from payments p where p.company_id = p_company and p.id = p_payment),
      (select b.created_at from bulk_payouts b where b.company_id = p_company and b.id = p_payment)
    );
  end if;
  select (k ->> 'is_colleagues')::boolean into v_is_colleagues
  from jsonb_array_elements(v_known -> v_key) k
  where (k ->> 'from')::timestamptz <= v_ordered and v_ordered < (k ->> 'to')::timestamptz;
  if v_is_colleagues is null then
    v_is_colleagues := exists (
      select from payout_colleagues(
        p_company, array(select payout_askers(p_company, p_payment, p_asker))
      )
    );
    if p_asker is null then
      select max(t.at) filter (where t.at <= v_ordered), min(t.at) filter (where t.at > v_ordered)
      into v_from, v_to
      from audit_log l
      cross join lateral (values (l.at), (l.at + interval '7 days')) t(at)
      where l.subject_type = 'companies' and l.subject_id = p_company
        and l.action like 'credentials.%';
    end if;
    v_known := jsonb_set(
      v_known, array[v_key],
      coalesce(v_known -> v_key, '[]') || jsonb_build_object(
        'from', coalesce(v_from, '-infinity'), 'to', coalesce(v_to, 'infinity'),
        'is_colleagues', v_is_colleagues
      )
    );
    perform set_config('app.payout_colleagues', v_known::text, true);
  end if;
  perform set_config('app.platform', v_platform, true);
  return case when v_is_colleagues then 'colleague' else 'provider' end;
end
$$;
revoke execute on function payout_step from public;
grant execute on function payout_step to sente_app;
