import type { Transaction } from '@sente/contract/transactions';
import { toUgx } from '../../db/amounts.ts';
import type { Db } from '../../db/database.ts';

interface RequestedRow {
  readonly id: string;
  readonly transaction_id: string | null;
  readonly account_id: string;
  readonly account_name: string;
  readonly account_number: string;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly fee: string;
  readonly phone_number: string;
  readonly network: string;
  readonly reference: string | null;
  readonly description: string | null;
  readonly status: string;
  readonly reason: string | null;
  readonly created_at: Date;
}

export function findRequested(db: Db, paymentId: string): Promise<RequestedRow | undefined> {
  return db.row<RequestedRow>(
    `select p.id, p.transaction_id, p.account_id, a.name as account_name,
       a.number as account_number, p.amount, p.fee, p.phone_number, p.network, p.reference,
       p.description, p.status, p.reason, p.created_at
     from payments p join accounts a on a.id = p.account_id where p.id = $1`,
    [paymentId],
  );
}

/** A collection that is not paid yet has no transaction in the ledger. */
export function toExpected(row: RequestedRow): Transaction {
  return {
    id: row.id,
    reference: row.reference,
    description: row.description ?? `Mobile money from ${row.phone_number}`,
    type: 'credit',
    amount: toUgx(row.amount),
    fee: toUgx(row.fee),
    net: null,
    status: row.status === 'FAILED' ? 'failed' : 'pending',
    date: row.created_at.toISOString(),
    finishedAt: null,
    accountId: row.account_id,
    accountName: row.account_name,
    accountNumber: row.account_number,
    reason: row.reason,
    apiTransactionId: row.id,
    phoneNumber: row.phone_number,
    network: row.network,
    reversalOf: null,
    reversedBy: null,
  };
}

export async function isAccountActive(db: Db, accountId: string): Promise<boolean> {
  const row = await db.row<{ is_active: boolean }>('select is_active from accounts where id = $1', [
    accountId,
  ]);
  return row?.is_active ?? false;
}

/** From now on the runner processes it. */
export async function releasePayout(db: Db, paymentId: string, userId: string): Promise<void> {
  await db.rows(
    `update payments
     set awaits_approval = false, decided_by = $2, ready_at = now(), next_step_at = now()
     where id = $1`,
    [paymentId, userId],
  );
}

export async function noteDecider(db: Db, paymentId: string, userId: string): Promise<void> {
  await db.rows('update payments set decided_by = $2 where id = $1', [paymentId, userId]);
}
