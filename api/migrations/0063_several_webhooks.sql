-- A company has several webhooks, and an event one delivery for each. Older servers know neither.
select refuse_older_servers();
select set_config('app.platform', 'on', true);

-- The first webhook keeps the company's id as its own: its secret is sealed for that place.
alter table company_webhooks
  add column id uuid,
  add column description text,
  -- The types of events that it is sent; null: all, also those that come later.
  add column event_types text[] check (cardinality(event_types) > 0),
  -- Signs beside the secret until it ends, so that receivers have time for the new one.
  add column previous_sealed bytea,
  add column previous_key_name text,
  add column previous_ends_at timestamptz,
  add constraint company_webhooks_previous_whole check (
    (previous_sealed is null) = (previous_key_name is null)
      and (previous_sealed is null) = (previous_ends_at is null)
  );
update company_webhooks set id = company_id;
alter table company_webhooks
  alter column id set not null,
  drop constraint company_webhooks_pkey,
  add primary key (id);
create index company_webhooks_company_idx on company_webhooks (company_id, created_at, id);
create policy company_webhooks_tenant on company_webhooks
  using (company_id = (select app_company_id()))
  with check (company_id = (select app_company_id()));

-- What became of an event at one webhook. Those from before have the id of their event.
create table webhook_deliveries (
  company_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  webhook_id uuid not null,
  -- That of its event, so that the one before it at the same webhook is found by index.
  sequence bigint,
  -- The job that delivers it; an earlier one, still at work when it was sent again, changes nothing.
  job_id bigint,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'gave_up')),
  attempt_count integer not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  gave_up_at timestamptz,
  primary key (company_id, id)
);

-- Counted per company without gaps, in the order in which events became visible: whoever has seen a number has
-- seen, or can see, every lower one.
alter table webhook_events add column sequence bigint;
create table event_sequences (
  company_id uuid primary key references companies (id),
  last bigint not null
);
update webhook_events e set sequence = n.sequence
from (
  select company_id, id, row_number() over (partition by company_id order by id) as sequence
  from webhook_events
) n
where e.company_id = n.company_id and e.id = n.id;
insert into event_sequences (company_id, last)
select company_id, max(sequence) from webhook_events group by company_id;

insert into webhook_deliveries (company_id, id, event_id, webhook_id, sequence, job_id, state, attempt_count,
  next_attempt_at, created_at, delivered_at, gave_up_at)
select company_id, id, id, company_id, sequence, job_id, state, attempt_count, next_attempt_at, created_at,
  delivered_at, gave_up_at
from webhook_events;
-- With them go the indexes of the states.
alter table webhook_events
  drop column job_id,
  drop column state,
  drop column attempt_count,
  drop column next_attempt_at,
  drop column delivered_at,
  drop column gave_up_at;
alter table webhook_attempts rename column event_id to delivery_id;

create unique index webhook_events_sequence_idx on webhook_events (company_id, sequence);
create index webhook_events_unnumbered_idx on webhook_events (company_id, id) where sequence is null;
create unique index webhook_deliveries_event_idx on webhook_deliveries (company_id, event_id, webhook_id);
create index webhook_deliveries_webhook_idx on webhook_deliveries (webhook_id, sequence);
create index webhook_deliveries_open_idx on webhook_deliveries (company_id, state, id)
  where state <> 'delivered';
create index webhook_deliveries_gave_up_idx on webhook_deliveries (gave_up_at) where state = 'gave_up';
-- Whether a webhook fails is asked every minute.
create index webhook_deliveries_undelivered_idx on webhook_deliveries (webhook_id, state, id)
  where state <> 'delivered';
create index webhook_deliveries_given_up_idx on webhook_deliveries (webhook_id, gave_up_at desc)
  where state = 'gave_up';

do $$
declare
  v_table text;
begin
  foreach v_table in array array['webhook_deliveries', 'event_sequences']
  loop
    execute format('alter table %I enable row level security', v_table);
    execute format('alter table %I force row level security', v_table);
    execute format(
      'create policy %I on %I for select using (company_id = (select app_company_id()))',
      v_table || '_read', v_table
    );
    execute format(
      'create policy %I on %I
         using ((select app_is_platform())) with check ((select app_is_platform()))',
      v_table || '_platform', v_table
    );
  end loop;
end
$$;
grant select, insert, update on webhook_deliveries to sente_app;
grant select on event_sequences to sente_app;

-- Their parameters have changed.
drop function if exists webhooks_add_job(uuid, uuid, timestamptz);
drop function if exists webhooks_put_back(uuid, uuid, bigint, integer, timestamptz);
drop function if exists webhooks_enqueue(uuid, uuid, timestamptz);
