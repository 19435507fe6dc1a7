import * as z from 'zod/mini';
import { approval } from './approval.ts';
import { traceStep } from './api-transactions.ts';
import { dateTime, day, id } from './fields.ts';
import { money } from './money.ts';
import { paymentCheck } from './payment-check.ts';
import { paymentDirections } from './payments.ts';
import { settlement } from './settlement.ts';
import { refundedParts, transactionTypes } from './transaction-kinds.ts';
import { deliveryStates } from './webhooks.ts';

/** One ledger entry of a transaction; the entries sum to zero. */
const transactionLeg = z.object({
  /** Name of a customer account; of another one what it is for, in the words of the reader. */
  account: z.string(),
  /** Positive for a gain of the account, negative for a loss. */
  amount: money,
  /** Null for a company: of accounts of the provider. */
  balanceAfter: z.nullable(money),
});

/** How the end of a payment became known. */
export const waysOfHearing = ['callback', 'asking', 'answer'] as const;

/** The mobile-money request behind a transaction. */
const detailsOfPayment = z.object({
  id,
  /** The id that the payments API uses. */
  shortId: z.string(),
  direction: z.enum(paymentDirections),
  origin: z.enum(['api', 'portal', 'link', 'till', 'import']),
  phoneNumber: z.string(),
  network: z.string(),
  networkReference: z.nullable(z.string()),
  /** Calls that ask the network for the payment, and calls that ask for its status. */
  sentCount: z.number(),
  askedCount: z.number(),
  /** Null until it ended, or if it ended without the network. */
  heardBy: z.nullable(z.enum(waysOfHearing)),
  productId: z.nullable(id),
  productCode: z.nullable(z.string()),
  /** Masked, once it is sold. `productCodes.reveal` returns it in clear. */
  voucher: z.nullable(z.object({ id, masked: z.string() })),
  /** Two people of the provider have to decide how it ended. */
  isInReview: z.boolean(),
  /** What its order carried for the company's own systems. */
  metadata: z.record(z.string(), z.string()),
});

const detailsOfDelivery = z.object({
  id,
  type: z.string(),
  state: z.enum(deliveryStates),
  createdAt: dateTime,
  deliveredAt: z.nullable(dateTime),
  nextAttemptAt: z.nullable(dateTime),
  attemptCount: z.number(),
});

const detailsOfKeptEvent = z.object({
  id,
  type: z.string(),
  createdAt: dateTime,
  /** False: a webhook that asks for it is switched on again, and can be sent it. */
  isOff: z.boolean(),
});

/** A payment of the same phone number. */
const relatedPayment = z.object({
  /** Of its page. */
  id,
  date: dateTime,
  direction: z.enum(paymentDirections),
  amount: money,
  network: z.string(),
  status: z.string(),
  check: z.nullable(paymentCheck),
});

/** A payout that gives back what was paid. */
const detailsOfRefund = z.object({
  /** Of its page. */
  id,
  date: dateTime,
  amount: money,
  status: z.string(),
  reason: z.nullable(z.string()),
});

/** Of a collection. */
const detailsOfRefunds = z.object({
  /** Under way ones included; what failed or was reversed is left again. */
  refunded: money,
  left: money,
  /** Why nothing of it can be refunded; null if something can. */
  whyNot: z.nullable(z.string()),
  /** Oldest first. */
  list: z.array(detailsOfRefund),
});

/** Everything about one transaction, or about one payment that has none, on one page. */
export const transactionDetails = z.object({
  /** Of the transaction, or of the payment if it has none: one that an earlier system booked. */
  id,
  transactionId: z.nullable(id),
  companyId: id,
  companyName: z.string(),
  /** If archived, nothing can be changed, and the company and the account cannot be opened. */
  isCompanyArchived: z.boolean(),
  accountId: z.nullable(id),
  accountName: z.string(),
  accountNumber: z.string(),
  type: z.enum(transactionTypes),
  /** Kind of transaction, such as deposit or payout. */
  kind: z.string(),
  /** completed, pending, processing or failed; payments of an earlier system may have other words. */
  status: z.string(),
  /** The current state as a sentence, with the reason. */
  summary: z.string(),
  /** When the server takes an open payment up again. */
  nextStepAt: z.nullable(dateTime),
  /** The gross amount, before the fee. */
  amount: money,
  fee: money,
  /** What of the fee is tax. */
  tax: money,
  /** What the account gained, or lost if negative; null until money moved. */
  net: z.nullable(money),
  /** Held on the account while it is pending. */
  held: money,
  reference: z.nullable(z.string()),
  description: z.string(),
  /** Why it failed. */
  reason: z.nullable(z.string()),
  date: dateTime,
  /** Null while it is pending. */
  finishedAt: z.nullable(dateTime),
  reversalOf: z.nullable(id),
  reversedBy: z.nullable(id),
  /** As in lists: of the refunds that have succeeded. */
  refunded: z.nullable(z.enum(refundedParts)),
  refundOf: z.nullable(id),
  /** As in lists. */
  check: z.nullable(paymentCheck),
  /**
   * Of a payment that two people booked as paid later, or with another amount: the transaction of its request, which
   * failed. Null otherwise; a server of the release before does not say.
   */
  bookedInsteadOf: z.optional(
    z.nullable(
      z.object({ id, amount: money, reason: z.nullable(z.string()), finishedAt: dateTime }),
    ),
  ),
  /** The earlier day that it corrects; it is booked on the day of its finish, since that one may be closed. */
  correctsDay: z.nullable(day),
  legs: z.array(transactionLeg),
  /**
   * The effect of reversing it on what the company owes the provider; null if it cannot be reversed, or
   * the reader is not staff.
   */
  reversal: z.nullable(
    z.object({
      /** What the account lacks; the provider advances it and the company owes it. */
      advanced: money,
      /** What of the money given back repays what the company owes. */
      repaid: money,
      /** What the company owes then, in all. */
      owed: money,
    }),
  ),
  /** Why it cannot be reversed; null if it can. */
  whyNotReversible: z.nullable(z.string()),
  /** The network's fee that a case of the reconciliation booked with it, and that is reversed with it. */
  reversedWith: z.nullable(z.object({ id, amount: money, caseNumber: z.number() })),
  /** Who asked for the payment, or made the transfer, in the portal; null if the reader may not see the person. */
  askedBy: z.nullable(z.string()),
  /** The same person, for a link to the page. */
  askedById: z.nullable(id),
  payment: z.nullable(detailsOfPayment),
  /** Where the money went or goes, if it is a settlement. */
  settlement: z.nullable(settlement),
  /** Null if it is no collection. */
  refunds: z.nullable(detailsOfRefunds),
  /** Of a refund: why it was asked for. */
  refundReason: z.nullable(z.string()),
  /** The bulk payout that it is a line of. */
  bulk: z.nullable(z.object({ id, name: z.string(), number: z.number() })),
  /** Requests that concern it, or that it carried out: who asked, who decided, and why. */
  approvals: z.array(approval),
  /** Events of the company's webhook, oldest first. */
  deliveries: z.array(detailsOfDelivery),
  /** Events that no webhook was sent, because those that ask for them were switched off; oldest first. */
  keptEvents: z.array(detailsOfKeptEvent),
  /** Everything that happened, oldest first. */
  steps: z.array(traceStep),
  /** The last ones of the same phone number in the company, without this one. */
  samePhone: z.array(relatedPayment),
});
export type TransactionDetails = z.infer<typeof transactionDetails>;
