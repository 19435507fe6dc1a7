-- The signed-in user stops payouts; see brake_trip.
create or replace function brake_trip_by_person(p_company uuid, p_reason text) returns uuid
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  return brake_trip(p_company, 'person', p_reason, '[]', app_user_id());
end
$$;
revoke execute on function brake_trip_by_person from public;
grant execute on function brake_trip_by_person to sente_app;
