-- Adds the job that matches statements; one that waits already will see everything.
create or replace function reconciliation_enqueue() returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  perform jobs_add('match-statements', 'match-statements', p_max_attempts := 3);
end
$$;
revoke execute on function reconciliation_enqueue from public;
grant execute on function reconciliation_enqueue to sente_app;
