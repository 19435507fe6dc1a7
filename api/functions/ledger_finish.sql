-- Finishes pending transactions: completed with the legs that move the money, or failed. Either way the
-- hold is released. Funds are not checked again because the hold reserved them. A transaction that is
-- already finished stays unchanged, and so does a credit to an inactive account, which is reported as
-- pending; a payout from one has left already. If the company owes the provider, what a customer account
-- gains repays that first.
create or replace function ledger_finish(
  p_accounts uuid[],
  p_ids uuid[],
  p_companies uuid[],
  p_slots integer[],
  p_statuses transaction_status[],
  p_reasons text[],
  p_finished timestamptz[],
  p_finish_ids uuid[],
  p_leg_owners integer[],
  p_leg_slots integer[],
  p_leg_amounts bigint[]
) returns table (ord integer, status transaction_status, reason text, changed boolean)
  language plpgsql security definer
  set search_path = public, pg_temp
  -- A lock held for longer than this means that its owner is in trouble.
  set lock_timeout = '1s'
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
  a_id uuid[];
  a_place tid[];
  a_company uuid[];
  a_active boolean[];
  a_customer boolean[];
  -- Of what companies pay: fees and the taxes in them.
  a_fees boolean[];
  a_balance bigint[];
  a_held bigint[];
  a_entries bigint[];
  a_hash bytea[];
  a_last timestamptz[] := array_fill(null::timestamptz, array[cardinality(p_accounts)]);
  t_place tid[] := array_fill(null::tid, array[n]);
  t_type transaction_type[] := array_fill(null::transaction_type, array[n]);
  t_kind text[] := array_fill(null::text, array[n]);
  t_amount bigint[] := array_fill(null::bigint, array[n]);
  t_created timestamptz[] := array_fill(null::timestamptz, array[n]);
  t_held bigint[] := array_fill(null::bigint, array[n]);
  o_status transaction_status[] := array_fill(null::transaction_status, array[n]);
  o_reason text[] := array_fill('unknown_transaction'::text, array[n]);
  o_changed boolean[] := array_fill(false, array[n]);
  o_mine boolean[] := array_fill(false, array[n]);
  o_own bigint[] := array_fill(null::bigint, array[n]);
  o_moved bigint[] := array_fill(0::bigint, array[n]);
  o_fees bigint[] := array_fill(0::bigint, array[n]);
  o_hash bytea[] := array_fill(null::bytea, array[n]);
  l_number bigint[] := array_fill(null::bigint, array[n_legs]);
  l_after bigint[] := array_fill(null::bigint, array[n_legs]);
  v_legs bytea;
  -- False if a server of the version before gives the legs in any order.
  v_ordered boolean;
  v_first integer;
  t_reference text[] := array_fill(null::text, array[n]);
  t_description text[] := array_fill(null::text, array[n]);
  -- The companies that owe the provider, with the balances of their receivable accounts; and what is
  -- repaid, by the transaction that it comes from.
  d_company uuid[];
  d_balance bigint[];
  r_cause integer[] := '{}';
  r_amount bigint[] := '{}';
  a_floor bigint[];
  v_debtor integer;
  v_repaid bigint;
  v_touches_debts boolean;
  v_row record;
  v_slot integer;
  v_leg integer := 1;
