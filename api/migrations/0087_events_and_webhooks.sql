-- locks company_webhooks, webhook_events
-- A company's events are listed by their kind, the newest first.
create index webhook_events_type_idx on webhook_events (company_id, type, sequence);

-- Since when a webhook is switched off, or was the last time, and who did it. What came since was kept.
alter table company_webhooks
  add column switched_off_at timestamptz,
  add column switched_off_by uuid references users (id);
select set_config('app.platform', 'on', true);
update company_webhooks set switched_off_at = updated_at where not is_active;
