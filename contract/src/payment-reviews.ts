import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, requiredReason, requiredText } from './fields.ts';
import { money, positiveMoney } from './money.ts';
import { paymentDirections } from './payments.ts';

/** Why the server leaves a payment to people. */
export const reviewKinds = [
  'late_success',
  'amount_differs',
  'currency_differs',
  'amount_unknown',
  'account_inactive',
  'unanswered',
  'contradicted',
] as const;
/** Book it as paid, or fail it. What is booked and contradicted stays as it is, or is reversed. */
export const reviewDecisions = ['book', 'fail'] as const;

/**
 * The voucher of a sale if it is booked: the reserved one, the next free one, none because none is
 * left, or none because less than the price was paid.
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
  /** Of the company, which the payment credits or debits. */
  accountName: z.string(),
  accountNumber: z.string(),
  reference: z.nullable(z.string()),
  description: z.nullable(z.string()),
  amount: money,
  /** The amount that the network reports, if it differs or came late. */
  networkAmount: z.nullable(money),
  networkReference: z.nullable(z.string()),
  /** What the network reports in another currency than UGX; null if it did not say how much. */
  foreignAmount: z.nullable(z.number()),
  foreignCurrency: z.nullable(z.string()),
  /**
   * Whether a proposal to book it states how much moved in UGX, because the network did not say it in
   * UGX: required, or optional in place of the amount that was asked for.
   */
  statedAmount: z.enum(['required', 'optional', 'none']),
  /** The effect of booking, as far as known. */
  booking: z.object({
    amount: money,
    /** Fee for that amount: deducted from a collection, added to a payout. */
    fee: money,
    /** Held on the account; the excess is released. */
    held: money,
    /** What the account lacks for a payout; the provider advances it and the company owes it. */
    advanced: money,
    /** What of a collection repays what the company owes. */
    repaid: money,
    /** What the company owes the provider then, in all. */
    owed: money,
    /** Booked nevertheless; the money can be used when the account is active again. */
    isAccountInactive: z.boolean(),
    /** Null if the payment sells no voucher. */
    voucher: z.nullable(z.enum(voucherOutcomes)),
  }),
  /** When the payment was asked for. */
  askedAt: dateTime,
  openedAt: dateTime,
  proposal: z.nullable(
    z.object({
      decision: z.enum(reviewDecisions),
      note: z.string(),
      /** What moved in UGX, as the person who proposes it found out. */
      amount: z.nullable(money),
      by: z.string(),
      /** True if the reader proposed it, so that somebody else must confirm it. */
      isOwn: z.boolean(),
      at: dateTime,
    }),
  ),
  /** Why the last proposal was rejected, until there is a new one. */
  rejection: z.nullable(
    z.object({
      decision: z.enum(reviewDecisions),
      /** Who had proposed it. */
      proposedBy: z.string(),
      /** True if the reader had proposed it. */
      isOwn: z.boolean(),
      by: z.string(),
      reason: z.string(),
      at: dateTime,
    }),
  ),
  /** Who confirmed which decision; null while it is open. */
  ended: z.nullable(z.object({ decision: z.enum(reviewDecisions), by: z.string(), at: dateTime })),
});
export type PaymentReview = z.infer<typeof paymentReview>;

const notFound = 'This payment does not wait for a decision';
/** The proposal that the caller saw, so that nobody answers a different one. */
const seenProposal = {
  decision: z.enum(reviewDecisions),
  amount: z.optional(positiveMoney),
};

export const paymentReviews = {
  list: endpoint({
    method: 'GET',
    path: '/PaymentReviews',
    summary: 'List payments that need a decision, oldest first',
    access: staff('staffRead'),
    reply: z.array(paymentReview),
  }),
  get: endpoint({
    method: 'GET',
    path: '/PaymentReviews/{id}',
    summary: 'Get a payment that needs or needed a decision, with who decided it',
    access: staff('staffRead'),
    params: idParams,
    reply: paymentReview,
    notFound: 'Nobody was asked to decide about this payment',
  }),
  propose: endpoint({
    method: 'POST',
    path: '/PaymentReviews/{id}/propose',
    summary: 'Propose a decision; it takes effect when a second person confirms it',
    access: staff('staffMoney'),
    params: idParams,
    body: z.strictObject({
      decision: z.enum(reviewDecisions),
      note: requiredText('A note is required', 200),
      /** What moved in UGX, to book a payment of which the network did not say it in UGX. */
      amount: z.optional(positiveMoney),
    }),
    reply: paymentReview,
    notFound,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/PaymentReviews/{id}/confirm',
    summary: 'Confirm a proposed decision as a second person; it takes effect at once',
    access: staff('staffMoney'),
    params: idParams,
    body: z.strictObject(seenProposal),
    reply: z.null(),
    notFound,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/PaymentReviews/{id}/withdraw',
    summary: 'Withdraw the own proposal',
    access: staff('staffMoney'),
    params: idParams,
    reply: paymentReview,
    notFound,
  }),
  reject: endpoint({
    method: 'POST',
    path: '/PaymentReviews/{id}/reject',
    summary: "Reject another person's proposal, with a reason",
    access: staff('staffMoney'),
    params: idParams,
    body: z.strictObject({ ...seenProposal, reason: requiredReason }),
    reply: paymentReview,
    notFound,
  }),
};
