-- Uganda has one time zone and no daylight saving. A fixed offset takes half the time of a zone name.
create or replace function kampala_day(p_at timestamptz) returns date
  language sql immutable parallel safe
  return (p_at at time zone interval '3 hours')::date;
