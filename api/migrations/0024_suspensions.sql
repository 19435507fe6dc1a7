-- Staff suspend a company or freeze an account: no new payment is accepted, and what is under way ends.
alter table companies add column suspended_at timestamptz;
alter table companies add column suspension_reason text check (length(suspension_reason) <= 200);
alter table companies add check ((suspended_at is null) = (suspension_reason is null));
alter table accounts add column frozen_at timestamptz;
alter table accounts add column freeze_reason text check (length(freeze_reason) <= 200);
alter table accounts add check ((frozen_at is null) = (freeze_reason is null));
grant update (frozen_at, freeze_reason) on accounts to sente_app;
