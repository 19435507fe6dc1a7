-- locks payment_reviews
-- Why the last proposal was rejected, for whoever made it and whoever makes the next one: the proposal itself is gone.
alter table payment_reviews
  add column rejected_decision text check (rejected_decision in ('book', 'fail')),
  add column rejected_proposer uuid,
  add column rejected_by uuid check (rejected_by <> rejected_proposer),
  add column rejected_reason text,
  add column rejected_at timestamptz,
  add constraint payment_reviews_rejected check (
    num_nonnulls(rejected_decision, rejected_proposer, rejected_by, rejected_reason, rejected_at) in (0, 5)
  );
