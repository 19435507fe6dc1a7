-- What stands for the hash before the first chained transaction of an account: the balance it had.
create or replace function ledger_opening(
  p_company uuid, p_account uuid, p_number bigint, p_balance bigint
) returns bytea
  language sql immutable parallel safe as $$
  select sha256(
    '\x73656e74652e6f70656e696e672e31'::bytea || uuid_send(p_company) || uuid_send(p_account)
      || int8send(p_number) || int8send(p_balance)
  )
$$;
