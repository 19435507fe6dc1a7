import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id } from './fields.ts';
import { money } from './money.ts';
import { systemTransaction } from './system-transactions.ts';

/** What whoever approves a payout has to know of it. */
export const waitingPayout = z.object({
  accountId: id,
  accountName: z.string(),
  accountNumber: z.string(),
  isAccountActive: z.boolean(),
  phoneNumber: z.string(),
  network: z.string(),
  fee: money,
  /** Kept back on the account: the amount and the fee. */
  held: money,
  note: z.nullable(z.string()),
  requestedBy: z.nullable(z.string()),
  /** The reader has asked for it, so somebody else has to approve it. */
  isOwn: z.boolean(),
});
export type WaitingPayout = z.infer<typeof waitingPayout>;

/** One thing that somebody should look at. */
export const attentionItem = z.object({
  kind: z.enum(['pending-approval', 'payment-review', 'failed-transaction']),
  /** Of a transaction, and for a payment that waits for a decision of its review. */
  ...systemTransaction.shape,
  description: z.string(),
  /** Why it failed. */
  reason: z.nullable(z.string()),
  /** When it began to need attention: asked for, or failed. */
  since: dateTime,
  /** Of a payout that waits for approval; null otherwise. */
  payout: z.nullable(waitingPayout),
});
export type AttentionItem = z.infer<typeof attentionItem>;

/** A company that was not told of its payments although it wants to hear; of the last 7 days. */
export const webhookGaveUp = z.object({
  companyId: id,
  company: z.string(),
  /** How many events were given up. */
  count: z.number(),
  /** When the last one was. */
  since: dateTime,
});
export type WebhookGaveUp = z.infer<typeof webhookGaveUp>;

export const attention = z.object({
  pendingApprovals: z.number(),
  /** Payments that two people have to decide about. */
  paymentReviews: z.number(),
  /** Of the last 24 hours. */
  failedTransactions: z.number(),
  /**
   * Newest first, at most 50 of each kind: many failures never hide a payout that waits. Of those it
   * is the oldest 50, of the others the newest.
   */
  items: z.array(attentionItem),
  /** Newest first, at most 50. */
  webhooksGaveUp: z.array(webhookGaveUp),
});
export type Attention = z.infer<typeof attention>;

export const readAttention = endpoint({
  method: 'GET',
  path: '/AdminDashboard/attention',
  summary:
    'What waits for somebody: payouts to approve, payments to decide about, and what failed in the last day',
  access: staff,
  reply: attention,
});
