-- Writes payments down, given one element of each array per payment, and answers one row for each in
-- the same order: accepted, the answer to an earlier one with the same key, or refused with nothing
-- kept. A sale reserves the oldest free voucher here, before anybody is asked to pay.
create function payments_accept(
  p_ids uuid[],
  p_companies uuid[],
  p_directions text[],
  p_origins text[],
  -- One of these two names the account; neither: the company's oldest active one.
  p_account_ids uuid[],
  p_account_numbers text[],
  p_phone_numbers text[],
  p_networks text[],
  p_amounts bigint[],
  p_references text[],
  p_descriptions text[],
  p_keys text[],
  p_input_hashes uuid[],
  p_product_codes text[],
  -- Of payouts: the transaction that holds the money.
  p_transactions uuid[],
  p_requested_by uuid[],
  p_awaits_approval boolean[]
) returns table (
  ord integer,
  id uuid,
  is_replay boolean,
  refusal text,
  -- The price of the product where the amount is another.
  price bigint,
  fee bigint,
  account_id uuid,
  transaction_id uuid
)
  language plpgsql security definer
  set search_path = public, pg_temp
  set lock_timeout = '1s'
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_platform text := coalesce(current_setting('app.platform', true), '');
  v_down text[];
  v_prior record;
  v_account record;
  v_product record;
  v_code uuid;
  v_now timestamptz := clock_timestamp();
begin
  perform set_config('app.platform', 'on', true);
  select coalesce(array_agg(n.name), '{}') into v_down from networks n where n.opened_until > v_now;

  for i in 1..cardinality(p_ids) loop
    ord := i;
    id := p_ids[i];
    is_replay := false;
    refusal := null;
    price := null;
    fee := 0;
    account_id := null;
    transaction_id := p_transactions[i];
    v_code := null;
    v_product := null;

    select p.id, p.input_hash, p.fee, p.account_id, p.transaction_id into v_prior from payments p
    where p.company_id = p_companies[i] and p.idempotency_key = p_keys[i];
    if found then
      if v_prior.input_hash is distinct from p_input_hashes[i] then
        refusal := 'key_reused';
      else
        id := v_prior.id;
        -- The same id: an earlier try of this very call, whose answer got lost.
        is_replay := v_prior.id <> p_ids[i];
        fee := v_prior.fee;
        account_id := v_prior.account_id;
        transaction_id := v_prior.transaction_id;
      end if;
      return next;
      continue;
    end if;

    if p_networks[i] = any (v_down) and not p_awaits_approval[i] then
      refusal := 'network_unavailable';
      return next;
      continue;
    end if;

    if p_account_numbers[i] is not null then
      select a.id, a.is_active into v_account from accounts a
      where a.number = p_account_numbers[i] and a.company_id = p_companies[i] and a.kind = 'customer';
    elsif p_account_ids[i] is not null then
      select a.id, a.is_active into v_account from accounts a
      where a.id = p_account_ids[i] and a.company_id = p_companies[i] and a.kind = 'customer';
    else
      select a.id, a.is_active into v_account from accounts a
      where a.company_id = p_companies[i] and a.kind = 'customer' and a.is_active
      order by a.opened_at, a.id limit 1;
    end if;
    if not found then
      refusal := 'unknown_account';
    elsif not v_account.is_active then
      refusal := 'inactive_account';
    end if;
    if refusal is not null then
      return next;
      continue;
    end if;
    account_id := v_account.id;

    if p_product_codes[i] is not null then
      select r.id, r.amount into v_product from internet_products r
      where r.company_id = p_companies[i] and lower(r.code) = lower(p_product_codes[i])
        and r.deleted_at is null and r.is_active;
      if not found then
        refusal := 'unknown_product';
      elsif v_product.amount <> p_amounts[i] then
        refusal := 'price_differs';
        price := v_product.amount;
      else
        -- Whoever sells at the same moment takes the next one.
        select c.id into v_code from product_codes c
        where c.company_id = p_companies[i] and c.product_id = v_product.id and c.state = 'free'
        order by c.number limit 1 for update skip locked;
        if not found then
          refusal := 'out_of_stock';
        end if;
      end if;
    end if;
    fee := fee_of(p_companies[i], p_directions[i], p_amounts[i], v_now);
    if refusal is null and p_directions[i] = 'collection' and fee >= p_amounts[i] then
      refusal := 'amount_too_small';
    end if;
    if refusal is not null then
      return next;
      continue;
    end if;

    if v_code is not null then
      update product_codes c set state = 'reserved', payment_id = p_ids[i]
      where c.company_id = p_companies[i] and c.id = v_code;
    end if;
    insert into payments (company_id, id, direction, origin, account_id, phone_number, network, amount,
      fee, reference, description, status, idempotency_key, input_hash, product_id, product_code_id,
      transaction_id, requested_by, awaits_approval, next_step_at, created_at)
    values (p_companies[i], p_ids[i], p_directions[i], p_origins[i], account_id, p_phone_numbers[i],
      p_networks[i], p_amounts[i], fee, p_references[i], p_descriptions[i], 'PENDING', p_keys[i],
      p_input_hashes[i], v_product.id, v_code, p_transactions[i], p_requested_by[i],
      p_awaits_approval[i], case when not p_awaits_approval[i] then v_now end, v_now);
    return next;
  end loop;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function payments_accept from public;
grant execute on function payments_accept to sente_app;

-- Tells the companies that want to hear it, within the transaction of the cause. The job is shared by
-- all servers; its key makes a second one for the same event impossible.
create function webhooks_emit(
  p_companies uuid[],
  p_ids uuid[],
  p_payments uuid[],
  p_types text[],
  p_payloads jsonb[]
) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := coalesce(current_setting('app.platform', true), '');
  v_event record;
begin
  perform set_config('app.platform', 'on', true);
  for v_event in
    insert into webhook_events (company_id, id, payment_id, type, payload, next_attempt_at)
    select p_companies[i], p_ids[i], p_payments[i], p_types[i], p_payloads[i], now()
    from generate_series(1, cardinality(p_ids)) i
    join company_webhooks w on w.company_id = p_companies[i] and w.is_active
    returning company_id, id, payment_id
  loop
    update payments set is_notified = false
    where company_id = v_event.company_id and id = v_event.payment_id;
    perform webhooks_enqueue(v_event.company_id, v_event.id, now());
  end loop;
  perform set_config('app.platform', v_platform, true);
end
$$;
revoke execute on function webhooks_emit from public;
grant execute on function webhooks_emit to sente_app;

-- The queue's own tables stay out of reach of requests. Its back-off reaches from seconds to hours:
-- 24 attempts take about two and a half days.
create function webhooks_enqueue(p_company uuid, p_event uuid, p_at timestamptz) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  perform graphile_worker.add_job(
    'deliver-webhook',
    json_build_object('companyId', p_company, 'eventId', p_event),
    run_at := p_at,
    max_attempts := 24,
    job_key := 'webhook:' || p_event
  );
end
$$;
revoke execute on function webhooks_enqueue from public;
grant execute on function webhooks_enqueue to sente_app;
