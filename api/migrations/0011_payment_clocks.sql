-- The clocks of a payment's rules. Payments from before have none: they became ready when they were
-- created and were sent once, at `sent_at`.
alter table payments
  -- When it could first be sent: at its creation, or at its approval.
  add column ready_at timestamptz,
  -- The last sending under the same id, and how many there were.
  add column last_sent_at timestamptz,
  add column send_count integer not null default 0,
  -- How often the network did not know it since the last sending.
  add column not_found_count integer not null default 0;
