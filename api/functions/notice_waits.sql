-- Whether somebody has to look at the notices of a payment. Its money in suspense, or released from there,
-- waits for nobody, unless somebody has proposed something.
create or replace function notice_waits(p_payment text) returns boolean
  language sql stable
  set search_path = public, pg_temp
  return (
    not exists (select from suspense_decisions where payment = p_payment and state = 'confirmed')
    or exists (select from suspense_decisions where payment = p_payment and state = 'proposed')
  );
revoke execute on function notice_waits from public;
grant execute on function notice_waits to sente_app;
