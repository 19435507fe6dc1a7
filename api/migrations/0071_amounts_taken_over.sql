-- The search finds payments by their amount; those of an earlier system have no transaction to find them by.
create index payments_amount_idx on payments (amount, company_id, id) where transaction_id is null;
