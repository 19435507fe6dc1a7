import type { PaymentCheck } from '@sente/contract/payment-check';
import type { PaymentDirection } from '@sente/contract/payments';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { doubtText } from './doubt-text.ts';

/**
 * Whether a payment failed and people decide if the network paid it after all: until then it is not ordered anew.
 * `payment` is the alias of a row of `payments`.
 */
export function isDoubted(payment: string): string {
  return `(${payment}.status = 'FAILED' and ${payment}.review is not null)`;
}

/** Why the transaction of a payment failed that was booked with another amount: the payment itself never failed. */
export const otherAmountPaid = 'Another amount was paid';

/**
 * That a payment of the alias was booked as paid in another transaction than its own, which failed and keeps the amount
 * that was asked for: `failed` is its alias.
 */
export function paidOtherwise(payment: string, failed: string): string {
  const ugx = (row: string): string => `trim_scale(${row}.amount / 100.0)`;
  return `json_strip_nulls(json_build_object('kind', coalesce(${payment}.reviewed, 'late_success'), 'state', 'paid',
    'amounts', case when ${failed}.amount <> ${payment}.amount
      then json_build_object('asked', ${ugx(failed)}, 'paid', ${ugx(payment)}) end))`;
}

/** What every screen is told of a payment `p`, which may be absent, that people check or have checked. */
export const checkColumn = `case
    when p.review is not null then json_build_object('kind', p.review, 'state', 'open')
    when p.status = 'SUCCESS' and p.failed_transaction_id is not null then (
        select ${paidOtherwise('p', 'o')} from transactions o
        where o.company_id = p.company_id and o.id = p.failed_transaction_id
      )
    when p.status = 'FAILED' and p.reviewed is not null
      then json_build_object('kind', p.reviewed, 'state', 'not_paid')
  end`;

export interface CheckMark {
  readonly check: PaymentCheck | null;
}

interface Wish {
  readonly companyId: string;
  readonly direction: PaymentDirection;
  readonly phoneNumber: string;
  readonly isRepeatConfirmed?: boolean;
}

/**
 * Before a person is asked to pay what they may have paid already, or is paid what they may have got. Returns whether
 * somebody who was told so orders it all the same.
 */
export async function refuseIfDoubted(db: Db, wish: Wish): Promise<boolean> {
  const { companyId, phoneNumber, direction, isRepeatConfirmed } = wish;
  if (isRepeatConfirmed === undefined) return false;
  const row = await db.row<{ kind: PaymentCheck['kind']; amount: string; network: string }>(
    `select r.kind, p.amount, p.network
     from payment_reviews r join payments p on p.company_id = r.company_id and p.id = r.payment_id
     where r.company_id = $1 and r.closed_at is null and p.direction = $2 and p.phone_number = $3
       and p.review is not null and p.status <> 'SUCCESS'
     order by p.id desc limit 1`,
    [companyId, direction, phoneNumber],
  );
  if (!row || isRepeatConfirmed) return row !== undefined;
  const doubted = { ...row, amount: toUgx(row.amount), direction, phoneNumber };
  throw new AppError('being_checked', { message: doubtText(doubted) });
}
