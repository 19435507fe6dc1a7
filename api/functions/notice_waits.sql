-- Whether somebody has to look at a notice. Money in suspense, or released from there, waits for nobody,
-- unless somebody has proposed something or the network says something else by now.
create or replace function notice_waits(p_notice uuid) returns boolean
  language plpgsql stable
  set search_path = public, pg_temp
as $$
declare
  v_key text := (select payment_key from network_notices where id = p_notice);
begin
  return not exists (select from suspense_decisions where payment_key = v_key and state = 'confirmed')
    or exists (select from suspense_decisions where payment_key = v_key and state = 'proposed')
    or notice_contradicts(p_notice);
end
$$;
revoke execute on function notice_waits from public;
grant execute on function notice_waits to sente_app;
