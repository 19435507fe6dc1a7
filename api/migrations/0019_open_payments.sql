-- The queue of open payments. A wide row with ten indexes was updated at each step of a payment; now the
-- steps change a small one, and the payment itself changes when the network has it and when it ends.
select set_config('app.platform', 'on', true);

-- A server of the version before would look for these columns.
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
lock table payments in exclusive mode;

-- One row for each payment that is PENDING or PROCESSING; it is deleted when the payment ends.
create table open_payments (
  payment_id uuid primary key,
  company_id uuid not null,
  network text not null,
  -- When a server takes it up again; null while people decide: an approval or a review.
  next_step_at timestamptz,
  -- When it could first be sent: at its creation, or at its approval.
  ready_at timestamptz not null,
  -- Set before the network is called for the first time: from then on it may have it.
  sent_at timestamptz,
  -- The last sending under the same id, and how many there were.
  last_sent_at timestamptz,
  send_count integer not null default 0,
  -- How often the network did not know it since the last sending.
  not_found_count integer not null default 0
) with (
  fillfactor = 50,
  -- Rows come and go all the time; what is left of them must not slow down the search for due ones.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000
);

insert into open_payments (payment_id, company_id, network, next_step_at, ready_at, sent_at, last_sent_at,
  send_count, not_found_count)
select id, company_id, network, next_step_at, coalesce(ready_at, created_at), sent_at,
  coalesce(last_sent_at, sent_at),
  greatest(send_count, case when sent_at is null then 0 else 1 end), not_found_count
from payments where status in ('PENDING', 'PROCESSING');

-- Each company waits in lanes of its own: what is to be sent, and what is to be asked about.
create index open_payments_to_send_idx on open_payments (network, company_id, next_step_at)
  where next_step_at is not null and sent_at is null;
create index open_payments_to_ask_idx on open_payments (network, company_id, next_step_at)
  where next_step_at is not null and sent_at is not null;

alter table open_payments enable row level security;
alter table open_payments force row level security;
create policy open_payments_read on open_payments for select
  using (company_id = (select app_company_id()));
create policy open_payments_platform on open_payments
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, update, delete on open_payments to sente_app;

-- The indexes and the check of these columns go with them.
alter table payments
  drop column next_step_at, drop column ready_at, drop column sent_at, drop column last_sent_at,
  drop column send_count, drop column ask_count, drop column not_found_count;
