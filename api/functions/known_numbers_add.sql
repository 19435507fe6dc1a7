-- In one order, so that two transactions with the same new numbers do not wait for each other. The conflict
-- finds known ones by the key: an anti join planned while the table was empty would scan it ever after.
create or replace function known_numbers_add() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  insert into known_numbers (company_id, phone_number)
  select distinct company_id, phone_number from added
  order by phone_number, company_id
  on conflict do nothing;
  return null;
end
$$;
