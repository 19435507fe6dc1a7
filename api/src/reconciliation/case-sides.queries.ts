import type { PaymentDirection } from '@sente/contract/payments';
import type { Db } from '../db/database.ts';
import type { CaseRow } from './case-rows.queries.ts';

/* Both sides of a case: the line of the statement, our booking, and what else belongs to it. */

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
