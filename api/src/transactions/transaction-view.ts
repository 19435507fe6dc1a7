import { leftOutKinds } from '@sente/contract/transaction-kinds';
import type { Transaction } from '@sente/contract/transactions';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import {
  findTransaction,
  type ReversibleRow,
  type TransactionRow,
} from './transactions.queries.ts';

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
    kind: row.kind,
    type: row.type,
    ...amountsOf(row),
    status: row.status,
    ...datesOf(row),
    accountId: row.account_id,
    accountName: row.account_name,
    accountNumber: row.account_number,
    reason: row.reason,
    isLeftOut: isLeftOutKind(row.kind) || (row.reversal_of ?? row.reversed_by) !== null,
    apiTransactionId: row.payment_id,
    phoneNumber: row.phone_number,
    network: row.network,
    reversalOf: row.reversal_of,
    reversedBy: row.reversed_by,
    refundOf: row.refund_of,
    refunded: row.refunded,
    check: row.check,
    bulkId: row.bulk_id,
  };
}

type Amounts = Pick<TransactionRow, 'amount' | 'fee' | 'tax' | 'net'>;

/** Gross, fee, the tax in it and net in UGX. */
export function amountsOf({ amount, fee, tax, net }: Amounts): Pick<Transaction, keyof Amounts> {
  return {
    amount: toUgx(amount),
    fee: toUgx(fee),
    tax: toUgx(tax),
    net: net === null ? null : toUgx(net),
  };
}

export function datesOf(
  row: Pick<TransactionRow, 'created_at' | 'finished_at'>,
): Pick<Transaction, 'date' | 'finishedAt'> {
  return {
    date: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

/** What the back-office calls the stored types and statuses. */
export const typeLabels = { credit: 'Credit', debit: 'Debit' } as const;
export const statusLabels = { completed: 'Success', failed: 'Failed', pending: 'Pending' } as const;

function isLeftOutKind(kind: string): boolean {
  return (leftOutKinds as readonly string[]).includes(kind);
}

/** Written by the ledger itself; they end by later credits, not by reversals. */
function isOfDebt(kind: string): boolean {
  return kind === 'advance' || kind === 'repayment';
}

type Reversible = Pick<ReversibleRow, 'status' | 'reversal_of' | 'reversed_by' | 'kind'> & {
  readonly is_account_active: boolean;
};

export const reversalRefusals = {
  already_reversed: 'This transaction was already reversed',
  inactive_account: 'Account is inactive',
};

/** Why it cannot be reversed; null if it can. */
export function refusalOfReversal(original: Reversible): string | null {
  if (original.status !== 'completed') return 'Only a completed transaction can be reversed';
  if (original.reversal_of !== null) return 'A reversal cannot be reversed';
  if (isOfDebt(original.kind)) {
    return 'Advances and repayments cannot be reversed: later credits repay what is owed';
  }
  if (original.kind === 'transfer') {
    return 'A transfer cannot be reversed: the company transfers the money back';
  }
  if (original.reversed_by !== null) return reversalRefusals.already_reversed;
  return original.is_account_active ? null : reversalRefusals.inactive_account;
}

export function refusalOfFee(caseNumber: string): string {
  return `Case ${caseNumber} booked it together with another transaction: reverse that one, and this one goes with it`;
}
