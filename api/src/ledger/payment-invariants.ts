/** Invariants between payments, their vouchers and the ledger; each query finds violations. */
export const paymentInvariants: Readonly<Record<string, string>> = {
  'a used voucher was paid for, and a reserved one is being sold': `
    select c.id
    from product_codes c
    left join payments p on p.company_id = c.company_id and p.id = c.payment_id
    where c.state in ('reserved', 'used')
      and (
        p.product_code_id is distinct from c.id or p.product_id is distinct from c.product_id
        or case c.state
          when 'used' then p.status <> 'SUCCESS'
          else p.status not in ('PENDING', 'PROCESSING')
        end
      )`,

  'vouchers are counted as they are': `
    select coalesce(c.product_id, n.product_id)
    from (
      select company_id, product_id, batch_id, state, count(*) as count
      from product_codes group by company_id, product_id, batch_id, state
    ) c
    full join (
      select company_id, product_id,
        nullif(batch_id, '00000000-0000-0000-0000-000000000000') as batch_id, state, sum(count) as count
      from voucher_counts group by company_id, product_id, batch_id, state having sum(count) <> 0
    ) n on (c.company_id, c.product_id, c.state) = (n.company_id, n.product_id, n.state)
      and coalesce(c.batch_id, c.product_id) = coalesce(n.batch_id, n.product_id)
    where c.count is distinct from n.count`,

  'the voucher of a payment is its own': `
    select p.id
    from payments p
    left join product_codes c on c.company_id = p.company_id and c.id = p.product_code_id
    where p.product_code_id is not null and c.payment_id is distinct from p.id`,

  'every voucher is of a product': `
    select c.id
    from (select distinct company_id, product_id as id from product_codes) c
    left join internet_products p on p.company_id = c.company_id and p.id = c.id
    where p.id is null`,

  'every voucher of a batch is of a batch of its company': `
    select c.id
    from (select distinct company_id, batch_id as id from product_codes where batch_id is not null) c
    left join voucher_batches b on b.company_id = c.company_id and b.id = c.id
    where b.id is null`,

  // Those from before there were rules have nothing to compare with.
  'a payout that was released has the approvals that it needs': `
    select p.id
    from payments p
    where p.direction = 'payout' and p.approval is not null and not p.awaits_approval
      and coalesce(p.decision, 'approved') = 'approved'
      and not payout_is_approved(p.company_id, p.id, p.approval, p.requested_by, p.is_at_once)`,

  // As the rates said, whatever the fee.
  'the taxes of what was paid are booked whole, on accounts of their own': `
    select coalesce(o.transaction_id, e.transaction_id)
    from (
      select company_id, transaction_id, vat, levy from payments
      where status = 'SUCCESS' and (vat, levy) <> (0, 0) and not is_before_ledger
      union all
      select company_id, transaction_id, vat, levy from settlements
      where paid_at is not null and (vat, levy) <> (0, 0)
    ) o
    full join (
      select e.company_id, e.transaction_id,
        coalesce(sum(e.amount) filter (where a.kind = 'vat'), 0) as vat,
        coalesce(sum(e.amount) filter (where a.kind = 'levy'), 0) as levy
      from accounts a
      join entries e on e.company_id = a.company_id and e.account_id = a.id
      join transactions t on t.company_id = e.company_id and t.id = e.transaction_id
      where a.kind in ('vat', 'levy') and t.reversal_of is null
      group by 1, 2
    ) e using (company_id, transaction_id)
    where (o.vat, o.levy) is distinct from (e.vat, e.levy)`,

  // Imported history has its own bookkeeping.
  'a payment is in the ledger from its request on, as its state says, once': `
    select p.id
    from payments p
    left join transactions t on t.company_id = p.company_id and t.id = p.transaction_id
    where p.origin <> 'import'
      and (
        t.status::text is distinct from
          (case p.status when 'SUCCESS' then 'completed' when 'FAILED' then 'failed' else 'pending' end)
        or t.amount <> p.amount or t.account_id <> p.account_id
      )
    union all
    select min(id::text)::uuid from payments where transaction_id is not null
    group by company_id, transaction_id having count(*) > 1`,

  'every successful payment is booked, unless an earlier system booked it': `
    select p.id
    from payments p
    left join transactions t on t.company_id = p.company_id and t.id = p.transaction_id
    where p.status = 'SUCCESS' and not p.is_before_ledger and t.status is distinct from 'completed'`,

  // The key contains the payment or its review; booking either twice would create money.
  'what is pending or booked for a payment is what the payment names': `
    select t.id
    from transactions t
    left join payments p on p.company_id = t.company_id and p.transaction_id = t.id
    where t.status <> 'failed' and t.key ~ '^(collection|payout|review):' and p.id is null`,

  'a payout holds its amount and fee until it is over, and a collection holds nothing': `
    select p.id
    from payments p
    join transactions t on t.company_id = p.company_id and t.id = p.transaction_id
    where p.origin <> 'import' and t.status = 'pending'
      and t.held <> (case p.direction when 'payout' then p.amount + p.fee else 0 end)`,

  // A payment without its row would never end, and one that ended would be sent again.
  'a payment is in the queue exactly while it is open': `
    select coalesce(p.id, o.payment_id)
    from (select id, company_id, network from payments where status in ('PENDING', 'PROCESSING')) p
    full join open_payments o on o.payment_id = p.id
    where (o.company_id, o.network) is distinct from (p.company_id, p.network)`,

  'money is in suspense until it is released, and then on the account of its owner': `
    select d.id
    from suspense_decisions d
    left join suspense_decisions r
      on r.payment_key = d.payment_key and r.kind = 'release' and r.state = 'confirmed'
    left join transactions t on t.id = d.transaction_id
    where d.state = 'confirmed'
      and (
        t.status is distinct from 'completed' or t.amount <> d.amount
        or (t.type = 'credit') <> (d.direction = 'collection')
        or (d.kind = 'release' and t.account_id <> d.account_id)
        or exists (
          select from transactions o
          where o.reversal_of = t.id and o.company_id = t.company_id and o.status <> 'failed'
        ) <> (d.kind = 'book' and r.id is not null)
      )`,

  'money in suspense is of a booking that two people confirmed': `
    select t.id
    from transactions t
    where t.kind = 'suspense' and t.status = 'completed'
      and not exists (
        select from transactions o
        where o.reversal_of = t.id and o.company_id = t.company_id and o.status <> 'failed'
      )
      and not exists (
        select from suspense_decisions d
        where d.transaction_id = t.id and d.kind = 'book' and d.state = 'confirmed'
      )
      and not exists (
        select from reconciliation_bookings b join reconciliation_cases c on c.id = b.case_id
        where b.transaction_id = t.id and c.action = 'suspense'
      )`,
};
