import type { CaseAction, CaseKindName } from '@sente/contract/case-kinds';
import type { CaseSortKey } from '@sente/contract/reconciliation';
import type { StatementPlace } from '@sente/contract/network-statements';
import type { Direction } from '@sente/contract/paging';
import type { Db } from '../db/database.ts';

/** Amounts in hundredths of UGX; bigint arrives as text. */
export interface CaseRow {
  readonly id: string;
  readonly number: string;
  readonly network: StatementPlace;
  readonly kind: CaseKindName;
  readonly state: 'open' | 'settled';
  readonly day: string;
  readonly effect: string;
  readonly company_id: string | null;
  readonly company_name: string | null;
  readonly payment_id: string | null;
  readonly transaction_id: string | null;
  /** Whether our transaction reverses another one. */
  readonly is_reversal: boolean;
  readonly line_id: string | null;
  readonly line_reference: string | null;
  readonly line_amount: string | null;
  /** What the network took with the line; null if it has none, or failed. */
  readonly fee: string | null;
  /** By the network's tariff. */
  readonly expected_fee: string | null;
  readonly phone: string | null;
  readonly account_id: string | null;
  readonly opened_at: Date;
  readonly wait_until: string | null;
  /** Also of a settled case. */
  readonly due_on: string;
  readonly assignee_id: string | null;
  readonly assignee_name: string | null;
  readonly settled_at: Date | null;
  readonly settled_by: 'people' | 'server' | 'withdrawal' | null;
  /** The name of the statement that was withdrawn. */
  readonly withdrawn_with: string | null;
  readonly action: Exclude<CaseAction, 'wait'> | null;
  readonly follows_id: string | null;
  readonly proposal_id: string | null;
  readonly proposed_action: CaseAction | null;
  readonly proposed_by: string | null;
  /** The case that has the other side, as people propose or have decided. */
  readonly other_id: string | null;
}

/** From 1,000,000 UGX on a case is due the next day, from 100,000 in three days, otherwise in a week. */
const dueOn = `greatest(kampala_day(c.opened_at) + case when abs(c.effect) >= 100000000 then 1
  when abs(c.effect) >= 10000000 then 3 else 7 end, c.wait_until)`;

const select = `select c.id, c.number, c.network, c.kind, c.state, c.day::text, c.effect, c.company_id,
    (select o.name from companies o where o.id = c.company_id) as company_name, c.payment_id,
    c.transaction_id, c.line_id, coalesce(l.reference, p.network_reference) as line_reference,
    l.amount as line_amount, case when l.status = 'completed' then l.fee end as fee, c.expected_fee,
    coalesce(b.reversal_of is not null, false) as is_reversal,
    coalesce(l.phone, p.phone_number) as phone, coalesce(p.account_id, o.id) as account_id, c.opened_at, c.wait_until::text,
    ${dueOn}::text as due_on, c.assignee_id,
    (select u.first_name || ' ' || u.last_name from users u where u.id = c.assignee_id) as assignee_name,
    c.settled_at, c.settled_by,
    (select f.name from statement_files f where f.id = c.withdrawn_with) as withdrawn_with, c.action, c.follows_id, a.id as proposal_id,
    a.details ->> 'action' as proposed_action, a.asked_by as proposed_by,
    case when c.action = 'match' then (
        select o.id from reconciliation_cases o where o.approval_id = c.approval_id and o.id <> c.id
      ) when a.details ->> 'caseId' = c.id::text then (a.details ->> 'otherCaseId')::uuid
      else (a.details ->> 'caseId')::uuid end as other_id
  from reconciliation_cases c
  left join statement_lines l on l.id = c.line_id
  left join payments p on p.id = c.payment_id
  left join reconciliation_bookings b on b.transaction_id = c.transaction_id and b.network = c.network
  left join transactions t on c.network = 'BANK' and t.company_id = c.company_id and t.id = c.transaction_id
  left join accounts o on o.id = t.account_id and o.kind = 'customer'
  left join lateral (
    select id, details, asked_by from approvals
    where kind = 'case' and subject = c.id::text and state = 'waiting'
    union all
    select id, details, asked_by from approvals
    where kind = 'case' and details ? 'otherCaseId' and details ->> 'otherCaseId' = c.id::text and state = 'waiting'
    union all
    select id, details, asked_by from approvals
    where kind = 'cases' and details -> 'caseIds' ? c.id::text and state = 'waiting'
    limit 1
  ) a on true`;

