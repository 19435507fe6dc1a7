import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id } from './fields.ts';
import { money } from './money.ts';
import { systemTransactionBase } from './system-transactions.ts';

/** What an approver needs to know about a payout. */
export const waitingPayout = z.object({
  accountId: id,
  accountName: z.string(),
  accountNumber: z.string(),
  isAccountActive: z.boolean(),
  phoneNumber: z.string(),
  network: z.string(),
  fee: money,
  /** The hold: amount plus fee. */
  held: money,
  note: z.nullable(z.string()),
  requestedBy: z.nullable(z.string()),
  /** True if the reader requested it, so that somebody else must approve it. */
  isOwn: z.boolean(),
});
export type WaitingPayout = z.infer<typeof waitingPayout>;

/** One item that needs attention. */
export const attentionItem = z.object({
  kind: z.enum(['pending-approval', 'payment-review', 'failed-transaction']),
  /** The transaction; for a payment that needs a decision, `id` is its review's. */
  ...systemTransactionBase.shape,
  description: z.string(),
  /** Why it failed. */
  reason: z.nullable(z.string()),
  /** Time since when it needs attention: its request or its failure. */
  since: dateTime,
  /** Details of a payout that waits for approval; null otherwise. */
  payout: z.nullable(waitingPayout),
});
export type AttentionItem = z.infer<typeof attentionItem>;

/** A company whose webhook deliveries were given up in the last 7 days. */
export const webhookGaveUp = z.object({
  companyId: id,
  company: z.string(),
  /** Number of events that were given up. */
  count: z.number(),
  /** Time of the latest one. */
  since: dateTime,
});
export type WebhookGaveUp = z.infer<typeof webhookGaveUp>;

/** Proven messages of networks about payments that do not exist here. */
export const unknownPayments = z.object({
  count: z.number(),
  /** Time of the latest message. */
  since: dateTime,
});
export type UnknownPayments = z.infer<typeof unknownPayments>;

export const attention = z.object({
  pendingApprovals: z.number(),
  /** Payments that need a decision by two people. */
  paymentReviews: z.number(),
  /** Of the last 24 hours, without collections. */
  failedTransactions: z.number(),
  /**
   * Newest first, at most 50 of each kind, so that failures cannot hide waiting payouts. Of waiting
   * payouts the oldest 50 are listed, of the others the newest.
   */
  items: z.array(attentionItem),
  /** Newest first, at most 50. */
  webhooksGaveUp: z.array(webhookGaveUp),
  /** Null if there are none. */
  unknownPayments: z.nullable(unknownPayments),
});
export type Attention = z.infer<typeof attention>;

export const readAttention = endpoint({
  method: 'GET',
  path: '/AdminDashboard/attention',
  summary:
    'What waits for somebody: payouts to approve, payments to decide about, and what failed in the last day other than collections',
  access: staff('staffRead'),
  reply: attention,
});
