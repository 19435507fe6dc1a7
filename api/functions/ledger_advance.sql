-- Advances what accounts lack for a transaction that is posted next, in the same database transaction,
-- and returns the sum: the money has left already, so the company owes it. `p_accounts` lists every
-- account of that transaction, distinct and ascending, `p_losses` what each of them loses. All are
-- locked here, and the receivable account after them, so that the posting takes no further lock. Money
-- that is held for other payments is not touched. Nothing is advanced if the transaction exists already
-- or if its account is inactive, which refuses it.
create or replace function ledger_advance(
  p_company uuid,
  p_accounts uuid[],
  p_losses bigint[],
  p_cause uuid,
  p_key_hash uuid,
  p_reference text,
  p_description text,
  p_at timestamptz
) returns bigint
  language plpgsql security definer
  set search_path = public, pg_temp
  set lock_timeout = '1s'
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  v_platform text := app_enter_platform(array[p_company]);
  v_row record;
  v_loss bigint;
  v_lacks bigint;
  v_count integer := 0;
  v_sum bigint := 0;
  v_link bytea;
begin
  perform a.id from accounts a where a.id = any (p_accounts) order by a.id for no key update;
  if not exists (select from transactions t where t.key_hash = p_key_hash) then
    for v_row in
      select a.* from accounts a
      where a.id = any (p_accounts) and a.company_id = p_company and a.kind = 'customer' and a.is_active
    loop
      v_loss := p_losses[array_position(p_accounts, v_row.id)];
      v_lacks := v_loss - (v_row.balance - v_row.held - v_row.floor);
      if v_loss > 0 and v_lacks > 0 then
        insert into accounts (id, company_id, kind, floor)
        values (gen_random_uuid(), p_company, 'receivable', null) on conflict do nothing;
        v_count := v_count + 1;
        v_sum := v_sum + v_lacks;
        v_link := ledger_owe(p_company, v_row.id, v_lacks, v_row.entry_count + 1, v_row.balance + v_lacks,
          coalesce(v_row.chain_hash, ledger_opening(p_company, v_row.id, v_row.entry_count, v_row.balance)),
          uuid_beside(p_cause, -v_count), p_cause, p_reference, p_description, p_at);
        update accounts a
        set balance = balance + v_lacks, entry_count = entry_count + 1, chain_hash = v_link,
          last_transaction_at = greatest(last_transaction_at, p_at)
        where a.id = v_row.id;
      end if;
    end loop;
  end if;
  if v_count > 0 then
    -- Not business: counted without an amount, as a reversal.
    perform ledger_count(array[p_company], array[kampala_day(p_at)], array['credit'::transaction_type],
      array['completed'::transaction_status], array[v_count], array[0::bigint], array[v_sum],
      array[v_count], array['advance'], array[p_at]);
  end if;
  perform set_config('app.platform', v_platform, true);
  return v_sum;
end
$$;
revoke execute on function ledger_advance from public;
grant execute on function ledger_advance to sente_app;
