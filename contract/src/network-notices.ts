import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, requiredReason, requiredText } from './fields.ts';
import { money, positiveMoney } from './money.ts';
import { paymentDirections } from './payments.ts';

/** Book the money to suspense, or release it from there to the account of the company that owns it. */
export const suspenseDecisions = ['book', 'release'] as const;

const releaseAccount = z.object({
  id,
  name: z.string(),
  number: z.string(),
  companyId: id,
  companyName: z.string(),
});

/** Its money in suspense. */
const suspenseBooking = z.object({
  transactionId: id,
  /** Collection: it came in at the network. Payout: it left there. */
  direction: z.enum(paymentDirections),
  amount: money,
  at: dateTime,
  /** The account that has it now, and the transaction there; null while it is in suspense. */
  release: z.nullable(z.object({ transactionId: id, account: releaseAccount })),
});

const suspenseProposal = z.object({
  id,
  decision: z.enum(suspenseDecisions),
  direction: z.enum(paymentDirections),
  amount: money,
  /** The receiving account of a release. */
  account: z.nullable(releaseAccount),
  note: z.string(),
  by: z.string(),
  /** True if the reader proposed it, so that somebody else must confirm it. */
  isOwn: z.boolean(),
  at: dateTime,
});

/** What a network said about a payment that does not exist here. */
export const networkNotice = z.object({
  id,
  network: z.string(),
  /** The payment's id at the network; empty if the message contains none. */
  reference: z.string(),
  /** The network's own id, which its statements have. */
  networkReference: z.nullable(z.string()),
  said: z.string(),
  /** Whether the message carried the secret or the hash that only the network can have. */
  isProven: z.boolean(),
  /** The beginning of the last message. */
  content: z.string(),
  firstAt: dateTime,
  lastAt: dateTime,
  times: z.number(),
  /** What the network says was paid, if it said so in UGX. */
  amount: z.nullable(money),
  /** Collection: it came in at the network. Payout: it left there. Null if the network did not say it. */
  direction: z.nullable(z.enum(paymentDirections)),
  /** Whether the network says that it was paid; nothing else can be booked. */
  saysPaid: z.boolean(),
  /** Whether it says something else than the message that its payment was booked by. */
  contradicts: z.boolean(),
  /** The case that wrote its money to suspense, if a statement told it and no message. */
  ofCase: z.nullable(z.object({ id, number: z.number() })),
  /** What booked its payment, if a case about its line did, or another message; it is then not booked again. */
  bookedBy: z.nullable(
    z.object({ transactionId: id, caseId: z.nullable(id), number: z.nullable(z.number()) }),
  ),
  /** Of its payment, which other messages may be about too. */
  booking: z.nullable(suspenseBooking),
  proposal: z.nullable(suspenseProposal),
  /** Why the last proposal was rejected, until there is a new one. */
  rejection: z.nullable(
    z.object({
      decision: z.enum(suspenseDecisions),
      /** Who had proposed it. */
      proposedBy: z.string(),
      /** True if the reader had proposed it. */
      isOwn: z.boolean(),
      by: z.string(),
      reason: z.string(),
      at: dateTime,
    }),
  ),
});
export type NetworkNotice = z.infer<typeof networkNotice>;

const notFound = 'This notice is not open';
const note = requiredText('A note is required', 200);
/** The id of the proposal that the caller saw, so that nobody answers a different one. */
const seenProposal = z.strictObject({ proposal: id });

export const networkNotices = {
  list: endpoint({
    method: 'GET',
    path: '/NetworkNotices',
    summary:
      'List what networks said about payments that do not exist here: those with a proposal first, then those with money in suspense, then at most 200 others, proven messages first, newest first',
    access: staff('staffRead'),
    reply: z.array(networkNotice),
  }),
  close: endpoint({
    method: 'POST',
    path: '/NetworkNotices/{id}/close',
    summary:
      'Close a notice with a note on what was found; not while its money is in suspense, and not by the person who reversed its booking',
    access: staff('staffMoney'),
    params: idParams,
    body: z.strictObject({ note }),
    reply: z.null(),
    notFound,
  }),
  proposeBooking: endpoint({
    method: 'POST',
    path: '/NetworkNotices/{id}/propose/booking',
    summary:
      "Propose to book the money of a proven notice to the provider's suspense account; it takes effect when a second person confirms it",
    access: staff('staffMoney'),
    params: idParams,
    body: z.strictObject({
      /** Exactly if the network did not say it. */
      direction: z.optional(z.enum(paymentDirections, 'Select whether it came in or went out')),
      /** What really moved; exactly if the network did not say it in UGX. */
      amount: z.optional(positiveMoney),
      note,
    }),
    reply: networkNotice,
    notFound,
  }),
  proposeRelease: endpoint({
    method: 'POST',
    path: '/NetworkNotices/{id}/propose/release',
    summary:
      "Propose to release the money from suspense to a company's account; it takes effect when a second person confirms it",
    access: staff('staffMoney'),
    params: idParams,
    body: z.strictObject({ accountId: id, note }),
    reply: networkNotice,
    notFound,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/NetworkNotices/{id}/confirm',
    summary: 'Confirm the proposal about a notice as a second person; the money moves at once',
    access: staff('staffMoney'),
    params: idParams,
    body: seenProposal,
    reply: z.null(),
    notFound,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/NetworkNotices/{id}/withdraw',
    summary: 'Withdraw the own proposal about a notice',
    access: staff('staffMoney'),
    params: idParams,
    body: seenProposal,
    reply: networkNotice,
    notFound,
  }),
  reject: endpoint({
    method: 'POST',
    path: '/NetworkNotices/{id}/reject',
    summary: "Reject another person's proposal about a notice, with a reason",
    access: staff('staffMoney'),
    params: idParams,
    body: z.strictObject({ ...seenProposal.shape, reason: requiredReason }),
    reply: networkNotice,
    notFound,
  }),
};
