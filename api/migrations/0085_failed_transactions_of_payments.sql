-- Of a payment that was booked in another transaction than its own: the one that failed. Kept by a trigger, so that the
-- release before, running beside this one, keeps it too. Filled in by api/functions/payments_keep_failed.sql.
select set_config('app.platform', 'on', true);
create function payments_keep_failed() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger payments_keep_failed before update of transaction_id on payments
  for each row when (old.transaction_id <> new.transaction_id) execute function payments_keep_failed();
revoke update (failed_transaction_id) on payments from sente_app;

-- Those that two people booked before: the keys tell which transaction was the payment's own, and which is the booking.
update payments p set failed_transaction_id = f.id
from payment_reviews r
join payments q on q.company_id = r.company_id and q.id = r.payment_id
join transactions b on b.company_id = q.company_id and b.id = q.transaction_id and b.key = 'review:' || r.id
join transactions f on f.company_id = q.company_id and f.key = q.direction || ':' || q.id and f.status = 'failed'
where r.confirmed_by is not null and p.company_id = q.company_id and p.id = q.id and p.failed_transaction_id is null;
