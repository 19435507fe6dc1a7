import * as z from 'zod/mini';
import { staff } from './access.ts';
import { awaitsApproval } from './approval-kinds.ts';
import { endpoint } from './endpoint.ts';
import { day as calendarDay, dateTime, id, idParams, oneOf, requiredText } from './fields.ts';
import { money } from './money.ts';
import { direction, pageMeta, pageQuery } from './paging.ts';
import { caseActions, caseKindNames } from './case-kinds.ts';
import { casePair } from './case-pair.ts';
import { statementPlaces } from './network-statements.ts';
import { paymentDirections } from './payments.ts';

export const caseStates = ['open', 'settled'] as const;
export const caseSortKeys = ['day', 'due', 'amount'] as const;
export type CaseSortKey = (typeof caseSortKeys)[number];

/** UGX. Positive amounts came in at the network or the bank, negative ones left it. */
const caseFields = {
  id,
  /** For people: cases are counted from 1. */
  number: z.number(),
  network: z.enum(statementPlaces),
  kind: z.enum(caseKindNames),
  state: z.enum(caseStates),
  /** In Kampala; of the statement's line, or else of our booking. */
  day: z.string(),
  /** What the network has more than the books. */
  effect: money,
  company: z.nullable(z.object({ id, name: z.string() })),
  phoneNumber: z.nullable(z.string()),
  /** The network's id. */
  reference: z.nullable(z.string()),
  openedAt: dateTime,
  /** It is no work until this day. */
  waitUntil: z.nullable(z.string()),
  /** Until when it should be settled, by its amount and by how long two people let it wait; null once it is. */
  dueOn: z.nullable(z.string()),
  /** By amount, and by age: what is overdue is high. Null once it is settled. */
  severity: z.nullable(z.enum(['high', 'medium', 'low'])),
  /** Who works on it. */
  assignee: z.nullable(z.object({ id, name: z.string(), isReader: z.boolean() })),
  settledAt: z.nullable(dateTime),
  /** Server: the other side came by itself. Withdrawal: its statement was withdrawn. */
  settledBy: z.nullable(z.enum(['people', 'server', 'withdrawal'])),
  action: z.nullable(z.enum(caseActions)),
  /** What waits for a second person. */
  proposed: z.nullable(
    z.object({
      approvalId: id,
      action: z.enum(caseActions),
      /** Whether the reader proposed it. */
      isOwn: z.boolean(),
    }),
  ),
};
export const reconciliationCase = z.object(caseFields);
export type ReconciliationCase = z.infer<typeof reconciliationCase>;

const theirs = z.object({
  reference: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  at: dateTime,
  direction: z.enum(['in', 'out']),
  amount: money,
  fee: z.nullable(money),
  balanceAfter: z.nullable(money),
  status: z.enum(['completed', 'failed', 'pending']),
  text: z.string(),
  statementId: id,
  statementName: z.string(),
  lineNumber: z.number(),
});
const ours = z.object({
  /** Of the payment, or else of the transaction: either leads to its page. */
  recordId: id,
  transactionId: z.nullable(id),
  direction: z.nullable(z.enum(paymentDirections)),
  phoneNumber: z.nullable(z.string()),
  amount: money,
  /** Of the payment; null for another booking. */
  status: z.nullable(z.string()),
  networkReference: z.nullable(z.string()),
  createdAt: dateTime,
  bookedAt: z.nullable(dateTime),
  account: z.nullable(z.string()),
});
const caseEvent = z.object({
  at: dateTime,
  what: z.enum([
    'opened',
    'proposed',
    'approved',
    'rejected',
    'withdrawn',
    'expired',
    'settled',
    'ended',
    'noted',
  ]),
  /** Null for what the server did. */
  by: z.nullable(z.string()),
  text: z.nullable(z.string()),
});
export type CaseEvent = z.infer<typeof caseEvent>;
const otherCase = z.nullable(z.object({ id, number: z.number() }));

