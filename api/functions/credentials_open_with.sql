-- Whether the credentials of all companies can be decrypted with these keys.
create or replace function credentials_open_with(p_key_names text[]) returns boolean
  language sql stable
  set search_path = public, pg_temp
as $$
  select coalesce(cardinality(p_key_names), 0) > 0 and array_position(p_key_names, null) is null
    and not exists (select from company_credentials c where c.key_name <> all (p_key_names))
$$;
revoke execute on function credentials_open_with from public;
