import type { PaymentReview } from '@sente/contract/payment-reviews';
import { toUgx } from '../../db/amounts.ts';
import { toShortId } from '../../db/short-id.ts';
import { bookingOf } from './booking.ts';
import type { ReviewRow } from './reviews.queries.ts';

/** People state what moved only where the network did not say it in UGX. */
export function statedAmountOf({ kind, network_amount }: ReviewRow): PaymentReview['statedAmount'] {
  if (kind === 'contradicted') return 'none';
  if (kind === 'currency_differs' || kind === 'amount_unknown') return 'required';
  return network_amount === null ? 'optional' : 'none';
}

export function toReview(row: ReviewRow, userId: string): PaymentReview {
  return {
    id: row.id,
    kind: row.kind,
    companyId: row.company_id,
    companyName: row.company_name,
    recordId: row.payment_id,
    transactionId: toShortId(row.payment_id),
    direction: row.direction,
    status: row.status,
    phoneNumber: row.phone_number,
    network: row.network,
    accountName: row.account_name,
    accountNumber: row.account_number,
    reference: row.reference,
    description: row.description,
    amount: toUgx(row.amount),
    networkAmount: row.network_amount === null ? null : toUgx(row.network_amount),
    networkReference: row.network_reference,
    foreignAmount: row.foreign_amount === null ? null : toUgx(row.foreign_amount),
    foreignCurrency: row.foreign_currency,
    statedAmount: statedAmountOf(row),
    booking: bookingOf(row),
    askedAt: row.asked_at.toISOString(),
    openedAt: row.opened_at.toISOString(),
    proposal:
      row.decision === null
        ? null
        : {
            decision: row.decision,
            note: row.note ?? '',
            amount: row.proposed_amount === null ? null : toUgx(row.proposed_amount),
            by: row.proposed_by_name ?? '',
            isOwn: row.proposed_by === userId,
            at: (row.proposed_at ?? row.opened_at).toISOString(),
          },
    rejection: rejectionOf(row, userId),
    ended: endOf(row),
  };
}

function rejectionOf(row: ReviewRow, userId: string): PaymentReview['rejection'] {
  if (row.rejected_decision === null || row.rejected_at === null) return null;
  return {
    decision: row.rejected_decision,
    proposedBy: row.rejected_proposer_name ?? '',
    isOwn: row.rejected_proposer === userId,
    by: row.rejected_by_name ?? '',
    reason: row.rejected_reason ?? '',
    at: row.rejected_at.toISOString(),
  };
}

function endOf({ closed_at, decision, confirmed_by_name }: ReviewRow): PaymentReview['ended'] {
  if (closed_at === null) return null;
  // Without a proposal it was booked by the decision about something else, such as a case.
  return { decision: decision ?? 'book', by: confirmed_by_name ?? '', at: closed_at.toISOString() };
}
