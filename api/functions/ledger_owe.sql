-- Writes one transaction between a customer account and the receivable account of its company: an
-- advance if the amount is positive, a repayment if it is negative. The caller has locked the customer
-- account, numbers its entry, and writes the account and the figures. The receivable account is locked
-- here or before, after every other account of the call. Returns the hash of the transaction.
create or replace function ledger_owe(
  p_company uuid,
  p_account uuid,
  p_amount bigint,
  p_number bigint,
  p_after bigint,
  -- The hash of the account's transaction before.
  p_previous bytea,
  p_id uuid,
  -- The transaction that it precedes or follows.
  p_cause uuid,
  p_reference text,
  p_description text,
  p_at timestamptz
) returns bytea
  language plpgsql
  set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  v_kind text := case when p_amount > 0 then 'advance' else 'repayment' end;
  v_key text := format('%s:%s:%s', v_kind, p_cause, p_account);
  -- As keyHash in posting.ts.
  v_hash uuid := left(
    encode(sha256(convert_to(p_company::text, 'UTF8') || '\x00' || convert_to(v_key, 'UTF8')), 'hex'), 32
  );
  v_receivable uuid;
  v_number bigint;
  v_after bigint;
  v_previous bytea;
  v_type transaction_type := case when p_amount > 0 then 'credit' else 'debit' end;
  v_description text :=
    case when p_amount > 0 then 'Advance by the provider for: ' else 'Repayment to the provider from: ' end
      || p_description;
  v_link bytea;
begin
  update accounts a
  set balance = balance - p_amount, entry_count = entry_count + 1,
    last_transaction_at = greatest(last_transaction_at, p_at)
  where a.company_id = p_company and a.kind = 'receivable'
  returning a.id, a.entry_count, a.balance,
    coalesce(a.chain_hash, ledger_opening(p_company, a.id, a.entry_count - 1, a.balance + p_amount))
  into strict v_receivable, v_number, v_after, v_previous;
  v_link := ledger_link(p_company, p_id, p_at, v_type, abs(p_amount), v_kind, p_reference, v_description,
    ledger_leg(p_account, p_number, p_amount, p_after, p_previous)
      || ledger_leg(v_receivable, v_number, -p_amount, v_after, v_previous));
  update accounts a set chain_hash = v_link where a.id = v_receivable;

  insert into transactions (company_id, id, account_id, type, amount, status, kind, key, key_hash,
    input_hash, reference, description, created_at, finished_at, chain_hash)
  values (p_company, p_id, p_account, v_type, abs(p_amount), 'completed', v_kind, v_key, v_hash, v_hash,
    p_reference, v_description, p_at, p_at, v_link);

  insert into entries (company_id, account_id, number, transaction_id, amount, balance_after)
  values (p_company, p_account, p_number, p_id, p_amount, p_after),
    (p_company, v_receivable, v_number, p_id, -p_amount, v_after);
  return v_link;
end
$$;
revoke execute on function ledger_owe from public;
