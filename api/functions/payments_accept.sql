-- Stores payments, given one array element per payment, and returns one row for each in the same order:
-- accepted, the outcome of an earlier payment with the same key, or refused with nothing stored. Keys
-- are distinct within a call. A sale reserves the oldest free voucher before the payer is asked. A
-- collection is pending in the ledger from now on; the hold of a payout is the caller's to post. What a
-- payout needs (payout_approval) is decided here, and it waits until it has it. The payouts of a bulk payout
-- have the approvals of that one, and do not count as going at once.
create or replace function payments_accept(
  p_ids uuid[],
  p_companies uuid[],
  p_directions text[],
  p_origins text[],
  -- At most one of these two selects the account; without both it is the company's oldest active one.
  p_account_ids uuid[],
  p_account_numbers text[],
  p_phone_numbers text[],
  p_networks text[],
  p_amounts bigint[],
  p_references text[],
  p_descriptions text[],
  p_key_hashes uuid[],
  p_input_hashes uuid[],
  p_product_codes text[],
  -- For payouts, the transaction that holds the money; that of a collection is made here.
  p_transactions uuid[],
  p_requested_by uuid[],
  -- Objects of JSON, or null.
  p_metadata text[],
  -- All of them are lines of it.
  p_bulk uuid default null
) returns table (
  ord integer,
  id uuid,
  is_replay boolean,
  refusal text,
  -- The product's price if the amount differs from it.
  price bigint,
  fee bigint,
  account_id uuid,
  transaction_id uuid,
  -- The limit that would be exceeded, from limits_take.
  exceeded jsonb,
  -- Of a payout, from payout_approval.
  approval text
)
  language plpgsql security definer
  set search_path = public, pg_temp
  set lock_timeout = '1s'
  -- A plan made while the tables were empty must not scan them when they are large.
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  v_platform text := app_enter_platform(p_companies);
  n integer := cardinality(p_ids);
  -- Open circuits: network and operation, and the company if it is only for that one.
  v_down text[];
  v_charging uuid[];
  v_taxed boolean;
  v_row record;
  v_inactive uuid[];
  v_frozen uuid[];
  v_suspended uuid[];
  v_blocked text[];
  v_limited uuid[];
  v_ruled uuid[];
  v_goes_at_once boolean;
  v_product uuid;
  v_price bigint;
  v_now timestamptz := clock_timestamp();
  -- When a payout is sent.
  v_due timestamptz := payout_due_at(v_now);
  -- The first twelve digits of a version 7 UUID of this moment.
  v_time text := lpad(to_hex(floor(extract(epoch from v_now) * 1000)::bigint), 12, '0');
  -- The outcome of each payment.
  o_ids uuid[] := p_ids;
  o_replays boolean[] := array_fill(false, array[n]);
  o_refusals text[] := array_fill(null::text, array[n]);
  o_prices bigint[] := array_fill(null::bigint, array[n]);
  o_fees bigint[] := array_fill(0::bigint, array[n]);
  -- What of them is tax.
  o_vats bigint[] := array_fill(0::bigint, array[n]);
  o_levies bigint[] := array_fill(0::bigint, array[n]);
  v_charge record;
  v_bulk bulk_payouts;
  o_accounts uuid[];
  o_transactions uuid[] := p_transactions;
  o_products uuid[] := array_fill(null::uuid, array[n]);
  o_codes uuid[] := array_fill(null::uuid, array[n]);
  o_exceeded jsonb[] := array_fill(null::jsonb, array[n]);
  o_approvals text[] := array_fill(null::text, array[n]);
  o_at_once boolean[] := array_fill(false, array[n]);
  o_known boolean[] := array_fill(false, array[n]);
