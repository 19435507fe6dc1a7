-- Requests may write entries, but not the list of those that are to be chained.
create or replace function audit_enqueue() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := coalesce(current_setting('app.platform', true), '');
begin
  perform set_config('app.platform', 'on', true);
  insert into audit_unchained values (new.id);
  perform set_config('app.platform', v_platform, true);
  return null;
end
$$;
revoke execute on function audit_enqueue from public;
