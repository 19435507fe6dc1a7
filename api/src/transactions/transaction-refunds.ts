import { fromHundredths } from '@sente/contract/money';
import type { TransactionDetails } from '@sente/contract/transaction-details';
import type { TracedPayment } from '../api-transactions/trace.ts';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { findRefundable, leftOf, whyNotRefundable } from '../payments/refunds.ts';

type Refunds = Pick<TransactionDetails, 'refunds' | 'refundReason'>;

/** What was given back of a collection, or why a refund was asked for. */
export async function readRefunds(db: Db, traced: TracedPayment | undefined): Promise<Refunds> {
  if (!traced) return { refunds: null, refundReason: null };
  const { id, company_id: companyId, direction } = traced.payment;
  if (direction === 'payout') {
    const row = await db.row<{ reason: string | null }>(
      'select reason from refunds where company_id = $1 and refund_id = $2',
      [companyId, id],
    );
    return { refunds: null, refundReason: row?.reason ?? null };
  }
  const row = await findRefundable(db, companyId, id);
  if (!row) return { refunds: null, refundReason: null };
  return {
    refunds: {
      refunded: toUgx(row.refunded),
      left: fromHundredths(leftOf(row)),
      whyNot: traced.payment.is_company_archived
        ? 'The company is archived'
        : whyNotRefundable(row),
      list: await listRefunds(db, companyId, id),
    },
    refundReason: null,
  };
}

async function listRefunds(
  db: Db,
  companyId: string,
  paymentId: string,
): Promise<NonNullable<Refunds['refunds']>['list']> {
  const rows = await db.rows<{
    readonly id: string;
    readonly created_at: Date;
    readonly amount: string;
    readonly status: string;
    readonly reason: string | null;
  }>(
    `select coalesce(g.transaction_id, g.id) as id, g.created_at, g.amount, g.status, f.reason
     from refunds f join payments g on g.company_id = f.company_id and g.id = f.refund_id
     where f.company_id = $1 and f.payment_id = $2 order by f.refund_id`,
    [companyId, paymentId],
  );
  return rows.map(({ created_at, amount, ...row }) => ({
    ...row,
    date: created_at.toISOString(),
    amount: toUgx(amount),
  }));
}
