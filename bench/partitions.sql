-- Two copies of transactions and entries with the same rows, in schemas of their own: `whole`, with the indexes of the
-- ledger, and `parted`, by months of the id, which has the time of the request. app.size says how many transactions
-- of the last two years.
set local work_mem = '512MB';
set local maintenance_work_mem = '1GB';
set local synchronous_commit = off;

create schema whole;
create schema parted;

create function pg_temp.id_at(p_at timestamptz, p_n bigint) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0') || '7'
    || substr(md5(p_n::text), 1, 3) || '8' || substr(md5(p_n::text), 4, 15))::uuid
$$;

create temporary table sizes on commit drop as
select current_setting('app.size')::bigint as size, 200::bigint as companies, 4000::bigint as accounts;

create table whole.transactions (like public.transactions including defaults including constraints);
insert into whole.transactions (company_id, id, account_id, type, amount, status, held, kind, key, key_hash, input_hash,
  reference, description, created_at, finished_at)
select md5('company ' || n % companies)::uuid, pg_temp.id_at(at, n), md5('account ' || n % accounts)::uuid,
  case when n % 3 = 0 then 'debit' else 'credit' end::transaction_type, 100000 + (hashint8(n) & 1048575), 'completed', 0,
  'collection', 'key-' || n, md5('key ' || n)::uuid, md5(n::text)::uuid, 'REF-' || n,
  'Payment of customer ' || n % 5000, at, at + interval '20 seconds'
from sizes, generate_series(1, size) n,
  lateral (select date_trunc('milliseconds', now() - interval '730 days' * (1 - n::float8 / size)) as at) moment;

-- An account has every 4,000th transaction, and its company's settlement account the other leg.
create table whole.entries (like public.entries including defaults including constraints);
insert into whole.entries (company_id, account_id, number, transaction_id, amount, balance_after)
select md5('company ' || n % companies)::uuid, leg.account_id, leg.number,
  pg_temp.id_at(at, n), leg.amount, n * 1000
from sizes, generate_series(1, size) n,
  lateral (select date_trunc('milliseconds', now() - interval '730 days' * (1 - n::float8 / size)) as at) moment,
  lateral (values
    (md5('account ' || n % accounts)::uuid, n / accounts, 100000),
    (md5('settlement ' || n % companies)::uuid, n / companies, -100000)) leg (account_id, number, amount);

create table parted.transactions (like public.transactions including defaults including constraints)
  partition by range (id);
create table parted.entries (like public.entries including defaults including constraints)
  partition by range (transaction_id);

do $$
declare
  v_month timestamptz := date_trunc('month', now() - interval '731 days');
  v_from uuid;
  v_to uuid;
begin
  while v_month <= now() loop
    v_from := rpad(lpad(to_hex((extract(epoch from v_month) * 1000)::bigint), 12, '0'), 32, '0')::uuid;
    v_to := rpad(lpad(to_hex((extract(epoch from v_month + interval '1 month') * 1000)::bigint), 12, '0'), 32, '0')::uuid;
    execute format('create table parted.transactions_%s partition of parted.transactions for values from (%L) to (%L)',
      to_char(v_month, 'YYYYMM'), v_from, v_to);
    execute format('create table parted.entries_%s partition of parted.entries for values from (%L) to (%L)',
      to_char(v_month, 'YYYYMM'), v_from, v_to);
    v_month := v_month + interval '1 month';
  end loop;
end
$$;

insert into parted.transactions select * from whole.transactions;
insert into parted.entries select * from whole.entries;

-- What has to be unique over all months has a table of its own: a partitioned table cannot have an index over all.
create table parted.transaction_keys (
  key_hash uuid not null, company_id uuid not null, id uuid not null
);
insert into parted.transaction_keys select key_hash, company_id, id from whole.transactions;

do $$
declare
  v_definition text;
begin
  for v_definition in
    select pg_get_indexdef(indexrelid) from pg_index
    where indrelid in ('public.transactions'::regclass, 'public.entries'::regclass)
  loop
    execute regexp_replace(v_definition, ' ON public\.', ' ON whole.');
    -- The key is looked up in its own table. Months have unique indexes only over what contains the month.
    if v_definition not like '%(key_hash%' then
      execute regexp_replace(
        case when v_definition like '%(company_id, id)' then v_definition
          else replace(v_definition, 'UNIQUE ', '') end,
        ' ON public\.', ' ON parted.');
    end if;
  end loop;
end
$$;
create unique index on parted.transaction_keys (key_hash, company_id) include (id)