export const caseDetails = z.object({
  ...caseFields,
  theirs: z.nullable(theirs),
  ours: z.nullable(ours),
  cause: z.string(),
  /** Of a fee that the network took: what its tariff says; null without a tariff. */
  expectedFee: z.nullable(money),
  /** The first one is suggested; none for a settled case. */
  actions: z.array(z.enum(caseActions)),
  /** Open cases with the other side only and the same amount, the most likely first. */
  candidates: z.array(
    z.object({
      id,
      number: z.number(),
      kind: z.enum(caseKindNames),
      day: z.string(),
      reference: z.nullable(z.string()),
      company: z.nullable(z.string()),
      pair: casePair,
    }),
  ),
  /** How many of the other side with its number and amount are not late yet, and may be it. */
  waitingAlike: z.number(),
  /** The case with the other side, if people say so or have said so. */
  other: z.nullable(
    z.object({
      id,
      number: z.number(),
      theirs: z.nullable(theirs),
      ours: z.nullable(ours),
      pair: casePair,
    }),
  ),
  /** A settled case about the same payment or line, and the one that followed this one. */
  follows: otherCase,
  followedBy: otherCase,
  /** What it wrote to suspense; unknown payments list it until it is released to its owner. */
  inSuspense: z.nullable(z.object({ amount: money, isReleased: z.boolean() })),
  /** Transactions that settled it. */
  transactionIds: z.array(id),
  history: z.array(caseEvent),
});
export type CaseDetails = z.infer<typeof caseDetails>;

/** What an action would post now; nothing is posted. */
export const casePreview = z.object({
  postings: z.array(
    z.object({
      kind: z.string(),
      description: z.string(),
      companyName: z.string(),
      /** After it, an account of the provider has what the trial balance shows: the sum of all companies. */
      legs: z.array(z.object({ account: z.string(), amount: money, balanceAfter: money })),
    }),
  ),
});
export type CasePreview = z.infer<typeof casePreview>;

const manyPreview = z.array(z.object({ number: z.number(), ...casePreview.shape }));
export type ManyPreview = z.infer<typeof manyPreview>;

/** From the ledger to the float, each in UGX. */
export const floatBridge = z.object({
  network: z.enum(statementPlaces),
  /** Null if there is no statement. */
  day: z.nullable(z.string()),
  /** By the statement at the end of the day; null if it does not tell it. */
  float: z.nullable(money),
  /** What the clearing accounts say. */
  ledger: money,
  /** With what the comparison starts: what the first statement begins with. Null without a statement that tells a balance. */
  start: z.nullable(z.object({ day: z.string(), balance: money })),
  /** Of that, what is not in the books: it is taken as given, and nothing explains it. */
  opening: money,
  paidNotBooked: money,
  bookedNotPaid: money,
  openCases: money,
  /** What should be there: the sum of all these. */
  explained: money,
  /** Null without a float. */
  difference: z.nullable(money),
  /** The last that the network told by call on that day; null if it was not asked or told nothing. */
  called: z.nullable(
    z.object({
      amount: money,
      at: dateTime,
      /** What the books and the statements explained at that moment; null without a statement. */
      explained: z.nullable(money),
      /** What that is the sum of; null for what was kept before this was. */
      parts: z.nullable(
        z.object({ ledger: money, opening: money, notBooked: money, openCases: money }),
      ),
      /** Sent to the network and not ended here then: the network may have moved it or not. */
      underWayIn: money,
      underWayOut: money,
      /** What neither explains; null without a statement. */
      difference: z.nullable(money),
    }),
  ),
});
export type FloatBridge = z.infer<typeof floatBridge>;

const cell = z.object({
  network: z.enum(statementPlaces),
  /**
   * None: no statement has any of the day. Incomplete: only one that lacks lines has; nothing is known to differ. Exact:
   * to the shilling for the whole day, and without an open case. Partial: so far, because statements cover a part of the
   * day. Unknown: no balance is told.
   */
  state: z.enum(['none', 'incomplete', 'unknown', 'partial', 'exact', 'differs']),
  openCases: z.number(),
  /** Of the day's open cases and of what nothing explains. */
  difference: money,
  /** The part that no case explains. */
  unexplained: money,
});
export type DayCell = z.infer<typeof cell>;
export const reconciliationDay = z.object({ day: z.string(), cells: z.array(cell) });
export type ReconciliationDay = z.infer<typeof reconciliationDay>;

const proposal = {
  action: oneOf(caseActions),
  /** Required to wait. */
  until: z.optional(calendarDay),
  /** Required to match: the case that has the other side. */
  otherCaseId: z.optional(id),
};
const notFound = 'Case not found';

/** So many are settled together: each holds the accounts that it moves until all are. */
export const mostCasesTogether = 20;
const caseIds = z
  .array(id)
  .check(
    z.minLength(1, 'Choose a case'),
    z.maxLength(mostCasesTogether, `At most ${mostCasesTogether} cases at once`),
  );

export const noteBody = z.strictObject({ text: requiredText('Note is required', 500) });