begin
  -- The account lock keeps two callers from finishing the same transaction.
  select array_agg(s.id), array_agg(s.ctid), array_agg(s.company_id), array_agg(s.is_active),
    array_agg(s.kind = 'customer'), array_agg(s.kind in ('fees', 'vat', 'levy')), array_agg(s.balance), array_agg(s.held),
    array_agg(s.entry_count), array_agg(s.floor),
    array_agg(coalesce(s.chain_hash, ledger_opening(s.company_id, s.id, s.entry_count, s.balance))),
    bool_or(s.kind = 'receivable')
  into a_id, a_place, a_company, a_active, a_customer, a_fees, a_balance, a_held, a_entries, a_floor,
    a_hash, v_touches_debts
  from (
    select a.ctid, a.* from accounts a where a.id = any (p_accounts) order by a.id for no key update
  ) s;
  if a_id is distinct from p_accounts then
    raise exception 'an account to finish on does not exist' using errcode = 'foreign_key_violation';
  end if;
  if v_touches_debts then
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

  for v_row in
    select array_position(p_ids, t.id) as ord, t.ctid, t.company_id, t.account_id, t.status,
      t.reason, t.type, t.kind, t.amount, t.held, t.created_at, t.finish_id, t.reference, t.description
    from transactions t where t.id = any (p_ids)
  loop
    v_slot := p_slots[v_row.ord];
    if v_row.company_id <> p_companies[v_row.ord] or v_row.account_id <> p_accounts[v_slot] then
      continue;
    end if;
    o_status[v_row.ord] := v_row.status;
    o_reason[v_row.ord] := v_row.reason;
    -- Finished by an earlier attempt of this very call whose answer was lost.
    o_mine[v_row.ord] := v_row.finish_id is not distinct from p_finish_ids[v_row.ord];
    if v_row.status = 'pending' then
      o_status[v_row.ord] := p_statuses[v_row.ord];
      o_reason[v_row.ord] := p_reasons[v_row.ord];
      o_changed[v_row.ord] := true;
      t_place[v_row.ord] := v_row.ctid;
      t_type[v_row.ord] := v_row.type;
      t_kind[v_row.ord] := v_row.kind;
      t_amount[v_row.ord] := v_row.amount;
      t_created[v_row.ord] := v_row.created_at;
      t_held[v_row.ord] := v_row.held;
      t_reference[v_row.ord] := v_row.reference;
      t_description[v_row.ord] := v_row.description;
    end if;
  end loop;

  -- As for posting: money for an inactive account waits until people have decided about it.
  if false = any (a_active) then
    for i in 1..n loop
      if o_changed[i] and t_type[i] = 'credit' and o_status[i] = 'completed' and (
        not a_active[p_slots[i]] or exists (
          select from generate_series(1, n_legs) j
          where p_leg_owners[j] = i and not a_active[p_leg_slots[j]]
        )
      ) then
        o_changed[i] := false;
        o_status[i] := 'pending';
        o_reason[i] := 'inactive_account';
      end if;
    end loop;
  end if;

  for i in 1..n loop
    if o_changed[i] then
      a_held[p_slots[i]] := a_held[p_slots[i]] - t_held[i];
    end if;
    v_first := v_leg;
    v_legs := '';
    v_ordered := true;
    while p_leg_owners[v_leg] = i loop
      if o_changed[i] then
        v_slot := p_leg_slots[v_leg];
        if a_company[v_slot] <> p_companies[i] then
          raise exception 'a leg lies in another company' using errcode = 'foreign_key_violation';
        end if;
        a_balance[v_slot] := a_balance[v_slot] + p_leg_amounts[v_leg];
        a_entries[v_slot] := a_entries[v_slot] + 1;
        a_last[v_slot] := p_finished[i];
        l_after[v_leg] := a_balance[v_slot];
        l_number[v_leg] := a_entries[v_slot];
        if v_slot = p_slots[i] then
          o_own[i] := p_leg_amounts[v_leg];
        end if;
        if a_customer[v_slot] then
          o_moved[i] := o_moved[i] + p_leg_amounts[v_leg];
        elsif a_fees[v_slot] then
          o_fees[i] := o_fees[i] + p_leg_amounts[v_leg];
        end if;
        v_legs := v_legs
          || ledger_leg(p_accounts[v_slot], a_entries[v_slot], p_leg_amounts[v_leg], a_balance[v_slot], a_hash[v_slot]);
        if v_leg > v_first + 1 and v_slot < p_leg_slots[v_leg - 1] then
          v_ordered := false;
        end if;
      end if;
      v_leg := v_leg + 1;
    end loop;
    if v_legs = '' then
      continue;
    end if;
    if not v_ordered then
      v_legs := (
        select string_agg(ledger_leg(p_accounts[p_leg_slots[j]], l_number[j], p_leg_amounts[j], l_after[j],
          a_hash[p_leg_slots[j]]), '' order by p_leg_slots[j] <> p_slots[i], p_leg_slots[j])
        from generate_series(v_first, v_leg - 1) j
      );
    end if;
    o_hash[i] := ledger_link(p_companies[i], p_ids[i], p_finished[i], t_type[i], t_amount[i], t_kind[i],
      t_reference[i], t_description[i], v_legs);
    for j in v_first..v_leg - 1 loop
      v_slot := p_leg_slots[j];
      a_hash[v_slot] := o_hash[i];
      if d_company is null or not a_customer[v_slot] or p_leg_amounts[j] <= 0 then
        continue;
      end if;
      v_debtor := array_position(d_company, p_companies[i]);
      v_repaid := least(
        -d_balance[v_debtor], a_balance[v_slot] - a_held[v_slot] - a_floor[v_slot]
      );
      if v_repaid > 0 and v_debtor is not null then
        r_cause := r_cause || i;
        r_amount := r_amount || v_repaid;
        d_balance[v_debtor] := d_balance[v_debtor] + v_repaid;
        a_balance[v_slot] := a_balance[v_slot] - v_repaid;
        a_entries[v_slot] := a_entries[v_slot] + 1;
        a_hash[v_slot] := ledger_owe(p_companies[i], p_accounts[v_slot], -v_repaid, a_entries[v_slot],
          a_balance[v_slot], a_hash[v_slot], uuid_beside(p_finish_ids[i], cardinality(r_cause)), p_ids[i],
          t_reference[i], t_description[i], p_finished[i]);
      end if;
    end loop;
  end loop;
  if v_leg <= n_legs then
    raise exception 'legs are given in the order of their transactions'
      using errcode = 'invalid_parameter_value';
  end if;
  -- The same rule as for posting, and no more is taken than was held.
  for i in 1..n loop
    if o_changed[i] and o_status[i] = 'completed'
      and (
        case when t_type[i] = 'credit'
          then coalesce(o_own[i], 0) between 0 and t_amount[i]
            and (o_own[i] > 0 or (t_kind[i] = 'collection' and o_moved[i] = 0))
          else o_own[i] <= -t_amount[i] and o_own[i] >= -t_held[i] end
      ) is not true
    then
      raise exception 'the account does not move as the transaction says'
        using errcode = 'invalid_parameter_value';
    end if;
  end loop;

  update transactions t
  set status = o_status[i], reason = o_reason[i], finished_at = p_finished[i],
    finish_id = p_finish_ids[i], chain_hash = o_hash[i]
  from generate_series(1, n) i
  where t.ctid = t_place[i] and o_changed[i];

  insert into entries (company_id, account_id, number, transaction_id, amount, balance_after)
  select p_companies[p_leg_owners[j]], p_accounts[p_leg_slots[j]], l_number[j],
    p_ids[p_leg_owners[j]], p_leg_amounts[j], l_after[j]
  from generate_series(1, n_legs) j where l_number[j] is not null;

  update accounts a
  set balance = a_balance[s], held = a_held[s], entry_count = a_entries[s],
    chain_hash = case when a.entry_count = a_entries[s] then a.chain_hash else a_hash[s] end,
    last_transaction_at = greatest(a.last_transaction_at, a_last[s])
  from generate_series(1, cardinality(p_accounts)) s
  where a.ctid = a_place[s] and (a.entry_count <> a_entries[s] or a.held <> a_held[s]);

  -- On the day of creation: one pending less, one finished more. On the day of finishing: what moved.
  -- A repayment is not business: counted without an amount, as a reversal.
  perform ledger_count(
    array_agg(c.company), array_agg(kampala_day(c.at)), array_agg(c.type), array_agg(c.status),
    array_agg(c.count), array_agg(c.amount), array_agg(c.moved), array_agg(c.left_out),
    array_agg(c.kind), array_agg(c.at), array_agg(c.fees)
  )
  from generate_series(1, n) i
  cross join lateral (
    select *
    from (
      values
        (p_companies[i], t_created[i], t_kind[i], t_type[i], 'pending'::transaction_status,
          -1, -t_amount[i], 0::bigint, 0::bigint, 0),
        (p_companies[i], t_created[i], t_kind[i], t_type[i], o_status[i],
          1, t_amount[i], 0::bigint, o_fees[i], 0),
        (p_companies[i], p_finished[i], t_kind[i], t_type[i], o_status[i],
          0, 0::bigint, o_moved[i], 0::bigint, 0)
    ) v
    union all
    select p_companies[i], p_finished[i], 'repayment', 'debit', 'completed', 1, 0, -r_amount[r], 0, 1
    from generate_series(1, cardinality(r_cause)) r where r_cause[r] = i
  ) c(company, at, kind, type, status, count, amount, moved, fees, left_out)
  where o_changed[i] and (c.count <> 0 or c.moved <> 0);

  perform set_config('app.platform', v_platform, true);
  return query
  select i, o_status[i], o_reason[i], o_changed[i] or o_mine[i] from generate_series(1, n) i;
end
$$;
revoke execute on function ledger_finish from public;
grant execute on function ledger_finish to sente_app;
