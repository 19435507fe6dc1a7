-- Vouchers are cash: encrypted at rest, uploaded in batches, counted without reading them, and withdrawn
-- instead of deleted. SQL cannot encrypt, because the key is in the program: the servers encrypt what is
-- stored in clear, in steps, after this migration.
select set_config('app.platform', 'on', true);

-- A server of the version before would store vouchers in clear, and send masked ones to companies.
do $$
begin
  for i in 1..20 loop
    perform pg_stat_clear_snapshot();
    exit when not exists (
      select from pg_stat_activity
      where datname = current_database() and application_name = 'sente'
    );
    if i = 20 then
      raise exception 'Servers of the version before still use the database. Stop all of them, then start this version.'
        using errcode = 'object_in_use';
    end if;
    -- One that was just stopped may still be connected.
    perform pg_sleep(0.25);
  end loop;
end
$$;
lock table product_codes in exclusive mode;

-- One upload. The counts of its vouchers are in voucher_counts.
create table voucher_batches (
  company_id uuid not null,
  id uuid not null,
  -- Of the upload, or where the whole batch was moved to; each voucher has its own.
  product_id uuid not null,
  -- Null if it cannot be told.
  uploaded_by uuid,
  file_name text,
  created_at timestamptz not null default now(),
  -- The vouchers are among these; a company uploads one batch after the other.
  first_number bigint not null,
  last_number bigint not null,
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  withdrawn_reason text,
  primary key (company_id, id)
);
create index voucher_batches_list_idx on voucher_batches (company_id, created_at, id);

alter table product_codes
  alter column code drop not null,
  add column sealed bytea,
  add column key_name text,
  -- Keyed, so that a code can be looked up but not guessed from a copy of the database.
  add column code_hash text,
  -- The last characters, at most a third of the code.
  add column hint text,
  add column batch_id uuid,
  add column withdrawn_at timestamptz,
  add column withdrawn_by uuid,
  add column withdrawn_reason text;

-- Three checks of the table change for the new state.
do $$
declare
  v_name text;
begin
  for v_name in
    select conname from pg_constraint
    where conrelid = 'product_codes'::regclass and contype = 'c'
  loop
    execute format('alter table product_codes drop constraint %I', v_name);
  end loop;
end
$$;
alter table product_codes
  add constraint product_codes_state check (state in ('free', 'reserved', 'used', 'withdrawn')),
  add constraint product_codes_paid check ((state in ('free', 'withdrawn')) = (payment_id is null)),
  add constraint product_codes_used check ((state = 'used') = (used_at is not null)),
  add constraint product_codes_withdrawn
    check ((state = 'withdrawn') = (withdrawn_at is not null and withdrawn_reason is not null)),
  add constraint product_codes_sealed check (
    (code is null) = (sealed is not null)
    and (sealed is null) = (key_name is null)
    and (sealed is null) = (code_hash is null)
    and (sealed is null) = (hint is null)
  ),
  drop constraint product_codes_code_key;
-- Over all products: whoever redeems a code names no product.
create unique index product_codes_clear_key on product_codes (company_id, code) where code is not null;
create unique index product_codes_hash_key on product_codes (company_id, code_hash);
create index product_codes_hint_idx on product_codes (company_id, hint, number);
-- What is to be encrypted: in clear, or by a former key.
create index product_codes_key_idx on product_codes (key_name);
-- For sales, which take the oldest free one, and for lists by product and state.
create index product_codes_state_idx on product_codes (company_id, product_id, state, number);
drop index product_codes_free_idx;

-- How many vouchers there are. Rows are only added, so that sales do not wait for each other; a job
-- replaces those of the same kind by their sum. A voucher without a batch has the zero id.
create table voucher_counts (
  company_id uuid not null,
  batch_id uuid not null,
  product_id uuid not null,
  state text not null,
  count bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index voucher_counts_product_idx on voucher_counts (company_id, product_id, state) include (count);
create index voucher_counts_batch_idx on voucher_counts (company_id, batch_id);

insert into voucher_counts (company_id, batch_id, product_id, state, count)
select company_id, '00000000-0000-0000-0000-000000000000', product_id, state, count(*)
from product_codes group by company_id, product_id, state;

create function product_codes_count() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  return null;
end
$$;
create trigger product_codes_count_inserted after insert on product_codes
  referencing new table as added for each statement execute function product_codes_count();
create trigger product_codes_count_updated after update on product_codes
  referencing new table as added old table as removed
  for each statement execute function product_codes_count();
create trigger product_codes_count_deleted after delete on product_codes
  referencing old table as removed for each statement execute function product_codes_count();

do $$
declare
  v_table text;
begin
  foreach v_table in array array['voucher_batches', 'voucher_counts']
  loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy %I on %I
         using ((select app_is_platform()) or company_id = (select app_company_id()))
         with check ((select app_is_platform()) or company_id = (select app_company_id()))',
      v_table || '_tenant', v_table
    );
  end loop;
end
$$;
grant select, insert, update on voucher_batches to sente_app;
grant select, insert on voucher_counts to sente_app;
-- A voucher is withdrawn, never deleted.
revoke delete on product_codes from sente_app;
