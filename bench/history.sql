-- A year of transactions up to now, set by set, with everything that the ledger would have kept.
-- app.history_size says how many. A fifth of them belong to the first company. Each account's odd
-- transactions bring more than its even ones take, so that no balance ever falls below zero; the
-- last 200 wait, and three of a hundred have failed.
set local work_mem = '1GB';
set local synchronous_commit = off;

create temporary table places on commit drop as
select a.id as account_id, a.company_id, s.id as settlement_id,
  dense_rank() over (order by a.company_id) as company,
  row_number() over (partition by a.company_id order by a.id) as place,
  count(*) over (partition by a.company_id) as places
from accounts a join accounts s on s.company_id = a.company_id and s.kind = 'settlement'
where a.kind = 'customer';
create index on places (company, place);
analyze places;

create temporary table moves on commit drop as
with settings as (
  select current_setting('app.history_size')::bigint as size, max(company) as companies,
    max(place) as places
  from places
),
chosen as (
  select n, size,
    case when n % 5 = 0 then 1 else 2 + (hashint8extended(n, 1) & 1048575) % (companies - 1) end as company,
    1 + (hashint8extended(n, 2) & 1048575) % places as place,
    hashint8extended(n, 3) & 1048575 as chance,
    now() - interval '365 days' * (1 - n::float8 / size) as created_at
  from settings, generate_series(1, size) n
),
ordered as (
  select c.n, c.chance, p.company_id, p.account_id, p.settlement_id,
    date_trunc('milliseconds', c.created_at) as created_at,
    case
      when c.n > c.size - 200 then 'pending'
      when c.chance % 100 < 3 then 'failed'
      else 'completed'
    end::transaction_status as status,
    row_number() over (partition by p.account_id, c.n <= c.size - 200 and c.chance % 100 >= 3 order by c.n) as turn
  from chosen c join places p on p.company = c.company and p.place = c.place
)
select n, company_id, account_id, settlement_id, created_at, status,
  case when turn % 2 = 1 then 'credit' else 'debit' end::transaction_type as type,
  case when status = 'pending' then 100 when turn % 2 = 1 then 2000000 + chance else 1000 + chance end as amount,
  (lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || '7'
    || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid as id
from ordered;
analyze moves;

insert into transactions (company_id, id, account_id, type, amount, status, held, kind, key,
  key_hash, input_hash, reason, reference, description, created_at, finished_at)
select company_id, id, account_id, type, amount, status,
  case when status = 'pending' and type = 'debit' then amount else 0 end,
  case when type = 'credit' then 'deposit' else 'payout' end, 'history-' || n,
  md5('key ' || n)::uuid, md5(n::text)::uuid,
  case when status = 'failed' then 'insufficient_funds' end, 'REF-' || n,
  case when type = 'credit' then 'Deposit from customer ' else 'Payout to supplier ' end || n % 5000,
  created_at, case when status <> 'pending' then created_at end
from moves order by n;

insert into entries (company_id, account_id, number, transaction_id, amount, balance_after)
select company_id, account_id, row_number() over account, id, amount, sum(amount) over account
from (
  select n, company_id, account_id, id, case type when 'credit' then amount else -amount end as amount
  from moves where status = 'completed'
  union all
  select n, company_id, settlement_id, id, case type when 'credit' then -amount else amount end
  from moves where status = 'completed'
) legs
window account as (partition by company_id, account_id order by n);

update accounts a
set balance = e.balance, entry_count = e.entries, chain_from = e.entries, last_transaction_at = now(),
  held = coalesce(h.held, 0)
from (
  select account_id, sum(amount) as balance, count(*) as entries from entries group by 1
) e
left join (select account_id, sum(held) as held from transactions where status = 'pending' group by 1) h
  using (account_id)
where a.id = e.account_id;

insert into company_day_figures (company_id, day, type, status, count, amount, moved)
select company_id, kampala_day(created_at), type, status, count(*), sum(amount),
  case when status <> 'completed' then 0 when type = 'credit' then sum(amount) else -sum(amount) end
from moves group by 1, 2, 3, 4;

insert into company_figures (company_id, type, status, count, amount, moved)
select company_id, type, status, sum(count), sum(amount), sum(moved)
from company_day_figures group by 1, 2, 3;

insert into platform_day_figures (day, type, status, shard, count, amount, moved)
select day, type, status, 0, sum(count), sum(amount), sum(moved)
from company_day_figures group by 1, 2, 3;

insert into kind_day_figures (day, company_id, kind, type, status, count, amount)
select kampala_day(m.created_at), m.company_id, t.kind, m.type, m.status, count(*), sum(m.amount)
from moves m join transactions t on t.company_id = m.company_id and t.id = m.id group by 1, 2, 3, 4, 5;

insert into platform_hour_figures (hour, kind, type, status, shard, count, amount)
select date_trunc('hour', m.created_at), t.kind, m.type, m.status, 0, count(*), sum(m.amount)
from moves m join transactions t on t.company_id = m.company_id and t.id = m.id group by 1, 2, 3, 4;

-- All were asked for by mobile money, about five by each number.
insert into payments (company_id, id, direction, origin, account_id, phone_number, network, amount,
  reference, status, reason_code, reason, transaction_id, network_reference, created_at, finished_at)
select m.company_id, m.id, case when m.type = 'credit' then 'collection' else 'payout' end, 'api',
  m.account_id, '25677' || lpad((m.n % 1000000 * 7)::text, 7, '0'),
  case when m.n % 3 = 0 then 'AIRTEL' else 'MTN' end, m.amount, 'REF-' || m.n,
  case m.status when 'completed' then 'SUCCESS' when 'failed' then 'FAILED' else 'PROCESSING' end,
  case when m.status = 'failed' then 'PAYER_REFUSED' end,
  case when m.status = 'failed' then 'The payer refused' end, m.id,
  case when m.status = 'completed' then 'NET' || m.n end, m.created_at,
  case when m.status <> 'pending' then m.created_at end
from moves m
order by m.id;

insert into open_payments (payment_id, company_id, network, ready_at, sent_at, last_sent_at, send_count)
select id, company_id, network, created_at, created_at, created_at, 1
from payments where status = 'PROCESSING';

-- Amounts are also searched for as what is left after these fees.
insert into fee_schedules (id, company_id, direction, percent_hundredths, minimum, maximum, effective_from)
select gen_random_uuid(), c.id, direction, 150, 50000, 5000000, now() - months * interval '1 month'
from companies c, unnest(array['collection', 'payout']) direction, unnest(array[1, 6, 13]) months;
