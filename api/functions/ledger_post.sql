-- Posts a batch of transactions and returns one row for each, in the order given. Each is decided as if
-- it had been posted alone, one after the other. `p_accounts` lists the affected accounts, distinct and
-- ascending; slots are positions in it. The legs of a posting are adjacent and on different accounts, its
-- own account's leg first, then by account. A posting with `p_holds` set is pending: it holds that amount and moves nothing yet. If the
-- company owes the provider, what a customer account gains repays that first, unless it comes from
-- another account of the company.
create or replace function ledger_post(
  p_accounts uuid[],
  p_ids uuid[],
  p_companies uuid[],
  p_slots integer[],
  p_types transaction_type[],
  p_amounts bigint[],
  p_holds bigint[],
  p_kinds text[],
  p_keys text[],
  p_key_hashes uuid[],
  p_input_hashes uuid[],
  p_reversals uuid[],
  p_references text[],
  p_descriptions text[],
  p_created timestamptz[],
  p_leg_counts integer[],
  p_leg_owners integer[],
  p_leg_slots integer[],
  p_leg_amounts bigint[]
) returns table (ord integer, id uuid, status transaction_status, reason text, replayed boolean)
  language plpgsql security definer
  set search_path = public, pg_temp
  -- A lock held for longer than this means that its owner is in trouble.
  set lock_timeout = '1s'
  -- A plan made while the tables were small must not scan them when they are large. For the same
  -- reason each look-up below fits exactly one index.
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  v_platform text := app_enter_platform(p_companies);
  n integer := cardinality(p_ids);
  n_legs integer := cardinality(p_leg_slots);
  n_found integer;
  -- The state of each account, by slot.
  a_id uuid[];
  a_place tid[];
  a_company uuid[];
  a_active boolean[];
  a_customer boolean[];
  -- Of what companies pay: fees and the taxes in them.
  a_fees boolean[];
  a_balance bigint[];
  a_held bigint[];
  a_floor bigint[];
  a_entries bigint[];
  a_hash bytea[];
  a_last timestamptz[] := array_fill(null::timestamptz, array[cardinality(p_accounts)]);
  a_touched boolean[] := array_fill(false, array[cardinality(p_accounts)]);
  -- The outcome of each posting. Stored ones become rows, whether completed or failed.
  o_id uuid[] := p_ids;
  o_status transaction_status[] := array_fill('completed'::transaction_status, array[n]);
  o_reason text[] := array_fill(null::text, array[n]);
  o_stored boolean[] := array_fill(true, array[n]);
  o_replayed boolean[] := array_fill(false, array[n]);
  o_kept boolean[] := array_fill(false, array[n]);
  o_moved bigint[] := array_fill(0::bigint, array[n]);
  o_fees bigint[] := array_fill(0::bigint, array[n]);
  o_hash bytea[] := array_fill(null::bytea, array[n]);
  -- Set for the legs that move money.
  l_number bigint[] := array_fill(null::bigint, array[n_legs]);
  l_after bigint[] := array_fill(null::bigint, array[n_legs]);
  v_legs bytea;
  -- False if a server of the version before gives the legs in any order.
  v_ordered boolean;
  -- Kinds that are counted without an amount, besides those that the ledger itself writes.
  v_left_out text[] := '{suspense,transfer,network-fee,float}';
  v_reversed uuid[] := '{}';
  -- What a reversal takes back, and whether that was counted as business.
  o_taken_at timestamptz[] := array_fill(null::timestamptz, array[n]);
  o_taken_kind text[] := array_fill(null::text, array[n]);
  o_takes_business boolean[] := array_fill(false, array[n]);
  v_taken record;
  -- The companies that owe the provider, with the balances of their receivable accounts; and what is
  -- repaid, by the posting that it comes from.
  d_company uuid[];
  d_balance bigint[];
  r_cause integer[] := '{}';
  r_amount bigint[] := '{}';
  v_debtor integer;
  v_repaid bigint;
  v_touches_debts boolean;
  v_row record;
  v_reason text;
  v_stored boolean;
  v_slot integer;
  v_leg integer := 1;
  v_first integer;
  v_balance bigint;
  v_moved bigint;
  v_own bigint;
