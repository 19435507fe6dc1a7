-- When a check last looked at all signed days, and not only at the last ones, as of each check.
alter table ledger_checks add column full_at timestamptz;

-- Whether a movement of the bank was booked as a transfer of float.
create index transactions_float_idx on transactions (reference) where kind = 'float';

-- Which earlier day a transaction corrects, where it does not take back one of that day: the day of a case of the
-- reconciliation. Nothing is booked into that day itself, which may be closed.
select set_config('app.platform', 'on', true);

create table corrected_days (
  company_id uuid not null,
  transaction_id uuid not null,
  day date not null,
  primary key (company_id, transaction_id),
  foreign key (company_id, transaction_id) references transactions (company_id, id)
);
alter table corrected_days enable row level security;
alter table corrected_days force row level security;
create policy corrected_days_platform on corrected_days
  using ((select app_is_platform())) with check ((select app_is_platform()));
create policy corrected_days_read on corrected_days for select
  using (company_id = (select app_company_id()));
grant select, insert on corrected_days to sente_app;

insert into corrected_days (company_id, transaction_id, day)
select t.company_id, t.id, c.day
from reconciliation_bookings b
join reconciliation_cases c on c.id = b.case_id
join transactions t on t.company_id = b.company_id and t.id = b.transaction_id
where b.case_id is not null and c.state = 'settled' and t.key like '%case:' || c.id || '%'
  and kampala_day(t.finished_at) <> c.day
on conflict do nothing;

-- That each line has its file is looked at once for a statement, not for each row, which was a fifth of what a line of an
-- import took; files are never deleted. Filled in by api/functions/statement_lines_have_files.sql.
alter table statement_lines drop constraint statement_lines_file_id_fkey;
create function statement_lines_have_files() returns trigger
  language plpgsql as $$ begin return null; end $$;
create trigger statement_lines_have_files after insert on statement_lines
  referencing new table as inserted for each statement execute function statement_lines_have_files();
create trigger statement_files_stay before delete or truncate or update of id on statement_files
  for each statement execute function refuse_change();
