-- In one order, so that two transactions with the same new numbers do not wait for each other.
create or replace function known_numbers_add() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  insert into known_numbers (company_id, phone_number)
  select distinct a.company_id, a.phone_number from added a
  where not exists (
    select from known_numbers k
    where k.phone_number = a.phone_number collate "C" and k.company_id = a.company_id
  )
  order by a.phone_number, a.company_id
  on conflict do nothing;
  return null;
end
$$;
