-- Whether a proven notice says something else than the one that its payment was booked by.
create or replace function notice_contradicts(p_notice uuid) returns boolean
  language sql stable
  set search_path = public, pg_temp
  return exists (
    select from network_notices n
    join suspense_decisions d
      on d.payment_key = n.payment_key and d.kind = 'book' and d.state = 'confirmed'
    join network_notices decided on decided.id = d.notice_id
    where n.id = p_notice and n.is_proven
      and (n.said, n.amount) is distinct from (decided.said, decided.amount)
  );
revoke execute on function notice_contradicts from public;
grant execute on function notice_contradicts to sente_app;
