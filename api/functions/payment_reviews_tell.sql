-- Keeps on a payment what people decide about it. Whoever opens or decides a review has locked the payment before.
create or replace function payment_reviews_tell() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  v_platform text := app_enter_platform(array[new.company_id]);
  v_review text;
  v_reviewed text;
begin
  select r.kind into v_review from payment_reviews r
  where r.payment_id = new.payment_id and r.closed_at is null;
  select r.kind into v_reviewed from payment_reviews r
  where r.payment_id = new.payment_id and r.confirmed_by is not null
  order by r.closed_at desc nulls last limit 1;
  update payments p set review = v_review, reviewed = v_reviewed
  where p.id = new.payment_id and p.company_id = new.company_id
    and (p.review, p.reviewed) is distinct from (v_review, v_reviewed);
  perform set_config('app.platform', v_platform, true);
  return null;
end
$$;
revoke execute on function payment_reviews_tell from public;