export interface CaseFilters {
  readonly search: string | null;
  readonly state: 'open' | 'settled' | null;
  readonly kind: CaseKindName | null;
  readonly network: StatementPlace | null;
  readonly day: string | null;
  /** Null for all, empty for those of nobody. */
  readonly assigneeId: string | null;
  readonly isOverdue: boolean;
}

const condition = `($1::text is null or c.state = $1) and ($2::text is null or c.kind = $2)
  and ($3::text is null or c.network = $3) and ($4::date is null or c.day = $4)
  and ($6::text is null or coalesce(c.assignee_id::text, '') = $6)
  and (not $7::boolean or (c.state = 'open' and ${dueOn} < kampala_day(now())))
  and ($5::text is null or c.number::text = $5
    or exists (
      select from statement_lines s where s.id = c.line_id
        and (s.reference = $5 or right(s.phone, 9) = right($5, 9))
    )
    or exists (
      select from payments q where q.id = c.payment_id
        and (q.network_reference = $5 or right(q.phone_number, 9) = right($5, 9))
    )
    or exists (
      select from companies o where o.id = c.company_id and strpos(lower(o.name), lower($5)) > 0
    ))`;

const valuesOf = (filters: CaseFilters) => {
  const { state, kind, network, day, search, assigneeId, isOverdue } = filters;
  return [state, kind, network, day, search, assigneeId, isOverdue];
};

const sortExpressions: Readonly<Record<CaseSortKey, string>> = {
  day: 'c.day',
  due: dueOn,
  amount: 'abs(c.effect)',
};

export interface CasesSlice {
  readonly sort: CaseSortKey;
  readonly direction: Direction;
  readonly limit: number;
  readonly offset: number;
}

export function listCases(
  db: Db,
  filters: CaseFilters,
  { sort, direction, limit, offset }: CasesSlice,
): Promise<CaseRow[]> {
  const order = `c.state, ${sortExpressions[sort]} ${direction}, c.number ${direction}`;
  return db.rows<CaseRow>(
    `${select} where c.id in (
       select c.id from reconciliation_cases c where ${condition}
       order by ${order} limit $8 offset $9
     )
     order by ${order}`,
    [...valuesOf(filters), limit, offset],
  );
}

interface CaseSums {
  readonly count: number;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly more: string;
  readonly less: string;
  /** Of open cases, what another one of the network has the other way round. */
  readonly in_pairs: string;
}

export async function sumCases(db: Db, filters: CaseFilters): Promise<CaseSums> {
  const row = await db.row<CaseSums>(
    `with amounts as (
       select network, abs(effect) as amount, count(*) as count,
         count(*) filter (where effect > 0) as more, count(*) filter (where effect < 0) as less,
         count(*) filter (where effect > 0 and state = 'open') as open_more,
         count(*) filter (where effect < 0 and state = 'open') as open_less
       from reconciliation_cases c where ${condition} group by network, abs(effect)
     )
     select coalesce(sum(count), 0)::int as count, coalesce(sum(amount * more), 0) as more,
       coalesce(-sum(amount * less), 0) as less,
       coalesce(sum(amount * least(open_more, open_less)), 0) as in_pairs
     from amounts`,
    valuesOf(filters),
  );
  return row ?? { count: 0, more: '0', less: '0', in_pairs: '0' };
}

/** Of a day that began then; each figure is counted by itself. */
export async function readFlow(
  db: Db,
  since: Date,
): Promise<{ before: number; opened: number; cleared: number; open: number }> {
  const row = await db.row<{ before: number; opened: number; cleared: number; open: number }>(
    `select count(*) filter (
         where opened_at < $1 and (settled_at is null or settled_at >= $1)
       )::int as before,
       count(*) filter (where opened_at >= $1)::int as opened,
       count(*) filter (where settled_at >= $1)::int as cleared,
       count(*) filter (where state = 'open')::int as open
     from reconciliation_cases where state = 'open' or settled_at >= $1`,
    [since],
  );
  return row ?? { before: 0, opened: 0, cleared: 0, open: 0 };
}

/** Null gives it back. Whether it is open. */
export async function assignCase(db: Db, id: string, userId: string | null): Promise<boolean> {
  const rows = await db.rows(
    `update reconciliation_cases set assignee_id = $2 where id = $1 and state = 'open' returning id`,
    [id, userId],
  );
  return rows.length > 0;
}

export function findCase(db: Db, id: string): Promise<CaseRow | undefined> {
  return db.row<CaseRow>(`${select} where c.id = $1`, [id]);
}

export function lockCase(db: Db, id: string): Promise<CaseRow | undefined> {
  return db.row<CaseRow>(`${select} where c.id = $1 for update of c`, [id]);
}
