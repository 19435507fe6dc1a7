import type { Transaction } from '@sente/contract/transactions';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';

interface LedgerRow {
  readonly id: string;
  readonly company_id: string;
  readonly account_id: string;
  readonly kind: string;
  readonly type: Transaction['type'];
  /** Hundredths of UGX, as text: bigint. */
  readonly amount: string;
  readonly status: Transaction['status'];
  readonly reference: string | null;
  readonly description: string;
  readonly created_at: Date;
  readonly is_account_active: boolean;
}

export function findInLedger(db: Db, transactionId: string): Promise<LedgerRow | undefined> {
  return db.row<LedgerRow>(
    `select t.id, t.company_id, t.account_id, t.kind, t.type, t.amount, t.status, t.reference,
       t.description, t.created_at, a.is_active as is_account_active
     from transactions t join accounts a on a.id = t.account_id where t.id = $1`,
    [transactionId],
  );
}

export function toTransaction(row: LedgerRow): Transaction {
  const { id, reference, description, type, amount, status, created_at } = row;
  const date = created_at.toISOString();
  return { id, reference, description, type, amount: toUgx(amount), status, date };
}

/** From now on the runner takes it up. */
export async function releasePayout(db: Db, paymentId: string, userId: string): Promise<void> {
  await db.rows(
    `update payments set awaits_approval = false, decided_by = $2, next_step_at = now()
     where id = $1`,
    [paymentId, userId],
  );
}

export async function noteDecider(db: Db, paymentId: string, userId: string): Promise<void> {
  await db.rows('update payments set decided_by = $2 where id = $1', [paymentId, userId]);
}
