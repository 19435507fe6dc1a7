-- Queues the job that tells staff of all enquiries that they do not know of yet: now, or within ten minutes,
-- when more have come together. With an address it is for an instance that sends mail.
create or replace function enquiries_tell(p_contact text, p_is_now boolean) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  perform jobs_add(
    case when p_contact is null then 'tell-enquiries' else 'mail-enquiries' end,
    'enquiries',
    json_build_object('contactEmail', p_contact),
    p_run_at := case when p_is_now then now() else now() + interval '10 minutes' end,
    p_max_attempts := 14,
    p_key_mode := case when p_is_now then 'replace' else 'preserve_run_at' end
  );
end
$$;
revoke execute on function enquiries_tell from public;
grant execute on function enquiries_tell to sente_app;
