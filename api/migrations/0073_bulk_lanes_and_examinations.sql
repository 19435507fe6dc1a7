-- The payouts of a bulk payout wait in a lane of their own, so that single payments of the company pass them.
select set_config('app.platform', 'on', true);
alter table open_payments add column is_bulk boolean not null default false;
update open_payments o set is_bulk = true
where exists (select from bulk_payout_lines l where l.payment_id = o.payment_id);

drop index open_payments_to_send_idx;
create index open_payments_to_send_idx on open_payments (network, company_id, next_step_at)
  where next_step_at is not null and sent_at is null and not is_bulk;
create index open_payments_bulk_idx on open_payments (network, company_id, next_step_at)
  where next_step_at is not null and sent_at is null and is_bulk;

-- An examination without a webhook is one of a shop that asks for its events.
alter table examinations
  alter column webhook_id drop not null,
  alter column url drop not null,
  add check ((webhook_id is null) = (url is null)),
  -- The key that started it, if no person did.
  add column started_with uuid;

-- The questions for events while they are watched.
create table examination_polls (
  examination_id uuid not null,
  company_id uuid not null,
  id bigint generated always as identity primary key,
  -- The event after which it asked.
  after bigint not null,
  -- The last event that its answer had, or would have had; null: none yet.
  given bigint,
  disturbance text check (disturbance in ('answer lost', 'short page')),
  at timestamptz not null default now(),
  foreign key (company_id, examination_id) references examinations (company_id, id)
);
create index examination_polls_examination_idx on examination_polls (examination_id, id);

-- Companies whose new keys of live mode need no examination, by the decision of two people.
create table examination_exceptions (
  company_id uuid primary key references companies (id),
  reason text not null,
  asked_by uuid references users (id),
  approved_by uuid references users (id),
  created_at timestamptz not null default now()
);

do $$
declare
  v_table text;
begin
  foreach v_table in array array['examination_polls', 'examination_exceptions'] loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy %I on %I using ((select app_is_platform())) with check ((select app_is_platform()))',
      v_table || '_platform', v_table
    );
  end loop;
end
$$;
grant select, insert, update on examination_polls to sente_app;
grant select, insert, delete on examination_exceptions to sente_app;

-- Why the provider stopped a link; null if the company ended it.
alter table payment_links add column stop_reason text;
grant update (stop_reason) on payment_links to sente_app;
