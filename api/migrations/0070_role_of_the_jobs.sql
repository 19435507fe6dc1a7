-- The role that the job queue runs as: it owns nothing either. With it the owner of the database is needed for
-- migrations only. As for sente_app, an administrator or another database may have made it already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'sente_jobs') then
    create role sente_jobs nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;
do $$
begin
  execute format('grant sente_jobs to %I', current_user);
exception
  when insufficient_privilege then
    if not pg_has_role(current_user, 'sente_jobs', 'member') then
      raise;
    end if;
end
$$;
-- Jobs read what requests read.
do $$
begin
  grant sente_app to sente_jobs;
exception
  when insufficient_privilege then
    if not pg_has_role('sente_jobs', 'sente_app', 'member') then
      raise;
    end if;
end
$$;

-- The upkeep of every minute.
grant usage on schema public to sente_jobs;
grant select, delete on network_calls, network_circuits, used_signatures, refused_sign_ins, network_notices,
  enquiries, notifications, notification_events, api_requests to sente_jobs;
grant select, insert, delete on voucher_counts to sente_jobs;
grant select, insert, update on network_days to sente_jobs;
grant select, update, delete on mails, exports to sente_jobs;
grant select, update on statement_files, webhook_deliveries to sente_jobs;
grant select, delete on limit_returns to sente_jobs;
grant select, insert, update on limit_usage to sente_jobs;
