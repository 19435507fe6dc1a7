-- Whether the provider, for its staff, or the company, for its people, asks this person for a second
-- factor.
create or replace function factor_required(p_user_id uuid) returns boolean
  language plpgsql stable
  set search_path = public, pg_temp
as $$
begin
  return coalesce(
    (
      select
        case
          when u.is_staff and (u.company_id is null or c.is_head_office)
            then (select s.staff_need_factor from platform_settings s)
          else c.people_need_factor
        end
      from users u left join companies c on c.id = u.company_id
      where u.id = p_user_id
    ),
    false
  );
end
$$;
revoke execute on function factor_required from public;
grant execute on function factor_required to sente_app;
