import { leftOutKinds } from './left-out.ts';

const sums =
  'sum(count) as count, sum(amount) as amount, sum(fees) as fees, sum(left_out) as left_out';
const figures = '(f.count, f.amount, f.fees, f.left_out)';
const keys = 'company_id, day, direction, network, product_id, status, reason_code';

/** What the reports are made of, with the queries that find the rows that violate it. */
export const reportInvariants: Readonly<Record<string, string>> = {
  'the figures by kind equal the transactions': `
    select coalesce(f.company_id, t.company_id)
    from (select * from kind_day_figures where (count, amount, left_out) <> (0, 0, 0)) f
    full join (
      select t.company_id, kampala_day(t.created_at) as day, t.kind, t.type, t.status, count(*) as count,
        coalesce(sum(t.amount) filter (where t.is_business and r.id is null), 0) as amount,
        count(*) filter (where not t.is_business or r.id is not null) as left_out
      from (
        select *, reversal_of is null and kind not in (${leftOutKinds}) as is_business
        from transactions
      ) t
      left join transactions r
        on r.company_id = t.company_id and r.reversal_of = t.id and r.status <> 'failed'
      group by 1, 2, 3, 4, 5
    ) t using (company_id, day, kind, type, status)
    where (f.count, f.amount, f.left_out) is distinct from (t.count, t.amount, t.left_out)`,

  'the fees by kind and day equal the entries of the fee accounts': `
    select coalesce(f.company_id, e.company_id)
    from (select company_id, day, kind, type, fees from kind_day_figures where fees <> 0) f
    full join (
      select o.company_id, kampala_day(o.created_at) as day, o.kind, o.type, sum(e.amount) as fees
      from accounts a
      join entries e on e.company_id = a.company_id and e.account_id = a.id
      join transactions t on t.company_id = e.company_id and t.id = e.transaction_id
      join transactions o on o.company_id = t.company_id and o.id = coalesce(t.reversal_of, t.id)
      where a.kind in ('fees', 'vat', 'levy')
      group by 1, 2, 3, 4 having sum(e.amount) <> 0
    ) e using (company_id, day, kind, type)
    where f.fees is distinct from e.fees`,

  'the hourly figures of the platform equal the daily ones of the companies': `
    select null::uuid
    from (
      select kampala_day(hour) as day, kind, type, status, ${sums} from platform_hour_figures group by 1, 2, 3, 4
    ) f
    full join (select day, kind, type, status, ${sums} from kind_day_figures group by 1, 2, 3, 4) d
      using (day, kind, type, status)
    where ${figures} is distinct from (d.count, d.amount, d.fees, d.left_out)`,

  'the figures of payments equal the payments that have ended': `
    select coalesce(f.company_id, p.company_id)
    from (
      select ${keys}, ${sums} from payment_day_figures group by ${keys}
      having (sum(count), sum(amount), sum(fees), sum(left_out)) <> (0, 0, 0, 0)
    ) f
    full join (
      select p.company_id, kampala_day(p.created_at) as day, p.direction, p.network,
        coalesce(p.product_id, '00000000-0000-0000-0000-000000000000') as product_id, p.status,
        case p.status when 'FAILED' then left(coalesce(p.reason_code, ''), 60) else '' end as reason_code,
        count(*) as count, coalesce(sum(p.amount) filter (where r.id is null), 0) as amount,
        coalesce(sum(p.fee) filter (where r.id is null and p.status = 'SUCCESS'), 0) as fees,
        count(r.id) as left_out
      from payments p
      left join transactions r
        on r.company_id = p.company_id and r.reversal_of = p.transaction_id and r.status <> 'failed'
      where p.status in ('SUCCESS', 'FAILED')
      group by 1, 2, 3, 4, 5, 6, 7
    ) p using (${keys})
    where ${figures} is distinct from (p.count, p.amount, p.fees, p.left_out)`,

  'the figures of payments on the platform equal those of the companies': `
    select null::uuid
    from (
      select day, direction, network, status, reason_code, ${sums}
      from platform_payment_figures group by 1, 2, 3, 4, 5
    ) f
    full join (
      select day, direction, network, status, reason_code, ${sums}
      from payment_day_figures group by 1, 2, 3, 4, 5
    ) d using (day, direction, network, status, reason_code)
    where ${figures} is distinct from (d.count, d.amount, d.fees, d.left_out)`,
};
