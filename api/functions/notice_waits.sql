-- Whether somebody has to look at a notice. Money in suspense, or released from there, waits for nobody,
-- unless somebody has proposed something or the network says something else by now; nor does what a case has booked.
create or replace function notice_waits(p_notice uuid) returns boolean
  language plpgsql stable
  set search_path = public, pg_temp
as $$
declare
  v_key text := (select payment_key from network_notices where id = p_notice);
begin
  if exists (select from suspense_decisions where payment_key = v_key and state = 'proposed') then
    return true;
  end if;
  if exists (select from suspense_decisions where payment_key = v_key and state = 'confirmed') then
    return notice_contradicts(p_notice);
  end if;
  return notice_booked_by(p_notice) is null;
end
$$;
revoke execute on function notice_waits from public;
grant execute on function notice_waits to sente_app;
