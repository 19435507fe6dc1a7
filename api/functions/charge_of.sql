-- What a company pays for a payment or a settlement, and what of it is tax. The fee is what fee_of says and
-- the taxes that come on top of it; the others are part of it. VAT is of the fee without the levy, the levy is
-- of the amount. Each is rounded half up to whole shillings by itself, and the provider keeps the rest. Taxes
-- never take more than the fee, and the fee not more than `p_most`.
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
      vat := trunc(
        (v_own::numeric * v_rate.basis_points
          / (10000 + case when v_rate.is_on_top then 0 else v_rate.basis_points end) + 50) / 100
      ) * 100;
      fee := fee + case when v_rate.is_on_top then vat else 0 end;
    else
      levy := trunc((p_amount::numeric * v_rate.basis_points + 500000) / 1000000) * 100;
      fee := fee + case when v_rate.is_on_top then levy else 0 end;
    end if;
  end loop;
  fee := least(fee, p_most);
  vat := least(vat, fee);
  levy := least(levy, fee - vat);
end
$$;
