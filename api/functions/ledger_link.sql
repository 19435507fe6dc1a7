-- The hash of a completed transaction. `p_legs` has 72 bytes for each leg (ledger_leg), that of the
-- transaction's own account first, then by account. docs/proofs.md describes it for those who check it
-- elsewhere.
create or replace function ledger_link(
  p_company uuid, p_id uuid, p_moved_at timestamptz, p_type transaction_type, p_amount bigint, p_kind text,
  p_reference text, p_description text, p_legs bytea
) returns bytea
  language sql stable parallel safe as $$
  select sha256(
    '\x73656e74652e6c65646765722e31'::bytea || uuid_send(p_company) || uuid_send(p_id)
      || timestamptz_send(p_moved_at) || int8send(p_amount) || int4send(length(p_legs) / 72) || p_legs
      -- It runs for every posting, so the name of the type is not looked up.
      || convert_to(
        p_kind || case p_type when 'credit' then E'\ncredit\n' else E'\ndebit\n' end
          || case when p_reference is null then '' else octet_length(p_reference) || ':' || p_reference end
          || E'\n' || p_description, 'UTF8'
      )
  )
$$;
