import type { CaseAction, CaseKindName } from '@sente/contract/case-kinds';
import type { CaseSortKey } from '@sente/contract/reconciliation';
import type { StatementPlace } from '@sente/contract/network-statements';
import type { Direction } from '@sente/contract/paging';
import type { PaymentDirection } from '@sente/contract/payments';
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

export const condition = `($1::text is null or c.state = $1) and ($2::text is null or c.kind = $2)
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

export const valuesOf = (filters: CaseFilters) => {
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

export interface TheirRow {
  readonly reference: string | null;
  readonly order_id: string | null;
  readonly phone: string | null;
  readonly at: Date;
  readonly direction: 'in' | 'out';
  readonly amount: string;
  readonly fee: string | null;
  readonly balance_after: string | null;
  readonly status: 'completed' | 'failed' | 'pending';
  readonly text: string;
  readonly file_id: string;
  readonly file_name: string;
  readonly line_number: number;
}

export function findTheirs(db: Db, lineId: string): Promise<TheirRow | undefined> {
  return db.row<TheirRow>(
    // A call told when it began; once a file tells it, when it was paid.
    `select l.*, coalesce(r.at, l.at) as at, f.name as file_name
     from statement_lines l join statement_files f on f.id = l.file_id
     left join reconciliation_lines r on r.line_id = l.id where l.id = $1`,
    [lineId],
  );
}

export interface OurRow {
  readonly payment_id: string | null;
  readonly transaction_id: string | null;
  readonly direction: PaymentDirection | null;
  readonly phone: string | null;
  readonly amount: string;
  readonly status: string | null;
  readonly network_reference: string | null;
  readonly created_at: Date;
  readonly booked_at: Date | null;
  readonly account: string | null;
}

/** Our transaction, or else our payment. */
export function findOurs(db: Db, row: CaseRow): Promise<OurRow | undefined> {
  return db.row<OurRow>(
    `select p.id as payment_id, t.id as transaction_id, p.direction, p.phone_number as phone,
       coalesce(p.amount, t.amount) as amount, p.status,
       coalesce(p.network_reference, case when p.id is null then t.reference end) as network_reference,
       coalesce(p.created_at, t.created_at) as created_at,
       case when t.status = 'completed' then t.finished_at end as booked_at,
       a.name as account
     from (select $1::uuid as company_id, $2::uuid as transaction_id, $3::uuid as payment_id) c
     left join payments p on p.id = c.payment_id
     left join transactions t on t.company_id = c.company_id
       and t.id = coalesce(c.transaction_id, p.transaction_id)
     left join accounts a on a.id = coalesce(p.account_id, t.account_id) and a.kind = 'customer'
     where p.id is not null or t.id is not null`,
    [row.company_id, row.transaction_id, row.payment_id],
  );
}

/** The case that it follows, the one that followed it, and the transactions that settled it. */
export async function findRelated(db: Db, row: CaseRow) {
  const related = await db.row<{
    follows_number: string | null;
    next_id: string | null;
    next_number: string | null;
    transactions: string[];
  }>(
    `select (select number from reconciliation_cases where id = $2) as follows_number,
       n.id as next_id, n.number as next_number, array(
         select b.transaction_id from reconciliation_bookings b
         where b.case_id = $1 and b.transaction_id is distinct from $3 and b.line_id is null
         order by b.booked_at, b.transaction_id
       ) as transactions
     from (select 1) one
     left join lateral (
       select id, number from reconciliation_cases where follows_id = $1 order by number limit 1
     ) n on true`,
    [row.id, row.follows_id, row.transaction_id],
  );
  if (!related) throw new Error('A query without a row');
  return related;
}

/** What it wrote to suspense, and whether that has left it since; undefined if it did not, or if it was reversed. */
export function findInSuspense(
  db: Db,
  id: string,
): Promise<{ readonly amount: string; readonly is_released: boolean } | undefined> {
  return db.row(
    `select d.amount, exists (
         select from suspense_decisions r
         where r.payment_key = d.payment_key and r.kind = 'release' and r.state = 'confirmed'
       ) as is_released
     from reconciliation_bookings b
     join suspense_decisions d on d.transaction_id = b.transaction_id and d.kind = 'book' and d.state = 'confirmed'
     where b.case_id = $1 limit 1`,
    [id],
  );
}
