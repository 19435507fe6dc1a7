-- Statements that two people withdraw, because they are of another place or wallet, and days that two people close.
select set_config('app.platform', 'on', true);

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in (
    'deposit', 'reversal', 'staff-role', 'fee', 'tax', 'limit', 'brake', 'payout-rule', 'factor-reset',
    'case', 'cases', 'bank-account', 'settlement-batch', 'settlement-return', 'float', 'statement', 'day'
  ));

-- The request says who withdrew it and why.
alter table statement_files add column withdrawal_id uuid references approvals (id);
alter table statement_files add column withdrawn_at timestamptz;
alter table statement_files drop constraint statement_files_state_check;
alter table statement_files add constraint statement_files_state_check
  check (state in ('importing', 'done', 'failed', 'withdrawn'));
alter table statement_files drop constraint statement_files_check1;
alter table statement_files add constraint statement_files_problem_check
  check (state = 'withdrawn' or (state = 'failed') = (problem is not null));
alter table statement_files add constraint statement_files_withdrawal_check
  check ((state = 'withdrawn') = (withdrawal_id is not null) and (state = 'withdrawn') = (withdrawn_at is not null));
-- The same content may come again.
alter table statement_files drop constraint statement_files_network_checksum_key;
create unique index statement_files_checksum_key on statement_files (network, checksum) where state <> 'withdrawn';
create index statement_files_content_idx on statement_files (checksum, network);

-- A line never changes; only whether it counts does, once.
alter table statement_lines add column is_withdrawn boolean not null default false;
alter table statement_lines drop constraint statement_lines_network_line_key_key;
create unique index statement_lines_key on statement_lines (network, line_key) where not is_withdrawn;
drop trigger statement_lines_append_only on statement_lines;
create trigger statement_lines_append_only before delete or truncate on statement_lines
  for each statement execute function refuse_change();
create trigger statement_lines_kept before update of id, network, file_id, line_number, line_key, reference, order_id,
  phone, at, direction, amount, fee, balance_after, kind, status, text on statement_lines
  for each statement execute function refuse_change();
create trigger statement_lines_stay_withdrawn before update of is_withdrawn on statement_lines
  for each row when (old.is_withdrawn) execute function refuse_change();
grant update (is_withdrawn) on statement_lines to sente_app;
grant delete on reconciliation_lines, reconciliation_balances to sente_app;

-- Which file has lines that an earlier one told first: that one stays as long as it does.
create table statement_repeats (
  file_id uuid not null references statement_files (id),
  of_file_id uuid not null references statement_files (id),
  primary key (of_file_id, file_id)
);
-- Of what is there already it is not known, so a common time is enough.
insert into statement_repeats (file_id, of_file_id)
select f.id, o.id from statement_files f join statement_files o on o.network = f.network
  and (o.begun_at, o.id) < (f.begun_at, f.id) and o.first_at <= f.last_at and o.last_at >= f.first_at
where f.known_lines > 0;
alter table statement_repeats enable row level security;
alter table statement_repeats force row level security;
create policy statement_repeats_platform on statement_repeats
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert, delete on statement_repeats to sente_app;

-- A case that ended because its statement was withdrawn.
alter table reconciliation_cases drop constraint reconciliation_cases_settled_by_check;
alter table reconciliation_cases add constraint reconciliation_cases_settled_by_check
  check (settled_by in ('people', 'server', 'withdrawal'));
alter table reconciliation_cases add column withdrawn_with uuid references statement_files (id);
alter table reconciliation_cases add constraint reconciliation_cases_withdrawn_check
  check ((settled_by is not distinct from 'withdrawal') = (withdrawn_with is not null));

-- Who asked for it is in closed_by, who approved it in the request; null for days that one person closed.
alter table closed_days add column approval_id uuid references approvals (id);

-- Who proposed and who approved is told by both cases of a pair.
create index approvals_other_case_idx on approvals ((details ->> 'otherCaseId')) where details ? 'otherCaseId';

-- What explained a float that was told by call: the clearing accounts, what is taken as given, what one side had and the
-- other had not, and open cases. Hundredths of UGX; null for what was kept before.
alter table float_calls add column ledger bigint;
alter table float_calls add column opening bigint;
alter table float_calls add column not_booked bigint;
alter table float_calls add column open_cases bigint;

-- Who took the file of a batch to the bank first: before that, nothing of it is there.
alter table settlement_batches add column fetched_at timestamptz;
alter table settlement_batches add column fetched_by uuid references users (id);
alter table settlement_batches disable trigger user;
update settlement_batches b set fetched_at = l.at, fetched_by = l.actor_id
from (
  select distinct on (details ->> 'batch') details ->> 'batch' as batch, at, actor_id from audit_log
  where action = 'settlementBatches.file' and result = 'done' order by details ->> 'batch', at
) l
where l.batch = b.id::text and b.state = 'approved';
-- What the bank has paid or sent back was there.
update settlement_batches b set fetched_at = b.approved_at
where b.fetched_at is null and b.state = 'approved'
  and exists (select from settlements s where s.batch_id = b.id and s.state in ('paid', 'returned'));
alter table settlement_batches enable trigger user;
-- With each settlement as well: companies do not see batches.
alter table settlements add column at_bank_since timestamptz;
alter table settlements disable trigger user;
update settlements s set at_bank_since = b.fetched_at from settlement_batches b
where b.id = s.batch_id and b.fetched_at is not null;
alter table settlements enable trigger user;
grant update (fetched_at, fetched_by) on settlement_batches to sente_app;
grant update (at_bank_since) on settlements to sente_app;
