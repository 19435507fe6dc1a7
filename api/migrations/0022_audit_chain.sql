-- Each audit entry is chained by hash, among all entries and among those of its company, so that a
-- changed, removed or inserted entry shows. The chain is written shortly after the entry: writing it in
-- the same transaction would make everybody wait for everybody.
create table audit_chain (
  -- Among all entries, from 1 without gaps.
  position bigint primary key,
  audit_id bigint not null unique,
  -- The company; zeros for entries of the platform.
  chain uuid not null,
  -- Within the chain of the company, from 1 without gaps.
  number bigint not null,
  company_hash bytea not null,
  hash bytea not null,
  unique (chain, number)
);
create trigger audit_chain_append_only before update or delete or truncate on audit_chain
  for each statement execute function refuse_change();

-- The entries that are not in the chain yet.
create table audit_unchained (
  audit_id bigint primary key
);

do $$
declare
  v_table text;
begin
  foreach v_table in array array['audit_chain', 'audit_unchained']
  loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy %I on %I
         using ((select app_is_platform())) with check ((select app_is_platform()))',
      v_table || '_platform', v_table
    );
  end loop;
end
$$;
grant select on audit_chain, audit_unchained to sente_app;

-- Its body comes with the functions, which are applied after the migrations.
create function audit_enqueue() returns trigger language plpgsql as 'begin return null; end';
create trigger audit_log_enqueue after insert on audit_log
  for each row execute function audit_enqueue();

-- A company reads what concerns it.
create policy audit_log_read_own on audit_log for select
  using (company_id = (select app_company_id()));
create index audit_log_company_idx on audit_log (company_id, id desc);

select set_config('app.platform', 'on', true);
insert into audit_unchained select id from audit_log;
