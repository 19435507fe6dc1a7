-- Whoever asked for it has seen that some of its lines are in an earlier one, and wants them paid again.
alter table bulk_payouts add column pays_doubled boolean not null default false;
