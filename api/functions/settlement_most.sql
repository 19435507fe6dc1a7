-- The most whole shillings that a company can settle out of what is available, besides what it pays for that. The
-- search halves what is between an amount that fits and one that does not.
create or replace function settlement_most(p_company uuid, p_available bigint, p_at timestamptz) returns bigint
  language plpgsql stable
  set search_path = public, pg_temp
as $$
declare
  v_fits bigint := 0;
  v_over bigint := greatest(p_available / 100, 0) + 1;
  v_middle bigint;
begin
  while v_over - v_fits > 1 loop
    v_middle := (v_fits + v_over) / 2;
    if v_middle * 100 + (charge_of(p_company, 'settlement', v_middle * 100, p_at)).fee <= p_available then
      v_fits := v_middle;
    else
      v_over := v_middle;
    end if;
  end loop;
  return v_fits * 100;
end
$$;
