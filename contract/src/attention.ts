import * as z from 'zod/mini';
import { staff } from './access.ts';
import { approvalKinds } from './approval-kinds.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id } from './fields.ts';
import { money } from './money.ts';
import { statementPlaces } from './network-statements.ts';
import { systemTransactionBase } from './system-transactions.ts';

/** One item that needs attention. */
export const attentionItem = z.object({
  kind: z.enum(['pending-approval', 'payment-review', 'failed-transaction']),
  /** The transaction; `id` is the approval's if it waits for one, and the review's for a decision. */
  ...systemTransactionBase.shape,
  /** Null for what concerns all companies, such as a tax. */
  companyId: z.nullable(id),
  company: z.nullable(z.string()),
  description: z.string(),
  /** Why it failed. */
  reason: z.nullable(z.string()),
  /** Time since when it needs attention: its request or its failure. */
  since: dateTime,
  /** What waits for approval; null otherwise. */
  approvalKind: z.nullable(z.enum(approvalKinds)),
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

/** A payout brake that is on: payouts wait until two people have decided. */
export const brakeOn = z.object({
  id,
  /** Null if the payouts of all companies are stopped. */
  company: z.nullable(z.string()),
  reason: z.string(),
  since: dateTime,
});
export type BrakeOn = z.infer<typeof brakeOn>;

/** The watcher does not run, so unusual payouts are not stopped, or it cannot seal brakes. */
export const watcherTrouble = z.object({
  problem: z.enum(['late', 'cannot-seal']),
  /** When a late one last looked; null if it never did. */
  since: z.nullable(dateTime),
});
export type WatcherTrouble = z.infer<typeof watcherTrouble>;

/** Mails that were not delivered. */
export const mailTrouble = z.object({
  count: z.number(),
  /** Of the latest one; null if it was delivered meanwhile. */
  reason: z.nullable(z.string()),
});
export type MailTrouble = z.infer<typeof mailTrouble>;

/** A balance of a statement that nothing explains. */
export const unexplainedFloat = z.object({
  network: z.enum(statementPlaces),
  /** Of the last statement or call, in Kampala. */
  day: z.string(),
  /** UGX: what is there more. */
  amount: money,
  /** What tells another balance: the last statement, or the network itself when it was asked. */
  by: z.enum(['statement', 'call']),
});

export const attention = z.object({
  /** All requests that wait for a second person: of the provider, or of the company. */
  pendingApprovals: z.number(),
  /** Of all approvals, those that the reader can decide. */
  approvalsForReader: z.number(),
  /** What these add up to, and when the oldest was asked for; null without any. */
  approvalsAmount: money,
  approvalsSince: z.nullable(dateTime),
  /** Payments that need a decision by two people. */
  paymentReviews: z.number(),
  /** Of these, those about which the reader can propose a decision; proposals of others are among the approvals. */
  reviewsForReader: z.number(),
  /** Of the last 24 hours, without collections. */
  failedTransactions: z.number(),
  /** Finished yesterday or today in Kampala, without collections: as many as the list of these days has. */
  failedSinceYesterday: z.number(),
  /**
   * Newest first, at most 50 of each kind, so that failures cannot hide waiting approvals. Of waiting
   * approvals the oldest 50 are listed, of the others the newest. They are those that the reader can
   * decide, or all that wait if the reader can decide none.
   */
  items: z.array(attentionItem),
  /** How many more there are of the kinds that are listed. */
  unlistedItems: z.number(),
  /** Newest first, at most 50. */
  webhooksGaveUp: z.array(webhookGaveUp),
  /** Null if there are none. */
  unknownPayments: z.nullable(unknownPayments),
  /** All open messages about unknown payments, proven or not: as many as their list has. */
  openNotices: z.number(),
  payoutBrakes: z.array(brakeOn),
  /** Null if all is well. */
  watcher: z.nullable(watcherTrouble),
  /** Null if mails are delivered, as far as is known. */
  mailTrouble: z.nullable(mailTrouble),
  /** Cases of the reconciliation that people have to settle. */
  openCases: z.number(),
  unexplainedFloats: z.array(unexplainedFloat),
  /** How many rules the last check of the ledger found broken. */
  ledgerFaults: z.number(),
  /** Enquiries that nobody has answered, or whose answer was not delivered; 0 for whoever may not answer them. */
  newEnquiries: z.number(),
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
