import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, requiredText } from './fields.ts';
import { money } from './money.ts';
import { paymentDirections } from './payments.ts';

/** What the server does not decide by itself, and why. */
export const reviewKinds = [
  'late_success',
  'amount_differs',
  'account_inactive',
  'unanswered',
] as const;
/** Count it as paid, or leave (for one without an answer: make) it failed. */
export const reviewDecisions = ['book', 'fail'] as const;

/**
 * What becomes of the voucher of a sale: the one that is kept for it is handed out, or the next free
 * one, or it is refused because none is left, or less than the price was paid and there is none.
 */
export const voucherOutcomes = ['kept', 'next', 'none_left', 'too_little'] as const;

/** A payment that two people decide about: one proposes, another confirms. */
export const paymentReview = z.object({
  id,
  kind: z.enum(reviewKinds),
  companyId: id,
  companyName: z.string(),
  recordId: id,
  transactionId: z.string(),
  direction: z.enum(paymentDirections),
  status: z.string(),
  phoneNumber: z.string(),
  network: z.string(),
  amount: money,
  /** What the network says was paid, where it differs or came late. */
  networkAmount: z.nullable(money),
  networkReference: z.nullable(z.string()),
  /** What booking it does, as far as is known now. */
  booking: z.object({
    amount: money,
    /** Of that amount: taken off a collection, added to a payout. */
    fee: money,
    /** Kept back for it on the account; what is not needed of it is free again. */
    held: money,
    /** Null: it sells none. */
    voucher: z.nullable(z.enum(voucherOutcomes)),
  }),
  openedAt: dateTime,
  proposal: z.nullable(
    z.object({
      decision: z.enum(reviewDecisions),
      note: z.string(),
      by: z.string(),
      /** Then somebody else has to confirm it. */
      isOwn: z.boolean(),
      at: dateTime,
    }),
  ),
});
export type PaymentReview = z.infer<typeof paymentReview>;

const notFound = 'This payment does not wait for a decision';

export const paymentReviews = {
  list: endpoint({
    method: 'GET',
    path: '/PaymentReviews',
    summary: 'Payments that people have to decide about, oldest first',
    access: staff,
    reply: z.array(paymentReview),
  }),
  propose: endpoint({
    method: 'POST',
    path: '/PaymentReviews/{id}/propose',
    summary: 'Say how it should end; nothing happens until a second person agrees',
    access: staff,
    params: idParams,
    body: z.strictObject({
      decision: z.enum(reviewDecisions),
      note: requiredText('A note is required', 200),
    }),
    reply: paymentReview,
    notFound,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/PaymentReviews/{id}/confirm',
    summary: 'Agree as a second person; it is carried out at once',
    access: staff,
    params: idParams,
    /** What was seen, so that nobody confirms another proposal. */
    body: z.strictObject({ decision: z.enum(reviewDecisions) }),
    reply: z.null(),
    notFound,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/PaymentReviews/{id}/withdraw',
    summary: 'Take a proposal back',
    access: staff,
    params: idParams,
    reply: paymentReview,
    notFound,
  }),
};