export const reconciliation = {
  days: endpoint({
    method: 'GET',
    path: '/Reconciliation/days',
    summary:
      'A month of days with what the networks, the bank and the books differ by, the newest first',
    access: staff('staffRead'),
    query: z.strictObject({ to: z.optional(calendarDay) }),
    reply: z.object({
      days: z.array(reconciliationDay),
      /** Whether there are statements of earlier days. */
      hasEarlier: z.boolean(),
      /** The day until which all days of a place agree to the shilling and no case is open; null if none does. */
      reconciledThrough: z.array(
        z.object({ network: z.enum(statementPlaces), day: z.nullable(z.string()) }),
      ),
      /** The bridge after the last statement of each network, with what it told last by call. */
      now: z.array(floatBridge),
    }),
  }),
  bridge: endpoint({
    method: 'GET',
    path: '/Reconciliation/bridge',
    summary:
      'From the ledger to the float of a network, or the balance of the bank, at the end of a day, in figures',
    access: staff('staffRead'),
    query: z.strictObject({ network: oneOf(statementPlaces), day: calendarDay }),
    reply: floatBridge,
  }),
  cases: endpoint({
    method: 'GET',
    path: '/Reconciliation/cases',
    summary: 'List the cases, open ones first: by day, due date or amount',
    access: staff('staffRead'),
    query: z.strictObject({
      ...pageQuery,
      search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
      state: z.optional(oneOf(caseStates)),
      kind: z.optional(oneOf(caseKindNames)),
      network: z.optional(oneOf(statementPlaces)),
      day: z.optional(calendarDay),
      /** Those of the reader, or of nobody. */
      assignee: z.optional(oneOf(['me', 'none'])),
      due: z.optional(oneOf(['overdue'])),
      sort: z.optional(oneOf(caseSortKeys)),
      direction: z.optional(direction),
    }),
    reply: z.array(reconciliationCase),
    meta: z.object({
      ...pageMeta,
      /** Of all pages: what came in and what left at the networks beyond the books. */
      more: money,
      less: money,
      /** Of both: amounts that a case of the same network has the other way round. Such cases may be one payment. */
      inPairs: money,
      /** Of all cases, for today: before + opened - cleared = open. */
      flow: z.object({
        before: z.number(),
        opened: z.number(),
        cleared: z.number(),
        open: z.number(),
      }),
    }),
  }),
  case: endpoint({
    method: 'GET',
    path: '/Reconciliation/cases/{id}',
    summary: 'Get a case with both sides, its possible actions and its history',
    access: staff('staffRead'),
    params: idParams,
    reply: caseDetails,
    notFound,
  }),
  assign: endpoint({
    method: 'POST',
    path: '/Reconciliation/cases/{id}/assignee',
    summary: 'Take an open case, also from somebody else, or give it back',
    access: staff('staffMoney'),
    params: idParams,
    body: z.strictObject({ isMine: z.boolean() }),
    reply: caseDetails,
    notFound,
  }),
  note: endpoint({
    method: 'POST',
    path: '/Reconciliation/cases/{id}/notes',
    summary: 'Write a note about a case, for everybody who reads it',
    access: staff('staffMoney'),
    params: idParams,
    body: noteBody,
    reply: caseDetails,
    notFound,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/Reconciliation/cases/{id}/preview',
    summary: 'What an action would post now, leg by leg; nothing is posted',
    access: staff('staffMoney'),
    params: idParams,
    body: z.strictObject(proposal),
    reply: casePreview,
    notFound,
  }),
  propose: endpoint({
    method: 'POST',
    path: '/Reconciliation/cases/{id}/propose',
    summary: 'Propose how a case is settled; a second person approves it',
    access: staff('staffMoney'),
    params: idParams,
    body: z.strictObject({ ...proposal, note: requiredText('Note is required', 200) }),
    reply: caseDetails,
    notFound,
  }),
  previewMany: endpoint({
    method: 'POST',
    path: '/Reconciliation/cases/preview',
    summary:
      'What an action would post now for each of several cases of one kind; nothing is posted',
    access: staff('staffMoney'),
    body: z.strictObject({ caseIds, ...proposal }),
    reply: manyPreview,
    notFound,
  }),
  proposeMany: endpoint({
    method: 'POST',
    path: '/Reconciliation/cases/propose',
    summary:
      'Propose one action for several cases of one kind; a second person approves them together, and each is posted by itself',
    access: staff('staffMoney'),
    body: z.strictObject({ caseIds, ...proposal, note: requiredText('Note is required', 200) }),
    reply: z.null(),
    meta: awaitsApproval,
    notFound,
  }),
};
