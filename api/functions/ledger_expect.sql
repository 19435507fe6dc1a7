-- Writes pending credits, given one array element for each: money that somebody was asked for. Nothing is
-- held and nothing moves, so no account is locked. `ledger_finish` ends them. Keys are those of the
-- caller's own rows, which are found again by other means: a second posting of one is refused.
create or replace function ledger_expect(
  p_ids uuid[],
  p_companies uuid[],
  p_accounts uuid[],
  p_amounts bigint[],
  p_kind text,
  p_keys text[],
  p_references text[],
  p_descriptions text[],
  p_at timestamptz
) returns void
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  insert into transactions (company_id, id, account_id, type, amount, status, kind, key, key_hash,
    input_hash, reference, description, created_at)
  select p_companies[i], p_ids[i], p_accounts[i], 'credit', p_amounts[i], 'pending', p_kind, p_keys[i],
    k.hash, k.hash, p_references[i], p_descriptions[i], p_at
  from generate_series(1, cardinality(p_ids)) i
  cross join lateral (
    -- As keyHash in posting.ts.
    select left(
      encode(
        sha256(
          convert_to(p_companies[i]::text, 'UTF8') || '\x00' || convert_to(p_keys[i], 'UTF8')
        ), 'hex'
      ), 32
    )::uuid as hash
  ) k;

  perform ledger_count(
    p_companies, array_agg(kampala_day(p_at)), array_agg('credit'::transaction_type),
    array_agg('pending'::transaction_status), array_agg(1), p_amounts, array_agg(0::bigint),
    array_agg(0), array_agg(p_kind), array_agg(p_at)
  )
  from generate_series(1, cardinality(p_ids));
end
$$;
revoke execute on function ledger_expect from public;
