import type { Transaction } from '@sente/contract/transactions';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { findTransaction, type TransactionRow } from './transactions.queries.ts';

/** One transaction as its company sees it. */
export async function readTransaction(db: Db, id: string): Promise<Transaction | undefined> {
  const row = await findTransaction(db, id);
  return row && toTransaction(row);
}

export function toTransaction(row: TransactionRow): Transaction {
  return {
    id: row.id,
    reference: row.reference,
    description: row.description,
    type: row.type,
    amount: toUgx(row.amount),
    status: row.status,
    date: row.created_at.toISOString(),
    accountId: row.account_id,
    accountName: row.account_name,
    accountNumber: row.account_number,
    reason: row.reason,
    fee: toUgx(row.fee ?? '0'),
    apiTransactionId: row.payment_id,
    phoneNumber: row.phone_number,
    network: row.network,
    reversalOf: row.reversal_of,
    reversedBy: row.reversed_by,
  };
}

/** What the back-office calls the stored types and statuses. */
export const typeLabels = { credit: 'Credit', debit: 'Debit' } as const;
export const statusLabels = { completed: 'Success', failed: 'Failed', pending: 'Pending' } as const;
