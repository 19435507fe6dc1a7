/** Each invariant of the chain of hashes (api/functions/ledger_link.sql) with a query that finds what violates it. */
export const chainInvariants: Readonly<Record<string, string>> = {
  // The previous hash of a leg is that of the transaction of the account's entry before.
  'the movements match their chain of hashes': `
    select t.id
    from (
      select l.company_id, l.transaction_id,
        string_agg(ledger_leg(l.account_id, l.number, l.amount, l.balance_after, l.previous), ''
          order by l.account_id <> t.account_id, l.account_id) as legs
      from (
        select e.*,
          case when e.number = a.chain_from + 1
            then ledger_opening(e.company_id, e.account_id, a.chain_from, e.balance_after - e.amount)
            else p.chain_hash end as previous
        from entries e
        join accounts a on a.id = e.account_id and e.number > a.chain_from
        left join entries b
          on b.company_id = e.company_id and b.account_id = e.account_id and b.number = e.number - 1
        left join transactions p on p.company_id = b.company_id and p.id = b.transaction_id
      ) l
      join transactions t on t.company_id = l.company_id and t.id = l.transaction_id
      group by 1, 2
    ) l
    join transactions t on t.company_id = l.company_id and t.id = l.transaction_id
    where t.chain_hash is distinct from ledger_link(t.company_id, t.id, t.finished_at, t.type, t.amount,
      t.kind, t.reference, t.description, l.legs)`,

  'the hash of every account is that of its last movement': `
    select a.id
    from accounts a
    left join entries e
      on e.company_id = a.company_id and e.account_id = a.id and e.number = a.entry_count
        and e.number > a.chain_from
    left join transactions t on t.company_id = e.company_id and t.id = e.transaction_id
    where a.chain_hash is distinct from t.chain_hash or a.chain_from > a.entry_count`,
};
