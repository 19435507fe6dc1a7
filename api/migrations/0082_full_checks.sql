-- When a check last looked at all signed days, and not only at the last ones, as of each check.
alter table ledger_checks add column full_at timestamptz;
