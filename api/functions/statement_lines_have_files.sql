-- Trigger function: the file of each line is there.
create or replace function statement_lines_have_files() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if exists (
    select from (select distinct file_id from inserted) i
    where not exists (select from statement_files f where f.id = i.file_id)
  ) then
    raise exception 'a line of a statement has no file' using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$;
revoke execute on function statement_lines_have_files from public;
