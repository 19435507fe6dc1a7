-- A case is found by the number that people tell each other.
create unique index reconciliation_cases_number_key on reconciliation_cases (number);
