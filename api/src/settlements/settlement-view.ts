import type { Settlement } from '@sente/contract/settlement';
import type { SettlementEvent } from '@sente/contract/settlements';
import { toUgx } from '../db/amounts.ts';
import { toShortId } from '../db/short-id.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { lastDigits } from './bank-accounts.service.ts';
import { findOfTransaction, findSettlement, type SettlementRow } from './settlements.queries.ts';

export function toSettlement({ isStaff, permissions }: Actor, row: SettlementRow): Settlement {
  const number = row.bank_account_number;
  return {
    id: row.id,
    reference: row.reference,
    companyId: row.company_id,
    companyName: row.company_name,
    accountId: row.account_id,
    accountName: row.account_name,
    bank: row.bank,
    bankAccountName: row.bank_account_name,
    // Two numbers may end alike: whoever lets the money go compares the whole one.
    bankAccountNumber: isStaff && permissions.has('staffMoney') ? number : lastDigits(number),
    amount: toUgx(row.amount),
    fee: toUgx(row.fee),
    tax: taxOf(row),
    state: row.state,
    isAtBank: row.is_at_bank,
    heldUpBy: row.held_up_by,
    requestedAt: row.requested_at.toISOString(),
    requestedBy: row.requested_by === null ? null : (row.requested_by_name ?? 'The provider'),
    isScheduled: row.due_day !== null,
    transactionId: row.transaction_id,
    batchId: isStaff ? row.batch_id : null,
    bankReference: row.bank_reference,
    paidAt: row.paid_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    reason: row.reason,
    returnApprovalId: isStaff ? row.return_approval_id : null,
  };
}

/** Of one that was paid or returned. */
export function toEvent(row: SettlementRow): SettlementEvent {
  return {
    transactionId: toShortId(row.transaction_id),
    reference: row.reference,
    status: row.state === 'paid' ? 'PAID' : 'RETURNED',
    amount: toUgx(row.amount),
    fee: toUgx(row.fee),
    tax: taxOf(row),
    accountNumber: row.account_number,
    bank: row.bank,
    bankAccountNumber: lastDigits(row.bank_account_number),
    bankReference: row.bank_reference,
    reason: row.reason,
    createdAt: row.requested_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    returnedAt: row.ended_at?.toISOString() ?? null,
  };
}

/** What of the fee is tax; the provider pays a levy that is more. */
export function taxOf({ fee, vat, levy }: Pick<SettlementRow, 'fee' | 'vat' | 'levy'>): number {
  const tax = BigInt(vat) + BigInt(levy);
  return toUgx(String(tax > BigInt(fee) ? fee : tax));
}

export async function mustFind(db: Db, id: string): Promise<SettlementRow> {
  const row = await findSettlement(db, id);
  if (!row) throw notFound('Settlement not found');
  return row;
}

/** Null of a transaction that is none. */
export async function readSettlementOf(
  db: Db,
  actor: Actor,
  transactionId: string,
): Promise<Settlement | null> {
  const row = await findOfTransaction(db, transactionId);
  return row ? toSettlement(actor, row) : null;
}