begin
  if p_bulk is not null then
    select b.* into v_bulk from bulk_payouts b where b.id = p_bulk and b.state = 'running';
    if v_bulk.id is null or array_remove(p_companies, v_bulk.company_id) <> '{}'
      or array_remove(p_directions, 'payout') <> '{}'
      or not payout_is_approved(v_bulk.company_id, v_bulk.id, v_bulk.approval, v_bulk.created_by, false)
    then
      raise exception 'a bulk payout needs its approvals' using errcode = 'insufficient_privilege';
    end if;
  end if;
  select array_agg(
    case
      when p_account_numbers[i] is not null then (
        select a.id from accounts a
        where a.number = p_account_numbers[i] and a.company_id = p_companies[i]
          and a.kind = 'customer'
      )
      when p_account_ids[i] is not null then (
        select a.id from accounts a
        where a.id = p_account_ids[i] and a.company_id = p_companies[i] and a.kind = 'customer'
      )
      else (
        select a.id from accounts a
        where a.company_id = p_companies[i] and a.kind = 'customer' and a.is_active
        order by a.opened_at, a.id limit 1
      )
    end
    order by i
  )
  into o_accounts from generate_series(1, n) i;

  -- Same key and same input: return the first outcome. Same key, different input: refuse.
  for v_row in
    select array_position(p_key_hashes, p.key_hash) as i, p.id, p.input_hash, p.fee, p.account_id,
      p.transaction_id, p.approval
    from payments p where p.key_hash = any (p_key_hashes)
  loop
    o_known[v_row.i] := true;
    if v_row.input_hash is distinct from p_input_hashes[v_row.i] then
      o_refusals[v_row.i] := 'key_reused';
    else
      o_ids[v_row.i] := v_row.id;
      -- The same id means a retry of this very call after its answer was lost.
      o_replays[v_row.i] := v_row.id <> p_ids[v_row.i];
      o_fees[v_row.i] := v_row.fee;
      o_accounts[v_row.i] := v_row.account_id;
      o_transactions[v_row.i] := v_row.transaction_id;
      o_approvals[v_row.i] := v_row.approval;
    end if;
  end loop;

  -- Whoever gives a company its first limit waits for this call, so that what it accepts is counted, and
  -- lets others wait, so that they find the limit.
  perform pg_advisory_xact_lock_shared(7368309, hashtext(c.id::text)) from (
    select distinct unnest(p_companies) as id order by 1
  ) c;
  select coalesce(array_agg(distinct l.company_id), '{}') into v_limited
  from payment_limits l where l.company_id = any (p_companies);
  if 'payout' = any (p_directions) then
    select coalesce(array_agg(r.company_id), '{}') into v_ruled
    from payout_rules r where r.company_id = any (p_companies) and r.at_once_up_to is not null;
  end if;
  -- What counts against a limit, or goes at once by a rule, is counted one call after the other. In one
  -- order, so that two calls do not wait for each other.
  if v_limited <> '{}' or v_ruled <> '{}' then
    perform pg_advisory_xact_lock(7368308, hashtext(l.id::text)) from (
      select distinct unnest(v_limited || v_ruled) as id order by 1
    ) l;
    perform limits_refresh(r.id, 'payout', array['at_once'], v_now) from unnest(v_ruled) r(id);
  end if;

  select coalesce(array_agg(concat_ws(' ', c.network, c.operation, c.company_id)), '{}') into v_down
  from network_circuits c where c.opened_until > v_now;
  select coalesce(array_agg(distinct f.company_id), '{}') into v_charging
  from fee_schedules f where f.company_id = any (p_companies);
  v_taxed := exists (select from tax_rates t where t.basis_points > 0 and t.effective_from <= v_now);
  select coalesce(array_agg(a.id), '{}') into v_inactive
  from accounts a where a.id = any (o_accounts) and not a.is_active;
  select coalesce(array_agg(a.id), '{}') into v_frozen
  from accounts a where a.id = any (o_accounts) and a.frozen_at is not null;
  select coalesce(array_agg(c.id), '{}') into v_suspended
  from companies c where c.id = any (p_companies) and c.suspended_at is not null;
  select coalesce(array_agg(concat_ws(' ', b.phone_number, b.company_id)), '{}') into v_blocked
  from blocked_numbers b where b.phone_number = any (p_phone_numbers);

  for i in 1..n loop
    if o_known[i] then
      continue;
    end if;
    if p_bulk is not null then
      o_approvals[i] := v_bulk.approval;
    elsif p_directions[i] = 'payout' then
      -- Nobody at the provider pays out a company's money alone.
      v_goes_at_once := p_companies[i] = any (v_ruled) and (
        p_origins[i] = 'api' or exists (
          select from users u
          where u.id = p_requested_by[i] and u.company_id = p_companies[i] and not u.is_staff
        )
      );
      o_approvals[i] := payout_approval(
        p_companies[i], p_origins[i], p_amounts[i],
        case when v_goes_at_once then payout_went_at_once(p_companies[i], v_now) + (
          select coalesce(sum(p_amounts[j]), 0)::bigint from generate_series(1, i - 1) j
          where o_at_once[j] and p_companies[j] = p_companies[i] and o_refusals[j] is null
        ) end
      );
      o_at_once[i] := v_goes_at_once and o_approvals[i] = 'none';
    end if;
    if p_companies[i] = any (v_suspended) then
      o_refusals[i] := 'company_suspended';
    -- What people have approved waits until the network answers again.
    elsif p_bulk is null and v_down <> '{}' and coalesce(o_approvals[i], 'none') = 'none' and v_down && array[
      concat_ws(' ', p_networks[i], p_directions[i]),
      concat_ws(' ', p_networks[i], p_directions[i], p_companies[i])
    ] then
      o_refusals[i] := 'network_unavailable';
    elsif o_accounts[i] is null then
      o_refusals[i] := 'unknown_account';
    elsif o_accounts[i] = any (v_inactive) then
      o_refusals[i] := 'inactive_account';
    elsif o_accounts[i] = any (v_frozen) then
      o_refusals[i] := 'frozen_account';
    elsif v_blocked && array[p_phone_numbers[i], concat_ws(' ', p_phone_numbers[i], p_companies[i])] then
      o_refusals[i] := 'number_blocked';
    end if;
    -- Before the fee: an amount that is not the price is wrong whatever the fee is.
    if o_refusals[i] is null and p_product_codes[i] is not null then
      select r.id, r.amount into v_product, v_price from internet_products r
      where r.company_id = p_companies[i] and lower(r.code) = lower(p_product_codes[i])
        and r.deleted_at is null and r.is_active;
      o_products[i] := v_product;
      if v_product is null then
        o_refusals[i] := 'unknown_product';
      elsif v_price <> p_amounts[i] then
        o_refusals[i] := 'price_differs';
        o_prices[i] := v_price;
      end if;
    end if;
    if o_refusals[i] is null and (v_taxed or p_companies[i] = any (v_charging)) then
      if v_taxed then
        v_charge := charge_of(p_companies[i], p_directions[i], p_amounts[i], v_now);
        o_fees[i] := v_charge.fee;
        o_vats[i] := v_charge.vat;
        o_levies[i] := v_charge.levy;
      else
        o_fees[i] := fee_of(p_companies[i], p_directions[i], p_amounts[i], v_now);
      end if;
      if p_directions[i] = 'collection' and o_fees[i] >= p_amounts[i] then
        o_refusals[i] := 'amount_too_small';
      end if;
    end if;
    if o_refusals[i] is null and p_product_codes[i] is not null then
      o_codes[i] := voucher_take(p_companies[i], v_product, p_ids[i]);
      if o_codes[i] is null then
        o_refusals[i] := 'out_of_stock';
      end if;
    end if;
    -- After everything else, so that what is refused does not count, and before the next one, whose sum of
    -- what goes at once must not count it either.
    if o_refusals[i] is null and p_companies[i] = any (v_limited) then
      o_exceeded[i] := limits_take(
        p_companies[i], p_origins[i], p_directions[i], p_phone_numbers[i], p_amounts[i],
        (
          select count(*)::integer from generate_series(1, i - 1) j
          where p_companies[j] = p_companies[i] and p_phone_numbers[j] = p_phone_numbers[i]
            and p_directions[j] = p_directions[i] and o_refusals[j] is null and not o_known[j]
        ),
        v_now
      );
      if o_exceeded[i] is not null then
        o_refusals[i] := 'limit_exceeded';
        update product_codes c set state = 'free', payment_id = null
        where c.company_id = p_companies[i] and c.id = o_codes[i];
      end if;
    end if;
  end loop;

  update limit_usage u set amount = u.amount + t.amount
  from (
    select p_companies[i] as company_id, sum(p_amounts[i]) as amount from generate_series(1, n) i
    where o_at_once[i] and o_refusals[i] is null group by 1
  ) t
  where (u.company_id, u.scope, u.direction, u.period, u.starts)
    = (t.company_id, 'at_once', 'payout', 'day', kampala_day(v_now));

  -- Made from the moment of creation, because lists find the transactions of a day by their ids.
  select array_agg(
    case when p_directions[i] = 'collection' and o_refusals[i] is null and not o_known[i]
      then (v_time || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
      else o_transactions[i] end
    order by i
  )
  into o_transactions from generate_series(1, n) i;

  insert into payments (company_id, id, direction, origin, account_id, phone_number, network, amount,
    fee, vat, levy, reference, description, status, key_hash, input_hash, product_id, product_code_id,
    transaction_id, requested_by, awaits_approval, approval, is_at_once, metadata,
    created_at)
  select p_companies[i], p_ids[i], p_directions[i], p_origins[i], o_accounts[i], p_phone_numbers[i],
    p_networks[i], p_amounts[i], o_fees[i], o_vats[i], o_levies[i], p_references[i], p_descriptions[i], 'PENDING',
    p_key_hashes[i], p_input_hashes[i], o_products[i], o_codes[i], o_transactions[i], p_requested_by[i],
    p_bulk is null and coalesce(o_approvals[i], 'none') <> 'none', o_approvals[i], o_at_once[i],
    p_metadata[i]::jsonb, v_now
  from generate_series(1, n) i where o_refusals[i] is null and not o_known[i];

  insert into open_payments (payment_id, company_id, network, next_step_at, ready_at, is_bulk)
  select p_ids[i], p_companies[i], p_networks[i],
    case
      when p_bulk is null and coalesce(o_approvals[i], 'none') <> 'none' then null
      when p_directions[i] = 'payout' then v_due
      else v_now
    end,
    v_now, p_bulk is not null
  from generate_series(1, n) i where o_refusals[i] is null and not o_known[i];

  if p_bulk is not null then
    insert into payout_approvals (company_id, payment_id, step, approved_by, approved_at)
    select a.company_id, p_ids[i], a.step, a.approved_by, a.approved_at
    from payout_approvals a cross join generate_series(1, n) i
    where a.company_id = v_bulk.company_id and a.payment_id = p_bulk
      and o_refusals[i] is null and not o_known[i];
  end if;

  -- Last, because it locks the figures of the companies until the end of the transaction.
  perform ledger_expect(
    array_agg(o_transactions[i]), array_agg(p_companies[i]), array_agg(o_accounts[i]),
    array_agg(p_amounts[i]), 'collection', array_agg('collection:' || p_ids[i]),
    array_agg(p_references[i]),
    array_agg(coalesce(
      p_descriptions[i],
      -- As a till and a payment link say what they sold.
      case when o_products[i] is not null then (
        select r.name from internet_products r
        where r.company_id = p_companies[i] and r.id = o_products[i]
      ) end,
      -- The number as people read it.
      'Mobile money from ' || regexp_replace(p_phone_numbers[i], '^(256)(\d{3})(\d{6})$', '+\1 \2 \3')
    )), v_now
  )
  from generate_series(1, n) i
  where p_directions[i] = 'collection' and o_refusals[i] is null and not o_known[i]
  having count(*) > 0;

  perform set_config('app.platform', v_platform, true);
  return query
  select i, o_ids[i], o_replays[i], o_refusals[i], o_prices[i], o_fees[i], o_accounts[i],
    o_transactions[i], o_exceeded[i], o_approvals[i]
  from generate_series(1, n) i;
end
$$;
revoke execute on function payments_accept from public;
grant execute on function payments_accept to sente_app;
