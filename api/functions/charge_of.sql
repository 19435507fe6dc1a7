-- What a company pays for a payment or a settlement, and what the authority gets of it. The fee is what fee_of says
-- and the taxes that come on top of it; the others are part of it. VAT is of the fee without the levy, the levy
-- is of the amount. Each is what its rate says, rounded half up to whole shillings by itself. The provider keeps the
-- rest; if the levy is more than what the fee leaves, the rest is below zero and the provider pays it. The fee is not
-- more than `p_most`, and VAT is then of what is charged.
create or replace function charge_of(
  p_company uuid,
  p_direction text,
  p_amount bigint,
  p_at timestamptz,
  p_most bigint default null,
  out fee bigint,
  out vat bigint,
  out levy bigint
)
  language plpgsql stable
  set search_path = public, pg_temp
as $$
declare
  v_own bigint := fee_of(p_company, p_direction, p_amount, p_at);
  v_rate tax_rates;
  v_vat_points integer := 0;
  v_levy_on_top bigint := 0;
begin
  fee := v_own;
  vat := 0;
  levy := 0;
  for v_rate in
    select distinct on (t.tax) t.* from tax_rates t
    where t.direction = p_direction and t.effective_from <= p_at
    order by t.tax desc, t.effective_from desc
  loop
    if v_rate.tax = 'vat' then
      v_vat_points := v_rate.basis_points;
      vat := trunc(
        (v_own::numeric * v_rate.basis_points
          / (10000 + case when v_rate.is_on_top then 0 else v_rate.basis_points end) + 50) / 100
      ) * 100;
      fee := fee + case when v_rate.is_on_top then vat else 0 end;
    else
      levy := trunc((p_amount::numeric * v_rate.basis_points + 500000) / 1000000) * 100;
      v_levy_on_top := case when v_rate.is_on_top then levy else 0 end;
      fee := fee + v_levy_on_top;
    end if;
  end loop;
  if fee > p_most then
    fee := p_most;
    vat := trunc(
      (greatest(fee - v_levy_on_top, 0)::numeric * v_vat_points / (10000 + v_vat_points) + 50) / 100
    ) * 100;
  end if;
end
$$;
