-- Days in Kampala into which nothing is booked any more. They are closed in order, so the last one says it all.
create table closed_days (
  day date primary key,
  closed_by uuid not null,
  closed_at timestamptz not null default now()
);
create trigger closed_days_kept before update or delete or truncate on closed_days
  for each statement execute function refuse_change();
alter table closed_days enable row level security;
alter table closed_days force row level security;
-- Every posting looks.
create policy closed_days_read on closed_days for select using (true);
create policy closed_days_write on closed_days for insert with check ((select app_is_platform()));
grant select, insert on closed_days to sente_app;

-- What the books said at the end of a closed day, signed. Written once, after the day is closed.
create table day_proofs (
  day date primary key references closed_days (day),
  companies integer not null,
  -- Hundredths of UGX: what companies have, without those that are below zero, and these.
  liabilities bigint not null,
  below_zero bigint not null,
  -- The root of the tree over the balances of all companies.
  root bytea not null,
  -- Of the last hashes of all accounts.
  heads bytea not null,
  -- As it was signed, and with which key.
  document bytea not null,
  signature bytea not null,
  key_id text not null,
  made_at timestamptz not null
);

-- The accounts of all companies at the end of a closed day, added up by what they stand for.
create table day_balances (
  day date not null references day_proofs (day),
  kind text not null,
  -- Of clearing accounts; otherwise empty.
  network text not null,
  balance bigint not null,
  primary key (day, kind, network)
);

-- The leaves of the tree. What a company has is hidden by a number that only it is told.
create table day_leaves (
  day date not null references day_proofs (day),
  company_id uuid not null,
  -- From the left, from 0.
  position integer not null,
  nonce bytea not null,
  balance bigint not null,
  primary key (day, company_id)
);
create unique index day_leaves_position_key on day_leaves (day, position);
create index day_leaves_company_idx on day_leaves (company_id, day);

do $$
declare
  v_table text;
begin
  foreach v_table in array array['day_proofs', 'day_balances', 'day_leaves']
  loop
    execute format('create trigger %I before update or delete or truncate on %I
      for each statement execute function refuse_change()', v_table || '_kept', v_table);
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy %I on %I
         using ((select app_is_platform())) with check ((select app_is_platform()))',
      v_table || '_platform', v_table
    );
    execute format('grant select, insert on %I to sente_app', v_table);
  end loop;
end
$$;

-- Filled in by api/functions/transactions_in_open_days.sql.
create function transactions_in_open_days() returns trigger
  language plpgsql as $$ begin return null; end $$;
create trigger transactions_posted_in_open_days after insert on transactions
  referencing new table as written for each statement execute function transactions_in_open_days();
create trigger transactions_finished_in_open_days after update on transactions
  referencing new table as written for each statement execute function transactions_in_open_days();
