/** Invariants between settlements, the provider's float and the ledger; each query finds violations. */
export const settlementInvariants: Readonly<Record<string, string>> = {
  'a settlement is in the ledger as its state says, and holds amount and fee until it ends': `
    select s.id
    from settlements s
    left join transactions t on t.company_id = s.company_id and t.id = s.transaction_id
    left join transactions r
      on r.company_id = t.company_id and r.reversal_of = t.id and r.status <> 'failed'
    where t.kind is distinct from 'settlement' or t.amount <> s.amount or t.account_id <> s.account_id
      or t.status::text <> (
        case when s.paid_at is not null then 'completed'
          when s.state in ('returned', 'cancelled') then 'failed' else 'pending' end
      )
      or (t.status = 'pending' and t.held <> s.amount + s.fee)
      or (r.id is not null) <> (s.state = 'returned' and s.paid_at is not null)`,

  'money that left by a settlement is of one that a second person approved': `
    select t.id
    from transactions t
    left join settlements s on s.company_id = t.company_id and s.transaction_id = t.id
    left join settlement_batches b on b.id = s.batch_id and b.state = 'approved'
    where t.kind = 'settlement' and (s.id is null or (t.status = 'completed' and b.id is null))`,

  'what the bank returned without having paid it was freed by a second person': `
    select s.id from settlements s
    where s.state = 'returned' and s.paid_at is null and not exists (
      select from approvals a
      where a.kind = 'settlement-return' and a.subject = s.id::text and a.state = 'approved'
    )`,

  'a batch has the settlements that it was approved with': `
    select b.id
    from settlement_batches b
    left join (
      select batch_id, count(*) as count, sum(amount) as amount from settlements group by 1
    ) s on s.batch_id = b.id
    where b.state <> 'refused' and (b.count, b.amount) is distinct from (s.count, s.amount)
      or b.state = 'refused' and s.batch_id is not null`,

  'float moves between the bank and a network, in the books of the provider': `
    select t.id
    from transactions t
    left join companies c on c.id = t.company_id and c.is_head_office
    left join lateral (
      select count(*) as legs, count(*) filter (where a.kind in ('clearing', 'settlement')) as known
      from entries e join accounts a on a.id = e.account_id
      where e.company_id = t.company_id and e.transaction_id = t.id
    ) e on true
    where t.kind = 'float' and t.status = 'completed' and t.reversal_of is null
      and (c.id is null or (e.legs, e.known) <> (2, 2))`,
};
