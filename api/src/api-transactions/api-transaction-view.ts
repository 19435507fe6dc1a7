import type { ApiTransaction } from '@sente/contract/api-transactions';
import { toUgx } from '../db/amounts.ts';
import { toShortId } from '../db/short-id.ts';
import type { ApiTransactionRow } from './api-transactions.queries.ts';

/** Field names of the existing portal. */
export function toApiTransaction(row: ApiTransactionRow): ApiTransaction {
  return {
    record_id: row.id,
    transaction_id: toShortId(row.id),
    phone_number: row.phone_number,
    transaction_amount: toUgx(row.amount),
    fee: toUgx(row.fee),
    tax: toUgx(row.tax),
    net: row.net === null ? null : toUgx(row.net),
    network: row.network,
    status: row.status,
    reason: row.reason,
    record_date: row.created_at.toISOString(),
    finished_date: row.finished_at?.toISOString() ?? null,
    thirdparty_notified: row.is_notified === null ? '' : row.is_notified ? '1' : '0',
    direction: row.direction,
    reference: row.reference,
    reversed_by: row.reversed_by,
    refund_of: row.refund_of,
    refunded: row.refunded,
    check: row.check,
    bulk_id: row.bulk_id,
  };
}
