-- A collection has its transaction from the request on, as a payout has. Those from before get theirs: the
-- open ones a pending one, the failed ones a failed one with their own dates and reason. What was paid is
-- in the ledger already and stays as it is. Imported history has its own bookkeeping.
select set_config('app.platform', 'on', true);

-- A server of the version before would not finish these transactions.
do $$
begin
  for i in 1..20 loop
    perform pg_stat_clear_snapshot();
    exit when not exists (
      select from pg_stat_activity
      where datname = current_database() and application_name = 'sente'
    );
    if i = 20 then
      raise exception 'Servers of the version before still use the database. Stop all of them, then start this version.'
        using errcode = 'object_in_use';
    end if;
    -- One that was just stopped may still be connected.
    perform pg_sleep(0.25);
  end loop;
end
$$;
lock table payments in exclusive mode;

create temporary table asked on commit drop as
select p.company_id, p.id as payment_id, p.account_id, p.amount,
  (case p.status when 'FAILED' then 'failed' else 'pending' end)::transaction_status as status,
  coalesce(p.reason, 'Failed') as reason, p.reference,
  coalesce(p.description, 'Mobile money from ' || p.phone_number) as description, p.created_at,
  coalesce(p.finished_at, p.created_at) as finished_at,
  -- Paid to an inactive account: it was refused under the key of the collection, and people decide.
  t.id as refused_id,
  -- Version 7, of the moment of the request.
  (lpad(to_hex(floor(extract(epoch from p.created_at) * 1000)::bigint), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid as id
from payments p
cross join lateral (
  select left(
    encode(
      sha256(convert_to(p.company_id::text, 'UTF8') || '\x00' || convert_to('collection:' || p.id, 'UTF8')),
      'hex'
    ), 32
  )::uuid as hash
) k
left join transactions t on t.key_hash = k.hash and t.company_id = p.company_id
where p.direction = 'collection' and p.origin <> 'import' and p.transaction_id is null
  and p.status <> 'SUCCESS';

update payments p set transaction_id = a.refused_id
from asked a
where p.company_id = a.company_id and p.id = a.payment_id and a.status = 'failed'
  and a.refused_id is not null;
delete from asked where status = 'failed' and refused_id is not null;

insert into transactions (company_id, id, account_id, type, amount, status, kind, key, key_hash, input_hash,
  reason, reference, description, created_at, finished_at)
select a.company_id, a.id, a.account_id, 'credit', a.amount, a.status, 'collection', k.key, h.hash, h.hash,
  case when a.status = 'failed' then a.reason end, a.reference, a.description, a.created_at,
  case when a.status = 'failed' then a.finished_at end
from asked a
cross join lateral (
  select 'collection:' || a.payment_id || case when a.refused_id is null then '' else ':2' end as key
) k
cross join lateral (
  select left(
    encode(sha256(convert_to(a.company_id::text, 'UTF8') || '\x00' || convert_to(k.key, 'UTF8')), 'hex'), 32
  )::uuid as hash
) h;

update payments p set transaction_id = a.id
from asked a where p.company_id = a.company_id and p.id = a.payment_id;

insert into company_figures as f (company_id, type, status, count, amount)
select company_id, 'credit', status, count(*), sum(amount) from asked group by company_id, status
on conflict (company_id, type, status) do update
  set count = f.count + excluded.count, amount = f.amount + excluded.amount;
insert into company_day_figures as f (company_id, day, type, status, count, amount)
select company_id, kampala_day(created_at), 'credit', status, count(*), sum(amount)
from asked group by company_id, kampala_day(created_at), status
on conflict (company_id, day, type, status) do update
  set count = f.count + excluded.count, amount = f.amount + excluded.amount;
insert into platform_day_figures as f (day, type, status, shard, count, amount)
select kampala_day(created_at), 'credit', status, 0, count(*), sum(amount)
from asked group by kampala_day(created_at), status
on conflict (day, type, status, shard) do update
  set count = f.count + excluded.count, amount = f.amount + excluded.amount;

-- Failed collections are many and need nobody; the other failures are looked for among all companies.
create index transactions_failure_notice_idx on transactions (id)
  where status = 'failed' and kind <> 'collection';
