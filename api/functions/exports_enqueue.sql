-- Adds the job that writes the next parts of a file. The files of one person are written one after the
-- other, so that nobody keeps the workers from others.
create or replace function exports_enqueue(p_export uuid, p_user uuid) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  perform jobs_add(
    'write-export',
    'export:' || p_export,
    json_build_object('exportId', p_export),
    p_max_attempts := 5,
    p_queue := 'exports:' || p_user
  );
end
$$;
revoke execute on function exports_enqueue from public;
grant execute on function exports_enqueue to sente_app;
