import type { Db } from '../db/database.ts';
import { auditInvariants } from '../security/audit-chain.ts';
import { chainInvariants } from './chain-invariants.ts';
import { leftOutKinds } from './left-out.ts';
import { paymentInvariants } from './payment-invariants.ts';
import { reportInvariants } from './report-invariants.ts';
import { settlementInvariants } from './settlement-invariants.ts';

export interface Violation {
  readonly invariant: string;
  readonly count: number;
  /** One violating row as a starting point. */
  readonly example: string;
}

const figureSums =
  'sum(count) as count, sum(amount) as amount, sum(moved) as moved, sum(left_out) as left_out';

/** Each invariant with a query that finds the rows that violate it. */
const invariants: Readonly<Record<string, string>> = {
  'the entries of every transaction sum to zero, and it has some exactly when it is completed': `
    select coalesce(t.id, e.transaction_id)
    from (select company_id, id from transactions where status = 'completed') t
    full join (
      select company_id, transaction_id, sum(amount) as sum from entries group by 1, 2
    ) e on e.company_id = t.company_id and e.transaction_id = t.id
    where t.id is null or e.sum is distinct from 0`,

  'the running balances of every account form an unbroken chain': `
    select e.account_id
    from entries e
    left join entries previous
      on previous.company_id = e.company_id and previous.account_id = e.account_id
        and previous.number = e.number - 1
    where e.balance_after - e.amount <> coalesce(previous.balance_after, 0)`,

  'every balance equals its entries, which are numbered without gaps': `
    select coalesce(a.id, e.account_id)
    from accounts a
    full join (
      select company_id, account_id, sum(amount) as balance, count(*) as entries,
        min(number) as first, max(number) as last
      from entries group by 1, 2
    ) e on e.company_id = a.company_id and e.account_id = a.id
    where a.id is null or a.balance <> coalesce(e.balance, 0)
      or a.entry_count <> coalesce(e.entries, 0) or e.first <> 1 or e.last <> e.entries`,

  'no customer account is below its floor': `
    select id from accounts where kind = 'customer' and balance - held < floor`,

  'what is held equals what is pending': `
    select a.id
    from accounts a
    left join (
      select company_id, account_id, sum(held) as held from transactions
      where status = 'pending' group by 1, 2
    ) t on t.company_id = a.company_id and t.account_id = a.id
    where a.held <> coalesce(t.held, 0)`,

  'a reversal takes back one whole completed transaction, once': `
    select r.id
    from transactions r
    left join transactions t on t.company_id = r.company_id and t.id = r.reversal_of
    where r.reversal_of is not null and r.status <> 'failed'
      and (
        t.status is distinct from 'completed' or t.amount <> r.amount or t.type = r.type
        or exists (
          select from transactions o
          where o.company_id = r.company_id and o.reversal_of = r.reversal_of and o.id <> r.id
            and o.status <> 'failed'
        )
      )`,

  'every company sums to zero': `
    select company_id from accounts group by company_id having sum(balance) <> 0`,

  'nobody owes less than nothing': `
    select id from accounts where kind = 'receivable' and balance > 0`,

  'what a company owes equals its advances less its repayments': `
    select coalesce(a.company_id, t.company_id)
    from (
      select company_id, sum(balance) as balance from accounts where kind = 'receivable' group by 1
    ) a
    full join (
      select company_id, sum(case kind when 'advance' then -amount else amount end) as balance
      from transactions where status = 'completed' and kind in ('advance', 'repayment') group by 1
    ) t using (company_id)
    where coalesce(a.balance, 0) <> coalesce(t.balance, 0)`,

  'an advance precedes a debit and a repayment follows a credit, between account and receivable': `
    select t.id
    from transactions t
    left join transactions cause
      on cause.company_id = t.company_id and cause.id = split_part(t.key, ':', 2)::uuid
    left join entries e on e.company_id = t.company_id and e.transaction_id = t.id
      and e.account_id = t.account_id
    left join entries c on c.company_id = t.company_id and c.account_id = t.account_id
      and c.number = e.number + (case t.kind when 'advance' then 1 else -1 end)
    left join entries r on r.company_id = t.company_id and r.transaction_id = t.id
      and r.account_id <> t.account_id
    left join accounts a on a.id = r.account_id
    where t.kind in ('advance', 'repayment')
      and (
        cause.status is distinct from 'completed' or c.transaction_id is distinct from cause.id
        or e.amount is distinct from (case t.kind when 'advance' then t.amount else -t.amount end)
        or sign(c.amount) is distinct from (case t.kind when 'advance' then -1 else 1 end)
        or a.kind is distinct from 'receivable'
      )`,

  'a transfer moves its amount from its account to another customer account, and nothing else': `
    select t.id
    from transactions t
    left join (
      select e.company_id, e.transaction_id, count(*) as legs,
        count(*) filter (where a.kind = 'customer' and a.company_id = e.company_id) as customers
      from entries e join accounts a on a.id = e.account_id group by 1, 2
    ) e on e.company_id = t.company_id and e.transaction_id = t.id
    left join entries own on own.company_id = t.company_id and own.transaction_id = t.id
      and own.account_id = t.account_id
    where t.kind = 'transfer' and t.reversal_of is null and t.status <> 'failed'
      and (
        t.status <> 'completed' or t.type <> 'debit' or own.amount is distinct from -t.amount
        or (e.legs, e.customers) is distinct from (2::bigint, 2::bigint)
      )`,

  // Reversals, what they take back, advances, repayments, transfers and money in suspense are not business
  // and have no amount.
  'the daily figures equal the transactions': `
    select coalesce(f.company_id, t.company_id)
    from (
      select company_id, day, type, status, count, amount, left_out from company_day_figures
      where (count, amount, left_out) <> (0, 0, 0)
    ) f
    full join (
      select t.company_id, kampala_day(t.created_at) as day, t.type, t.status, count(*) as count,
        coalesce(sum(t.amount) filter (where t.is_business and r.id is null), 0) as amount,
        count(*) filter (where not t.is_business or r.id is not null) as left_out
      from (
        select *, reversal_of is null and kind not in (${leftOutKinds}) as is_business
        from transactions
      ) t
      left join transactions r
        on r.company_id = t.company_id and r.reversal_of = t.id and r.status <> 'failed'
      group by 1, 2, 3, 4
    ) t using (company_id, day, type, status)
    where (f.count, f.amount, f.left_out) is distinct from (t.count, t.amount, t.left_out)`,

  'the totals of every company equal its daily figures': `
    select coalesce(f.company_id, d.company_id)
    from company_figures f
    full join (
      select company_id, type, status, ${figureSums} from company_day_figures group by 1, 2, 3
    ) d using (company_id, type, status)
    where (f.count, f.amount, f.moved, f.left_out) is distinct from (d.count, d.amount, d.moved, d.left_out)`,

  'the daily figures of the platform equal those of the companies': `
    select null::uuid
    from (select day, type, status, ${figureSums} from platform_day_figures group by 1, 2, 3) f
    full join (
      select day, type, status, ${figureSums} from company_day_figures group by 1, 2, 3
    ) d using (day, type, status)
    where (f.count, f.amount, f.moved, f.left_out) is distinct from (d.count, d.amount, d.moved, d.left_out)`,

  'what moved equals the balances of the customers': `
    select coalesce(a.company_id, f.company_id)
    from (
      select company_id, sum(balance) as balance from accounts where kind = 'customer' group by 1
    ) a
    full join (select company_id, sum(moved) as moved from company_figures group by 1) f
      using (company_id)
    where coalesce(a.balance, 0) <> coalesce(f.moved, 0)`,

  ...chainInvariants,
  ...reportInvariants,
  ...paymentInvariants,
  ...settlementInvariants,
  ...auditInvariants,
};

/**
 * Reads every entry in one snapshot: concurrent postings are included completely or not at all.
 * Requires the platform scope and the time of a ledger check.
 */
export async function findViolations(db: Db): Promise<Violation[]> {
  const names = Object.keys(invariants);
  const selects = Object.values(invariants).map(
    (query, index) =>
      `select ${index} as invariant, count(*)::int as count, min(broken::text) as example
       from (${query}) q(broken)`,
  );
  // Ends the query if the client is gone.
  await db.rows("set local client_connection_check_interval = '5s'");
  // For sorting.
  await db.rows("set local work_mem = '64MB'");
  const rows = await db.rows<{ invariant: number; count: number; example: string | null }>(
    selects.join(' union all '),
  );
  return rows
    .filter((row) => row.count > 0)
    .map((row) => ({
      invariant: names[row.invariant] ?? '',
      count: row.count,
      example: row.example ?? '',
    }));
}
