import type { PaymentCheck } from '@sente/contract/payment-check';
import { formatUgx } from '@sente/contract/money';
import { networkWord } from '@sente/contract/payments';
import { phoneText } from '@sente/contract/phone';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';

/**
 * Whether a payment failed and people decide if the network paid it after all: until then it is not ordered anew.
 * `payment` is the alias of a row of `payments`.
 */
export function isDoubted(payment: string): string {
  return `(${payment}.status = 'FAILED' and ${payment}.review is not null)`;
}

/** Why the transaction of a payment failed that was booked with another amount: the payment itself never failed. */
export const otherAmountPaid = 'Another amount was paid';

/** What every screen is told of a payment `p`, which may be absent, that people check or have checked. */
export const checkColumn = `case
    when p.review is not null then json_build_object('kind', p.review, 'state', 'open')
    when p.status = 'SUCCESS' and p.failed_transaction_id is not null and exists (
        select from transactions o
        where o.company_id = p.company_id and o.id = p.failed_transaction_id
          and o.reason is distinct from '${otherAmountPaid}'
      )
      then json_build_object('kind', coalesce(p.reviewed, 'late_success'), 'state', 'paid')
    when p.status = 'FAILED' and p.reviewed is not null
      then json_build_object('kind', p.reviewed, 'state', 'not_paid')
  end`;

export interface CheckMark {
  readonly check: PaymentCheck | null;
}

interface Wish {
  readonly companyId: string;
  readonly phoneNumber: string;
}

/** Before a person is asked to pay what they may have paid already. */
export async function refuseIfDoubted(db: Db, { companyId, phoneNumber }: Wish): Promise<void> {
  const row = await db.row<{ amount: string; network: string }>(
    `select p.amount, p.network
     from payment_reviews r join payments p on p.company_id = r.company_id and p.id = r.payment_id
     where r.company_id = $1 and r.closed_at is null and p.direction = 'collection'
       and p.phone_number = $2 and ${isDoubted('p')}
     order by p.id desc limit 1`,
    [companyId, phoneNumber],
  );
  if (!row) return;
  const [sum, who] = [formatUgx(toUgx(row.amount)), phoneText(phoneNumber)];
  throw new AppError('being_checked', {
    message: `${networkWord(row.network)} says that ${who} has paid ${sum} after all, and the provider is checking it. Asked again, the person may pay twice.`,
  });
}
