-- Takes the payment of a transaction that is reversed out of the amounts of its day: it is not business
-- any more. Nothing happens if no payment belongs to it.
create or replace function payments_leave_out(p_transaction uuid) returns void
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  perform payments_figure(
    array_agg(company_id), array_agg(kampala_day(created_at)), array_agg(direction), array_agg(network),
    array_agg(product_id), array_agg(status), array_agg(reason_code), array_agg(0), array_agg(-amount),
    array_agg(-fee), array_agg(1)
  )
  from payments where transaction_id = p_transaction and status = 'SUCCESS';
end
$$;
revoke execute on function payments_leave_out from public;
