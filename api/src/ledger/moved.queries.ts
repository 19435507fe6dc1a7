/** What of a fee is tax, of a row with the columns: a levy that is more is paid by the provider. */
export const taxIn = (row: string): string => `least(${row}.vat + ${row}.levy, ${row}.fee)`;

/**
 * What the entries of a transaction moved, as `m`, on the account of a transaction or payment. The tax is what of the
 * fee is tax, as for taxIn.
 */
export function movedJoin(row: string, transactionId: string): string {
  return `left join lateral (
    select s.entries, s.net, s.fee, least(abs(coalesce(s.tax, 0)), abs(s.fee)) * sign(s.fee) as tax
    from (
      select count(*) as entries, sum(e.amount) filter (where e.account_id = ${row}.account_id) as net,
        sum(e.amount) filter (where s.kind in ('fees', 'vat', 'levy')) as fee,
        sum(e.amount) filter (where s.kind in ('vat', 'levy')) as tax
      from entries e join accounts s on s.id = e.account_id
      where e.transaction_id = ${transactionId} and e.company_id = ${row}.company_id
    ) s
  ) m on true`;
}

/** A fee that takes everything leaves the account without an entry. */
export const netColumn = 'case when m.entries > 0 then coalesce(m.net, 0) end as net';

/**
 * Fee, the tax in it and net of a transaction `t` from its entries; the fee of a pending one from the payment `p`
 * that it belongs to, or from what a settlement holds. Nothing is charged for a failed one.
 */
export const movedColumns = `
  case t.status
    when 'completed' then coalesce(m.fee, 0)
    when 'pending' then coalesce(p.fee, case t.kind when 'settlement' then t.held - t.amount end, 0)
    else 0
  end as fee,
  case t.status
    when 'completed' then coalesce(m.tax, 0)
    when 'pending' then coalesce(${taxIn('p')}, case t.kind when 'settlement' then (
      select ${taxIn('s')} from settlements s where s.transaction_id = t.id
    ) end, 0)
    else 0
  end as tax,
  ${netColumn}`;

/** The payment `p` of a transaction `t`, or `f` of one that failed and was booked in another transaction since. */
export const movedJoins = `
  left join lateral (
    select * from payments p where p.transaction_id = t.id limit 1
  ) p on true
  left join lateral (
    select f.id, f.phone_number, f.network from payments f
    where t.status = 'failed' and p.id is null and f.failed_transaction_id = t.id limit 1
  ) f on true ${movedJoin('t', 't.id')}`;

export const networkColumn = 'coalesce(p.network, f.network) as network';

/** Of both. */
export const payerColumns = `coalesce(p.id, f.id) as payment_id,
  coalesce(p.phone_number, f.phone_number) as phone_number, ${networkColumn}`;
