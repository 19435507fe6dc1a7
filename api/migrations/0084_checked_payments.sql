-- locks payments, payment_reviews
-- What people decide about a payment, on the payment itself: lists show it of every row, and companies do not see
-- reviews. payment_reviews_tell keeps it.
alter table payments
  -- The kind of its open review.
  add column review text,
  -- The kind of the last one that two people decided.
  add column reviewed text,
  -- Of one that had failed and was booked as paid later, in another transaction: the one that failed.
  add column failed_transaction_id uuid;
grant update (failed_transaction_id) on payments to sente_app;
create index payments_failed_transaction_idx on payments (failed_transaction_id)
  where failed_transaction_id is not null;
create index payment_reviews_payment_idx on payment_reviews (payment_id);

select set_config('app.platform', 'on', true);
update payments p set review = r.kind
from payment_reviews r where r.payment_id = p.id and r.closed_at is null;
update payments p set reviewed = r.kind
from (
  select distinct on (payment_id) payment_id, kind from payment_reviews
  where confirmed_by is not null order by payment_id, closed_at desc
) r where r.payment_id = p.id;

create function payment_reviews_tell() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger payment_reviews_told after insert or update on payment_reviews
  for each row execute function payment_reviews_tell();
