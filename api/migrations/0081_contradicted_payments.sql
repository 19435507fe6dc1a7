-- A network that takes back what it called paid, and one that calls a payment paid without a readable amount.
alter table payment_reviews
  drop constraint payment_reviews_kind_check,
  add constraint payment_reviews_kind_check check (
    kind in (
      'late_success', 'amount_differs', 'currency_differs', 'amount_unknown', 'account_inactive', 'unanswered',
      'contradicted'
    )
  );
