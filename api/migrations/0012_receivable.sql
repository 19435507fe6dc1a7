-- What a company owes the provider is the balance of its receivable account, at or below zero. The
-- account is created with the first advance.
alter table accounts
  drop constraint accounts_kind_check,
  add constraint accounts_kind_check
    check (kind in ('customer', 'clearing', 'fees', 'settlement', 'suspense', 'receivable')),
  add constraint accounts_receivable check (kind <> 'receivable' or balance <= 0);

alter table payment_reviews
  drop constraint payment_reviews_kind_check,
  add constraint payment_reviews_kind_check check (
    kind in ('late_success', 'amount_differs', 'currency_differs', 'account_inactive', 'unanswered')
  ),
  -- What the network reported in another currency; network_amount is in UGX only.
  add column foreign_amount bigint,
  add column foreign_currency text,
  -- What moved in UGX according to the person who proposes, where the network did not say it.
  add column proposed_amount bigint check (proposed_amount > 0);
select set_config('app.platform', 'on', true);
update payment_reviews set kind = 'currency_differs'
where kind = 'amount_differs' and network_amount is null and closed_at is null;
