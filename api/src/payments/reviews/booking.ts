import { fromHundredths } from '@sente/contract/money';
import type { PaymentReview } from '@sente/contract/payment-reviews';
import { voucherOutcome, type Sale } from './voucher-outcome.ts';

/** What decides how a payment would be booked. Hundredths of UGX; bigint arrives as text. */
export interface BookingFacts extends Sale {
  readonly direction: PaymentReview['direction'];
  readonly status: string;
  /** The fee if it is booked, and the current hold. */
  readonly booked_fee: string;
  readonly booked_vat: string;
  readonly booked_levy: string;
  readonly held: string;
  /** What the account has beyond all holds, and what the company owes. */
  readonly available: string;
  readonly debt: string;
  readonly is_account_active: boolean;
}

/** The effect of booking, as the books are now: none on what is booked already. */
export function bookingOf(row: BookingFacts): PaymentReview['booking'] {
  const amount = BigInt(row.paid_amount ?? row.amount);
  const isBooked = row.status === 'SUCCESS';
  const { advanced, repaid } = isBooked ? noEffect : effectOnDebt(row, amount);
  return {
    amount: fromHundredths(amount),
    fee: fromHundredths(BigInt(row.booked_fee)),
    held: fromHundredths(BigInt(row.held)),
    advanced: fromHundredths(advanced),
    repaid: fromHundredths(repaid),
    owed: fromHundredths(BigInt(row.debt) + advanced - repaid),
    isAccountInactive: !row.is_account_active,
    voucher: isBooked ? null : voucherOutcome(row),
  };
}

const noEffect = { advanced: 0n, repaid: 0n };

/** By the same rules as the ledger. */
function effectOnDebt(row: BookingFacts, amount: bigint): { advanced: bigint; repaid: bigint } {
  const fee = BigInt(row.booked_fee);
  const available = BigInt(row.available) + BigInt(row.held);
  if (row.direction === 'payout') {
    const lacks = amount + fee - available;
    return { advanced: lacks > 0n ? lacks : 0n, repaid: 0n };
  }
  const credited = amount - fee;
  const debt = BigInt(row.debt);
  const most = credited > 0n ? available + credited : 0n;
  return { advanced: 0n, repaid: most < debt ? most : debt };
}
