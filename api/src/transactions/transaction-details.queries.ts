import type { Db } from '../db/database.ts';
import { debtOf } from '../ledger/debt.queries.ts';
import { detailColumns, detailJoins, type TransactionRow } from './transactions.queries.ts';

export interface DetailsRow extends TransactionRow {
  readonly company_id: string;
  readonly company_name: string;
  readonly is_company_archived: boolean;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly held: string;
  /** What the company owes the provider. */
  readonly debt: string;
}

export interface LegRow {
  readonly kind: 'customer' | 'settlement' | 'fees' | 'suspense' | 'clearing' | 'receivable';
  /** Set for a customer account. */
  readonly name: string | null;
  readonly network: string | null;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly balance_after: string;
  /** What a customer account has beyond all holds now. */
  readonly available: string | null;
}

export function findDetails(db: Db, id: string): Promise<DetailsRow | undefined> {
  return db.row<DetailsRow>(
    `select ${detailColumns}, t.company_id, c.name as company_name,
       c.archived_at is not null as is_company_archived, t.held,
       ${debtOf('t.company_id')} as debt
     from transactions t
     join companies c on c.id = t.company_id ${detailJoins}
     where t.id = $1`,
    [id],
  );
}

/** The customer's side first. */
export function listLegs(db: Db, transactionId: string): Promise<LegRow[]> {
  return db.rows<LegRow>(
    `select a.kind, a.name, a.network, e.amount, e.balance_after,
       a.balance - a.held - a.floor as available
     from entries e join accounts a on a.id = e.account_id
     where e.transaction_id = $1
     order by a.kind <> 'customer', abs(e.amount) desc, a.id`,
    [transactionId],
  );
}
