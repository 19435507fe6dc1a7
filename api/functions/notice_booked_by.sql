-- The transaction that booked the payment of a notice, if something else than its own decision did: a case about a
-- line with its id. Null if nothing did, or if that was reversed.
create or replace function notice_booked_by(p_notice uuid) returns uuid
  language plpgsql stable
  set search_path = public, pg_temp
as $$
declare
  v_notice network_notices;
  v_ids text[];
begin
  select * into v_notice from network_notices where id = p_notice;
  if v_notice.case_id is not null or not v_notice.is_proven then
    return null;
  end if;
  v_ids := array_remove(array[v_notice.network_reference, nullif(v_notice.reference, '')], null);
  return (
    select b.transaction_id from (
      select b.transaction_id, b.company_id from reconciliation_bookings b
      where b.reference = any (v_ids) and b.network = v_notice.network and b.reversal_of is null
        and b.state <> 'netted'
      union all
      -- Of a line that has our id only.
      select t.id, t.company_id from network_notices m
      join suspense_decisions d on d.notice_id = m.id and d.kind = 'book' and d.state = 'confirmed'
      join transactions t on t.id = d.transaction_id
      where m.network_reference = any (v_ids) and m.network = v_notice.network and m.case_id is not null
        and m.closed_at is null
    ) b
    where not exists (
        select from transactions o
        where o.company_id = b.company_id and o.reversal_of = b.transaction_id and o.status <> 'failed'
      )
      and not exists (
        select from suspense_decisions d where d.payment_key = v_notice.payment_key and d.transaction_id = b.transaction_id
      )
    limit 1
  );
end
$$;
revoke execute on function notice_booked_by from public;
grant execute on function notice_booked_by to sente_app;
