import type { DebtMovement } from '@sente/contract/debts';
import type { Db } from '../db/database.ts';

export interface ReceivableRow {
  readonly id: string;
  /** Hundredths of UGX, at or below zero; bigint arrives as text. */
  readonly balance: string;
  readonly entry_count: number;
}

/** Undefined for a company that has never owed anything. */
export function findReceivable(db: Db, companyId: string): Promise<ReceivableRow | undefined> {
  return db.row<ReceivableRow>(
    `select id, balance, entry_count::float8 as entry_count from accounts
     where company_id = $1 and kind = 'receivable'`,
    [companyId],
  );
}

/** When the balance last left zero. */
export async function owingSince(
  db: Db,
  companyId: string,
  receivableId: string,
): Promise<Date | null> {
  const row = await db.row<{ since: Date }>(
    `select t.finished_at as since
     from entries e join transactions t on t.company_id = $1 and t.id = e.transaction_id
     where e.company_id = $1 and e.account_id = $2 and e.balance_after = e.amount
     order by e.number desc limit 1`,
    [companyId, receivableId],
  );
  return row?.since ?? null;
}

export interface MovementRow {
  readonly id: string;
  readonly kind: DebtMovement['kind'];
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly owed_after: string;
  readonly account_id: string;
  readonly account_name: string;
  readonly description: string;
  readonly finished_at: Date;
}

export function listMovements(
  db: Db,
  companyId: string,
  receivableId: string,
  limit: number,
): Promise<MovementRow[]> {
  return db.rows<MovementRow>(
    `select t.id, t.kind, t.amount, -e.balance_after as owed_after, t.account_id,
       a.name as account_name, t.description, t.finished_at
     from (
       select number, transaction_id, balance_after from entries
       where company_id = $1 and account_id = $2 order by number desc limit $3
     ) e
     join transactions t on t.company_id = $1 and t.id = e.transaction_id
     join accounts a on a.id = t.account_id
     order by e.number desc`,
    [companyId, receivableId, limit],
  );
}
