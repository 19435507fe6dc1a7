-- Statements of the provider's bank are matched as those of the networks are: the place BANK, whose books are the
-- settlement accounts.
alter table statement_files drop constraint statement_files_network_check;
alter table statement_files add constraint statement_files_network_check
  check (network in ('MTN', 'AIRTEL', 'BANK'));
alter table statement_lines drop constraint statement_lines_network_check;
alter table statement_lines add constraint statement_lines_network_check
  check (network in ('MTN', 'AIRTEL', 'BANK'));
alter table reconciliation_cases drop constraint reconciliation_cases_network_check;
alter table reconciliation_cases add constraint reconciliation_cases_network_check
  check (network in ('MTN', 'AIRTEL', 'BANK'));

-- A transfer of float is at a network and at the bank.
alter table reconciliation_bookings drop constraint reconciliation_bookings_pkey;
alter table reconciliation_bookings add primary key (transaction_id, network);
drop index reconciliation_cases_transaction_key;
create unique index reconciliation_cases_transaction_key on reconciliation_cases (transaction_id, network)
  where state = 'open' and transaction_id is not null;
create index reconciliation_cases_settled_line_idx on reconciliation_cases (line_id) where state = 'settled';
-- Of a settlement: the bank writes it into the text of its line.
alter table reconciliation_bookings add column our_reference text;
alter table reconciliation_bookings drop constraint reconciliation_bookings_how_check;
alter table reconciliation_bookings add constraint reconciliation_bookings_how_check
  check (how in ('reference', 'order', 'phone', 'transfer', 'reversal', 'text', 'amount'));
