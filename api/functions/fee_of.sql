-- The only place that computes a fee without taxes. A percentage is rounded half up to whole shillings;
-- minimum, maximum and band fees are whole shillings already. A company without a fee for settlements of
-- its own pays that of the platform.
create or replace function fee_of(p_company uuid, p_direction text, p_amount bigint, p_at timestamptz)
  returns bigint
  language plpgsql stable
  set search_path = public, pg_temp
as $$
declare
  v_rule fee_schedules%rowtype;
  v_fee bigint;
begin
  select f.* into v_rule from fee_schedules f
  where f.company_id = p_company and f.direction = p_direction and f.effective_from <= p_at
  order by f.effective_from desc limit 1;
  if not found then
    if p_direction = 'settlement' then
      return (select s.settlement_fee from platform_settings s);
    end if;
    return 0;
  end if;
  if v_rule.percent_hundredths is null then
    for i in 1..cardinality(v_rule.band_fees) loop
      if v_rule.band_ends[i] is null or p_amount <= v_rule.band_ends[i] then
        return v_rule.band_fees[i];
      end if;
    end loop;
    return 0;
  end if;
  v_fee := trunc((p_amount::numeric * v_rule.percent_hundredths + 500000) / 1000000) * 100;
  v_fee := greatest(v_fee, coalesce(v_rule.minimum, 0));
  return least(v_fee, coalesce(v_rule.maximum, v_fee));
end
$$;
