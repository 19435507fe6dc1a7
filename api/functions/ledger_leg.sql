-- A leg as the hash of its transaction covers it. `p_previous` is the hash of the account's transaction
-- before.
create or replace function ledger_leg(
  p_account uuid, p_number bigint, p_amount bigint, p_after bigint, p_previous bytea
) returns bytea
  language sql immutable parallel safe as $$
  select uuid_send(p_account) || int8send(p_number) || int8send(p_amount) || int8send(p_after) || p_previous
$$;
