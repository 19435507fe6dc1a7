-- locks webhook_events
-- A company's events are listed by their kind, the newest first.
create index webhook_events_type_idx on webhook_events (company_id, type, sequence);
