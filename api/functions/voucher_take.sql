-- Reserves the oldest free voucher of a product for a payment and returns its id, or null if none is
-- left. A concurrent sale skips the locked voucher and takes the next one. If all that are left are
-- locked, by such a sale or while they are encrypted, it waits for them for up to half a second.
create or replace function voucher_take(p_company uuid, p_product uuid, p_payment uuid) returns uuid
  language plpgsql
  set search_path = public, pg_temp
  -- A plan made while the table was empty must not scan it when it is large.
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
declare
  v_code uuid;
  -- By the clock: passing over the vouchers of a large batch that is being withdrawn takes long.
  v_until timestamptz := clock_timestamp() + interval '500 milliseconds';
begin
  loop
    select c.id into v_code from product_codes c
    where c.company_id = p_company and c.product_id = p_product and c.state = 'free'
    order by c.number limit 1 for update skip locked;
    if found then
      update product_codes c set state = 'reserved', payment_id = p_payment
      where c.company_id = p_company and c.id = v_code;
      return v_code;
    end if;
    exit when clock_timestamp() > v_until or not exists (
      select from product_codes c
      where c.company_id = p_company and c.product_id = p_product and c.state = 'free'
    );
    perform pg_sleep(0.01);
  end loop;
  return null;
end
$$;
revoke execute on function voucher_take from public;
grant execute on function voucher_take to sente_app;
