import type { ApiBulk, ApiBulkLine } from '@sente/contract/bulk-payouts-api';
import type { BulkLine, BulkLineState, BulkPayout } from '@sente/contract/bulk-payouts';
import { toUgx } from '../db/amounts.ts';
import { toShortId } from '../db/short-id.ts';
import type { BulkRow } from './bulk-payouts.queries.ts';
import type { BulkLineRow } from './bulk-lines.queries.ts';

export function toBulk(row: BulkRow, doubled: BulkPayout['doubled']): BulkPayout {
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    name: row.name,
    origin: row.origin,
    accountId: row.account_id,
    accountName: row.account_name,
    accountNumber: row.account_number,
    okCount: row.ok_count,
    doubtedCount: row.doubted_count,
    available: toUgx(row.available),
    needs: row.approval ?? row.would_need,
    createdBy: row.created_by_name,
    submittedAt: row.submitted_at?.toISOString() ?? null,
    retryOf: row.retry_of,
    retriedBy: row.retried_by,
    doubled,
    isBraked: row.is_braked,
    ...shared(row),
  };
}

/** As companies' systems see it. */
export function toApiBulk(row: BulkRow): ApiBulk {
  return {
    bulkId: toShortId(row.id),
    name: row.name,
    awaitsApproval: row.state === 'waiting',
    accountNumber: row.account_number,
    ...shared(row),
  };
}

function shared(row: BulkRow) {
  const isSummed = row.state !== 'checking';
  const ended = row.paid_count + row.failed_count;
  const isSent = row.state === 'running' || row.state === 'finished';
  return {
    state: row.state,
    lineCount: row.line_count,
    checkedCount: row.checked_count,
    warnedCount: row.warned_count,
    faultyCount: isSummed ? row.line_count - row.ok_count : 0,
    amount: toUgx(row.amount),
    fee: toUgx(row.fee),
    tax: toUgx(row.tax),
    pendingCount: isSent ? row.ok_count - ended : 0,
    paidCount: row.paid_count,
    paidAmount: toUgx(row.paid_amount),
    failedCount: row.failed_count,
    reason: row.reason ?? row.decision_note,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

/** What the state of a line depends on. */
type BulkOfLine = Pick<BulkRow, 'state' | 'submitted_at'>;

export function toLine(row: BulkLineRow, bulk: BulkOfLine): BulkLine {
  return {
    ...lineOf(row, bulk),
    amountText: row.amount_typed,
    transactionId: row.transaction_id,
  };
}

export function toApiLine(row: BulkLineRow, bulk: BulkOfLine): ApiBulkLine {
  return {
    ...lineOf(row, bulk),
    transactionId: row.payment_id && toShortId(row.payment_id),
  };
}

function lineOf(row: BulkLineRow, bulk: BulkOfLine) {
  return {
    number: row.number,
    phoneNumber: row.phone_number === null ? row.phone_typed : `+${row.phone_number}`,
    network: row.network ?? row.network_typed,
    amount: row.amount === null ? null : toUgx(row.amount),
    name: row.name_given,
    networkName: row.name_found,
    reference: row.reference,
    fee: toUgx(row.fee),
    state: stateOf(row, bulk),
    faults: [...row.faults],
    warnings: [...row.warnings],
    networkReference: row.network_reference,
    reason: row.is_doubted ? doubtedText : row.reason,
  };
}

const doubtedText =
  'It failed, but the network says that it was paid: people look into it. Do not pay it again.';

function stateOf({ state, payment_status }: BulkLineRow, bulk: BulkOfLine): BulkLineState {
  switch (state) {
    case 'new':
      return 'unchecked';
    case 'faulty':
      return bulk.submitted_at === null ? 'faulty' : 'left-out';
    case 'ok':
      // The sums count it as under way too.
      return bulk.state === 'running' ? 'pending' : 'ok';
    case 'made':
      if (payment_status === 'SUCCESS') return 'paid';
      return payment_status === 'FAILED' ? 'failed' : 'pending';
    default:
      return state;
  }
}
