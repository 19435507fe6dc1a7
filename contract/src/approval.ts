import * as z from 'zod/mini';
import {
  approvalKinds,
  approvalOutcomes,
  approvalStates,
  approvalSteps,
  limitSubjects,
  payoutApprovals,
} from './approval-kinds.ts';
import { casePair } from './case-pair.ts';
import { feeDirections } from './fees.ts';
import { dateTime, id } from './fields.ts';
import { money } from './money.ts';

/**
 * To a company, people of the provider are "The provider", without an id. Nobody asks for what a company's
 * systems order.
 */
const person = z.object({ id: z.nullable(id), name: z.string() });

/** Why something waits for a second person, and what became of it. */
const approvalEvent = z.object({
  at: dateTime,
  what: z.enum(['asked', 'approved', 'rejected', 'withdrawn', 'expired', 'done', 'failed']),
  /** Null for what the server did. */
  by: z.nullable(person),
  /** The reason, or why it failed. */
  text: z.nullable(z.string()),
});
export type ApprovalEvent = z.infer<typeof approvalEvent>;

export const approval = z.object({
  id,
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  /** Whose turn it is while it waits. */
  step: z.nullable(z.enum(approvalSteps)),
  /** Of a payout: what it needed when it was asked for; null for those from before there were rules. */
  needs: z.nullable(z.enum(payoutApprovals)),
  /** Null for what concerns no company. */
  companyId: z.nullable(id),
  companyName: z.nullable(z.string()),
  askedBy: person,
  /** Whether the reader asked for it. */
  isOwn: z.boolean(),
  askedAt: dateTime,
  /** Null if it does not expire. */
  expiresAt: z.nullable(dateTime),
  note: z.nullable(z.string()),
  amount: z.nullable(money),
  fee: z.nullable(money),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  /** Of a payout: the name that the network gave for a receiver whom the company keeps. */
  payeeName: z.nullable(z.string()),
  /** When the network gave that name. */
  payeeCheckedAt: z.nullable(dateTime),
  network: z.nullable(z.string()),
  /** What happens if it is approved. */
  sentence: z.string(),
  /** Of the kind "limit": what it is about. */
  limitOf: z.nullable(z.enum(limitSubjects)),
  /** Of the kind "fee": what it is for. */
  feeOf: z.nullable(z.enum(feeDirections)),
  /** The limits that change, and no others. */
  changes: z.array(z.object({ what: z.string(), before: z.string(), after: z.string() })),
  warnings: z.array(z.string()),
  /** What is worth knowing before deciding, and no warning. */
  facts: z.array(z.string()),
  canApprove: z.boolean(),
  /** It loosens how people sign in, or lets money go to a bank: whoever approves it shows the own password and factor. */
  needsProof: z.boolean(),
  canReject: z.boolean(),
  canWithdraw: z.boolean(),
  /** A payout that nobody asked for: it was ordered by the company's systems. */
  canCancel: z.boolean(),
  /** Something has to end before anybody can approve it; `whyNot` says what. */
  isHeldUp: z.boolean(),
  /** Of a payout that waits: what keeps it from being sent once it is approved. */
  heldUpBy: z.nullable(z.string()),
  /** Why the reader cannot approve it while it waits, and who can. */
  whyNot: z.nullable(z.string()),
  /** Of an approved one. */
  outcome: z.nullable(z.enum(approvalOutcomes)),
  history: z.array(approvalEvent),
  /** The records that it concerns. */
  transactionId: z.nullable(id),
  paymentId: z.nullable(id),
  accountId: z.nullable(id),
  userId: z.nullable(id),
  /** The payout brake that it ends. */
  brakeId: z.nullable(id),
  /** The case of the reconciliation that it settles. */
  caseId: z.nullable(id),
  /** Of a case that is said to be the other side of another: both sides. */
  pair: z.nullable(casePair),
  /** The statement that it withdraws. */
  statementId: z.nullable(id),
  /** The batch of settlements that it sends to the bank, or of which the bank returned one. */
  batchId: z.nullable(id),
  /** The day of the books that it closes. */
  day: z.nullable(z.string()),
  /** The bulk payout whose lines it pays. */
  bulkId: z.nullable(id),
});
export type Approval = z.infer<typeof approval>;
