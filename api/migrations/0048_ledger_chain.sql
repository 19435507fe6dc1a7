-- Movements are chained by hash. A completed transaction's hash covers its legs with the balances after them,
-- and for each of its accounts the hash of the transaction before: whoever knows an account's last hash can
-- prove later that nothing before it was changed, removed or inserted.
alter table transactions add column chain_hash bytea;

-- The hash of the account's last transaction. Null until the first one that is chained.
alter table accounts add column chain_hash bytea;
-- The number of the entry after which the chain begins. Money that moved before stays as it is.
alter table accounts add column chain_from bigint not null default 0;
select set_config('app.platform', 'on', true);
update accounts set chain_from = entry_count where entry_count > 0;

-- Its signature changes.
drop function if exists ledger_owe;