begin
  -- 1. Lock every account in the order of ids.
  select array_agg(s.id), array_agg(s.ctid), array_agg(s.company_id), array_agg(s.is_active),
    array_agg(s.kind = 'customer'), array_agg(s.kind in ('fees', 'vat', 'levy')), array_agg(s.balance), array_agg(s.held),
    array_agg(coalesce(s.floor, -9000000000000000000)), array_agg(s.entry_count),
    array_agg(coalesce(s.chain_hash, ledger_opening(s.company_id, s.id, s.entry_count, s.balance))), count(*),
    bool_or(s.kind = 'receivable')
  into a_id, a_place, a_company, a_active, a_customer, a_fees, a_balance, a_held, a_floor, a_entries,
    a_hash, n_found, v_touches_debts
  from (
    select a.ctid, a.* from accounts a where a.id = any (p_accounts) order by a.id for no key update
  ) s;
  if n_found = cardinality(p_accounts) then
    if a_id <> p_accounts then
      raise exception 'accounts are given in ascending order' using errcode = 'invalid_parameter_value';
    end if;
  else
    -- Slots of accounts that do not exist stay null.
    select array_agg(f.ctid order by p.slot), array_agg(f.company_id order by p.slot), array_agg(f.is_active order by p.slot),
      array_agg(f.kind = 'customer' order by p.slot), array_agg(f.kind in ('fees', 'vat', 'levy') order by p.slot),
      array_agg(f.balance order by p.slot),
      array_agg(f.held order by p.slot),
      array_agg(coalesce(f.floor, -9000000000000000000) order by p.slot),
      array_agg(f.entry_count order by p.slot),
      array_agg(coalesce(f.chain_hash, ledger_opening(f.company_id, f.id, f.entry_count, f.balance)) order by p.slot)
    into a_place, a_company, a_active, a_customer, a_fees, a_balance, a_held, a_floor, a_entries, a_hash
    from unnest(p_accounts) with ordinality p(id, slot) left join accounts f on f.id = p.id and f.id = any (a_id);
  end if;
  if v_touches_debts or p_kinds && array['advance', 'repayment'] then
    raise exception 'only the ledger itself moves what a company owes'
      using errcode = 'invalid_parameter_value';
  end if;
  -- Receivable accounts are locked after all others.
  if n_legs > 0 then
    select array_agg(s.company_id), array_agg(s.balance) into d_company, d_balance
    from (
      select a.company_id, a.balance from accounts a
      where a.company_id = any (p_companies) and a.kind = 'receivable' and a.balance < 0
      order by a.id for no key update
    ) s;
  end if;

  -- 2. Same key and same input: return the stored outcome. Same key, different input: refuse.
  for v_row in
    select array_position(p_key_hashes, t.key_hash) as ord, t.id, t.status, t.reason, t.input_hash
    from transactions t where t.key_hash = any (p_key_hashes)
  loop
    o_stored[v_row.ord] := false;
    if v_row.input_hash = p_input_hashes[v_row.ord] then
      o_id[v_row.ord] := v_row.id;
      o_status[v_row.ord] := v_row.status;
      o_reason[v_row.ord] := v_row.reason;
      -- The same id means a retry of this very call after its answer was lost.
      o_replayed[v_row.ord] := v_row.id <> p_ids[v_row.ord];
      o_kept[v_row.ord] := true;
    else
      o_status[v_row.ord] := 'failed';
      o_reason[v_row.ord] := 'key_reused';
    end if;
  end loop;

  -- 3. Decide each posting in memory.
  for i in 1..n loop
    v_first := v_leg;
    v_leg := v_leg + p_leg_counts[i];
    if not o_stored[i] then
      continue;
    end if;
    v_reason := null;
    v_stored := true;
    v_slot := p_slots[i];
    if p_reversals[i] is not null then
      -- A completed transaction can be reversed once.
      select t.created_at, t.reversal_of, t.kind into v_taken from transactions t
      where t.company_id = p_companies[i] and t.id = p_reversals[i] and t.status = 'completed';
      if not found then
        v_reason := 'unknown_transaction';
      elsif p_reversals[i] = any (v_reversed) or exists (
        select from transactions t where t.reversal_of = p_reversals[i] and t.status <> 'failed'
      ) then
        v_reason := 'already_reversed';
      end if;
      v_stored := v_reason is null;
      if v_stored and exists (
        select from entries e
        full join generate_series(v_first, v_leg - 1) j
          on e.account_id = p_accounts[p_leg_slots[j]] and e.amount = -p_leg_amounts[j]
        where (e.transaction_id = p_reversals[i] or e.transaction_id is null)
          and (e.transaction_id is null or j is null)
      ) then
        raise exception 'a reversal is the exact opposite' using errcode = 'invalid_parameter_value';
      end if;
    end if;
    if v_reason is not null then
      null;
    elsif a_company[v_slot] is distinct from p_companies[i] then
      v_reason := 'unknown_account';
      v_stored := false;
    elsif not a_active[v_slot] then
      v_reason := 'inactive_account';
    elsif p_holds[i] is not null then
      if a_balance[v_slot] - a_held[v_slot] - p_holds[i] < a_floor[v_slot] and p_holds[i] > 0 then
        v_reason := 'insufficient_funds';
      else
        a_held[v_slot] := a_held[v_slot] + p_holds[i];
        a_touched[v_slot] := true;
        o_status[i] := 'pending';
      end if;
    else
      for j in v_first..v_leg - 1 loop
        v_slot := p_leg_slots[j];
        if a_company[v_slot] is distinct from p_companies[i] then
          v_reason := 'unknown_account';
          v_stored := false;
          exit;
        elsif not a_active[v_slot] then
          v_reason := 'inactive_account';
        elsif p_leg_amounts[j] < 0
          and a_balance[v_slot] - a_held[v_slot] + p_leg_amounts[j] < a_floor[v_slot]
        then
          v_reason := coalesce(v_reason, 'insufficient_funds');
        end if;
      end loop;
      if v_reason is null then
        v_moved := 0;
        v_legs := '';
        v_ordered := true;
        for j in v_first..v_leg - 1 loop
          v_slot := p_leg_slots[j];
          v_balance := a_balance[v_slot] + p_leg_amounts[j];
          a_balance[v_slot] := v_balance;
          l_after[j] := v_balance;
          a_entries[v_slot] := a_entries[v_slot] + 1;
          l_number[j] := a_entries[v_slot];
          a_last[v_slot] := p_created[i];
          a_touched[v_slot] := true;
          if a_customer[v_slot] then
            v_moved := v_moved + p_leg_amounts[j];
          elsif a_fees[v_slot] then
            o_fees[i] := o_fees[i] + p_leg_amounts[j];
          end if;
          v_legs := v_legs
            || ledger_leg(p_accounts[v_slot], a_entries[v_slot], p_leg_amounts[j], v_balance, a_hash[v_slot]);
          if j > v_first + 1 and v_slot < p_leg_slots[j - 1] then
            v_ordered := false;
          end if;
        end loop;
        if not v_ordered then
          v_legs := (
            select string_agg(ledger_leg(p_accounts[p_leg_slots[j]], l_number[j], p_leg_amounts[j], l_after[j],
              a_hash[p_leg_slots[j]]), '' order by p_leg_slots[j] <> p_slots[i], p_leg_slots[j])
            from generate_series(v_first, v_leg - 1) j
          );
        end if;
        o_hash[i] := ledger_link(p_companies[i], p_ids[i], p_created[i], p_types[i], p_amounts[i], p_kinds[i],
          p_references[i], p_descriptions[i], v_legs);
        for j in v_first..v_leg - 1 loop
          a_hash[p_leg_slots[j]] := o_hash[i];
        end loop;
        if d_company is not null and p_kinds[i] <> 'transfer' then
          for j in v_first..v_leg - 1 loop
            v_slot := p_leg_slots[j];
            if not a_customer[v_slot] or p_leg_amounts[j] <= 0 then
              continue;
            end if;
            v_debtor := array_position(d_company, p_companies[i]);
            v_repaid := least(-d_balance[v_debtor], a_balance[v_slot] - a_held[v_slot] - a_floor[v_slot]);
            if v_repaid > 0 and v_debtor is not null then
              r_cause := r_cause || i;
              r_amount := r_amount || v_repaid;
              d_balance[v_debtor] := d_balance[v_debtor] + v_repaid;
              a_balance[v_slot] := a_balance[v_slot] - v_repaid;
              a_entries[v_slot] := a_entries[v_slot] + 1;
              a_hash[v_slot] := ledger_owe(p_companies[i], p_accounts[v_slot], -v_repaid, a_entries[v_slot],
                a_balance[v_slot], a_hash[v_slot], uuid_beside(p_ids[i], j - v_first + 1), p_ids[i],
                p_references[i], p_descriptions[i], p_created[i]);
            end if;
          end loop;
        end if;
        o_moved[i] := v_moved;
        -- A fee makes a credit smaller, a collection even nothing, or a debit larger; nothing else may
        -- differ.
        v_own := case when p_leg_slots[v_first] = p_slots[i] then p_leg_amounts[v_first] else 0 end;
        if p_reversals[i] is null
          and (
            case when p_types[i] = 'credit'
              then v_own between 0 and p_amounts[i]
                and (v_own > 0 or (p_kinds[i] = 'collection' and v_moved = 0))
              else v_own <= -p_amounts[i] end
          ) is not true
        then
          raise exception 'the account does not move as the transaction says'
            using errcode = 'invalid_parameter_value';
        end if;
      end if;
    end if;
    if v_reason is not null then
      o_status[i] := 'failed';
      o_reason[i] := v_reason;
      o_stored[i] := v_stored;
    elsif p_reversals[i] is not null then
      v_reversed := v_reversed || p_reversals[i];
      o_taken_at[i] := v_taken.created_at;
      o_taken_kind[i] := v_taken.kind;
      o_takes_business[i] := v_taken.reversal_of is null and v_taken.kind <> all (v_left_out);
    end if;
  end loop;

  -- 4. Write all rows set by set. A key that another server stored in the meantime violates the unique
  -- constraint and rolls the whole call back; the caller retries.
  insert into transactions (company_id, id, account_id, type, amount, status, held, kind, key,
    key_hash, input_hash, reversal_of, reason, reference, description, created_at, finished_at, chain_hash)
  select p_companies[i], p_ids[i], p_accounts[p_slots[i]], p_types[i], p_amounts[i], o_status[i],
    case when o_status[i] = 'pending' then p_holds[i] else 0 end, p_kinds[i], p_keys[i],
    p_key_hashes[i], p_input_hashes[i], p_reversals[i], o_reason[i], p_references[i], p_descriptions[i], p_created[i],
    case when o_status[i] <> 'pending' then p_created[i] end, o_hash[i]
  from generate_series(1, n) i where o_stored[i];

  insert into entries (company_id, account_id, number, transaction_id, amount, balance_after)
  select p_companies[p_leg_owners[j]], p_accounts[p_leg_slots[j]], l_number[j],
    p_ids[p_leg_owners[j]], p_leg_amounts[j], l_after[j]
  from generate_series(1, n_legs) j where l_number[j] is not null;

  -- Locked rows do not move, so ctid finds them.
  update accounts a
  set balance = a_balance[s], held = a_held[s], entry_count = a_entries[s],
    chain_hash = case when a.entry_count = a_entries[s] then a.chain_hash else a_hash[s] end,
    last_transaction_at = greatest(a.last_transaction_at, a_last[s])
  from generate_series(1, cardinality(p_accounts)) s
  where a.ctid = a_place[s] and a_touched[s];

  -- A reversal is not business: it is counted without an amount, and what it takes back loses its own
  -- on the day on which that was counted. No day's amount can therefore fall below zero. Money that goes
  -- to suspense, or between the provider's bank and a network, is not business either: it moves no
  -- customer account. A transfer moves two, and together they have what they had.
  if v_reversed = '{}' and r_cause = '{}' then
    perform ledger_count(
      array_agg(p_companies[i]), array_agg(kampala_day(p_created[i])), array_agg(p_types[i]),
      array_agg(o_status[i]), array_agg(1),
      array_agg(case when p_reversals[i] is null and p_kinds[i] <> all (v_left_out) then p_amounts[i] else 0 end),
      array_agg(o_moved[i]), array_agg((p_reversals[i] is not null or p_kinds[i] = any (v_left_out))::integer),
      array_agg(p_kinds[i]), array_agg(p_created[i]), array_agg(o_fees[i])
    )
    from generate_series(1, n) i where o_stored[i];
  else
    -- In one call, so that figures are always locked in the same order.
    perform ledger_count(
      array_agg(p_companies[c.i]), array_agg(kampala_day(c.at)), array_agg(c.type), array_agg(c.status),
      array_agg(c.count), array_agg(c.amount), array_agg(c.moved), array_agg(c.left_out),
      array_agg(c.kind), array_agg(c.at), array_agg(c.fees)
    )
    from (
      select i, p_created[i], p_kinds[i], p_types[i], o_status[i], 1,
        case when p_reversals[i] is null and p_kinds[i] <> all (v_left_out) then p_amounts[i] else 0 end,
        o_moved[i], case when p_reversals[i] is null then o_fees[i] else 0 end,
        (p_reversals[i] is not null or p_kinds[i] = any (v_left_out))::integer
      from generate_series(1, n) i where o_stored[i]
      union all
      select i, o_taken_at[i], o_taken_kind[i],
        (case p_types[i] when 'credit' then 'debit' else 'credit' end)::transaction_type,
        'completed', 0, case when o_takes_business[i] then -p_amounts[i] else 0 end, 0, o_fees[i],
        o_takes_business[i]::integer
      from generate_series(1, n) i where o_takes_business[i] or (o_taken_at[i] is not null and o_fees[i] <> 0)
      union all
      -- Neither is a repayment.
      select r_cause[r], p_created[r_cause[r]], 'repayment', 'debit', 'completed', 1, 0, -r_amount[r], 0, 1
      from generate_series(1, cardinality(r_cause)) r
    ) c(i, at, kind, type, status, count, amount, moved, fees, left_out);
    perform payments_leave_out(p_reversals[i]) from generate_series(1, n) i where o_takes_business[i];
  end if;

  perform set_config('app.platform', v_platform, true);
  return query
  select i, case when o_stored[i] or o_kept[i] then o_id[i] end, o_status[i], o_reason[i],
    o_replayed[i]
  from generate_series(1, n) i;
end
$$;
revoke execute on function ledger_post from public;
grant execute on function ledger_post to sente_app;
