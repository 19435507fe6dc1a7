import type { PayoutApproval } from '@sente/contract/approval-kinds';
import { plainArray, textArray } from '../../db/array-literal.ts';
import { moneyMoved, type Db } from '../../db/database.ts';
import type { ExceededLimit } from './limit-text.ts';
import type { ReadyOrder } from './order.ts';

export type Refusal =
  | 'key_reused'
  | 'network_unavailable'
  | 'unknown_account'
  | 'inactive_account'
  | 'frozen_account'
  | 'company_suspended'
  | 'number_blocked'
  | 'limit_exceeded'
  | 'unknown_product'
  | 'price_differs'
  | 'out_of_stock'
  | 'amount_too_small';

export interface AcceptedRow {
  readonly id: string;
  readonly is_replay: boolean;
  readonly refusal: Refusal | null;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly price: string | null;
  readonly fee: string;
  readonly account_id: string;
  readonly transaction_id: string | null;
  readonly exceeded: ExceededLimit | null;
  /** Of a payout: whose approval it needs. */
  readonly approval: PayoutApproval | null;
}

/**
 * One call for a batch with distinct keys; results come in the same order. `bulkId`: all of them are lines of
 * this bulk payout and have its approvals.
 */
export function acceptAll(
  db: Db,
  orders: readonly ReadyOrder[],
  bulkId: string | null = null,
): Promise<AcceptedRow[]> {
  moneyMoved(db, orders);
  return db.rows<AcceptedRow>(
    `select id, is_replay, refusal, price, fee, account_id, transaction_id, exceeded, approval
     from payments_accept($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
       $18)`,
    [
      plainArray(orders.map((order) => order.paymentId)),
      plainArray(orders.map((order) => order.companyId)),
      plainArray(orders.map((order) => order.direction)),
      plainArray(orders.map((order) => order.origin)),
      plainArray(orders.map((order) => order.accountId)),
      textArray(orders.map((order) => order.accountNumber)),
      plainArray(orders.map((order) => order.phoneNumber)),
      plainArray(orders.map((order) => order.network)),
      plainArray(orders.map((order) => order.amount)),
      textArray(orders.map((order) => order.reference)),
      textArray(orders.map((order) => order.description)),
      plainArray(orders.map((order) => order.keyHash)),
      plainArray(orders.map((order) => order.inputHash)),
      textArray(orders.map((order) => order.productCode)),
      plainArray(orders.map((order) => order.transactionId)),
      plainArray(orders.map((order) => order.requestedBy)),
      textArray(orders.map(({ metadata }) => (metadata ? JSON.stringify(metadata) : null))),
      bulkId,
    ],
    'payments_accept',
  );
}
