-- The transactions of a phone number in their order, so that a list of old days reads those of the days alone. A
-- payment may be booked long after it was asked for, so its own id does not tell.
create index payments_phone_transaction_idx on payments (phone_number, company_id, transaction_id)
  where transaction_id is not null;
