import type { Db } from '../db/database.ts';
import type { Reversible } from '../ledger/reversal.ts';
import { reversedBy } from '../ledger/reversal.queries.ts';

/*
 * A case of the reconciliation may book two transactions: what a line moved, and the fee that the network took with it.
 * Reversing the first takes the fee back as well: half a case would be neither settled nor open.
 */

export interface BookedFee extends Reversible {
  /** Of the case. */
  readonly number: string;
}

/** The cases that a transaction $1 settled, or what it took the place of in suspense did. */
const settledBy = `with recursive places as (
    select $1::uuid as id
    union
    select m.instead_of from suspense_moves m join places p on m.transaction_id = p.id
  ), cases as (
    select distinct c.id, c.number, c.transaction_id from places p
    join reconciliation_bookings b on b.transaction_id = p.id
    join reconciliation_cases c on c.id = b.case_id and c.state = 'settled'
      and c.transaction_id is distinct from p.id
  )`;
const feeKey = `'network-fee:case:' || c.id || ':fee'`;

/** The fee that is taken back with a transaction. Money whose release is reversed is in suspense again, so its case stays. */
export async function findBookedFee(
  db: Db,
  { id, kind }: { readonly id: string; readonly kind: string },
): Promise<BookedFee | undefined> {
  if (kind === 'release') return undefined;
  return db.row<BookedFee>(
    `${settledBy}
     select t.id, t.company_id, t.account_id, t.type, t.amount, t.reference, t.description, c.number from cases c
     join reconciliation_bookings x on x.case_id = c.id and x.transaction_id <> $1
     join transactions t on t.company_id = x.company_id and t.id = x.transaction_id and t.key = ${feeKey}
     where ${reversedBy} is null`,
    [id],
  );
}

/** The number of the case that booked it as the fee of something that can be reversed; null otherwise. */
export async function findCaseOfFee(db: Db, transactionId: string): Promise<string | null> {
  const row = await db.row<{ number: string }>(
    `${settledBy}
     select c.number from cases c
     join reconciliation_bookings f on f.case_id = c.id and f.transaction_id = $1
     join transactions own on own.company_id = f.company_id and own.id = $1 and own.key = ${feeKey}
     join reconciliation_bookings x on x.case_id = c.id and x.transaction_id <> $1
       and x.transaction_id is distinct from c.transaction_id and x.reversal_of is null
     join transactions t on t.company_id = x.company_id and t.id = x.transaction_id
     where ${reversedBy} is null limit 1`,
    [transactionId],
  );
  return row?.number ?? null;
}
