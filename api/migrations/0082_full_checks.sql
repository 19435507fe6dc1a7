-- When a check last looked at all signed days, and not only at the last ones, as of each check.
alter table ledger_checks add column full_at timestamptz;

-- Whether a movement of the bank was booked as a transfer of float.
create index transactions_float_idx on transactions (reference) where kind = 'float';
