import * as z from 'zod/mini';
import { company, staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, oneOf, requiredText } from './fields.ts';
import { money } from './money.ts';
import { pageMeta, pageQuery } from './paging.ts';
import type { StaffPermissionName } from './permissions.ts';

/** What one person asks for and another one approves, with the permission that approving needs. */
export const approvalPermissions = {
  payout: 'staffMoney',
  deposit: 'staffMoney',
  reversal: 'staffMoney',
  'payment-decision': 'staffMoney',
  suspense: 'staffMoney',
  'staff-role': 'staffGrants',
  fee: 'staffFees',
} as const satisfies Record<string, StaffPermissionName>;
export type ApprovalKind = keyof typeof approvalPermissions;
export const approvalKinds = Object.keys(approvalPermissions) as [ApprovalKind, ...ApprovalKind[]];

/** Deciding and carrying out are separate: the outcome of an approved payout follows later. */
export const approvalStates = ['waiting', 'approved', 'rejected', 'withdrawn', 'expired'] as const;
export type ApprovalState = (typeof approvalStates)[number];
export const approvalOutcomes = ['pending', 'done', 'failed'] as const;
/** Waiting for the reader, requested by the reader, or decided. */
export const approvalTabs = ['waiting', 'mine', 'decided'] as const;
export type ApprovalTab = (typeof approvalTabs)[number];

/** To a company, people of the provider are "The provider", without an id. */
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
  network: z.nullable(z.string()),
  /** What happens if it is approved. */
  sentence: z.string(),
  warnings: z.array(z.string()),
  canApprove: z.boolean(),
  canReject: z.boolean(),
  canWithdraw: z.boolean(),
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
});
export type Approval = z.infer<typeof approval>;

/** For calls whose effect may have to wait for a second person; null if it took place. */
export const awaitsApproval = z.object({ approvalId: z.nullable(id) });

/** When it was asked for, as shown: a proposal that was replaced since is not approved by mistake. */
const seen = { askedAt: dateTime };
const reason = requiredText('Reason is required', 200);
/** More are decided in several calls. */
export const maxDecidedAtOnce = 50;

const notFound = 'Approval not found';
const readers = company('staffRead', 'record', 'canApprovePayouts', 'canManageAccounts');

export const approvals = {
  list: endpoint({
    method: 'GET',
    path: '/Approvals',
    summary:
      'List what waits for a second person, oldest first, or what was decided, newest first. A company sees its payouts.',
    access: readers,
    query: z.strictObject({
      tab: z.optional(oneOf(approvalTabs)),
      kind: z.optional(oneOf(approvalKinds)),
      companyId: z.optional(id),
      ...pageQuery,
    }),
    reply: z.array(approval),
    meta: z.object({
      ...pageMeta,
      /** Of all pages. */
      totalAmount: money,
      /** Over all kinds and companies. */
      waitingCount: z.number(),
      ownCount: z.number(),
    }),
    notFound: 'Company not found',
  }),
  get: endpoint({
    method: 'GET',
    path: '/Approvals/{id}',
    summary: 'Get a request with its history',
    access: readers,
    params: idParams,
    reply: approval,
    notFound,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/Approvals/{id}/approve',
    summary: 'Approve what somebody else asked for; it is carried out at once',
    access: staff('staffRead'),
    params: idParams,
    body: z.strictObject(seen),
    reply: approval,
    notFound,
  }),
  reject: endpoint({
    method: 'POST',
    path: '/Approvals/{id}/reject',
    summary: 'Reject what somebody asked for, with a reason; what was held is released',
    access: staff('staffRead'),
    params: idParams,
    body: z.strictObject({ ...seen, reason }),
    reply: approval,
    notFound,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/Approvals/{id}/withdraw',
    summary: 'Withdraw an own request; what was held is released',
    access: readers,
    params: idParams,
    reply: approval,
    notFound,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/Approvals/decide',
    summary: 'Approve or reject several requests; each has its own outcome',
    access: staff('staffRead'),
    body: z.strictObject({
      decision: z.enum(['approve', 'reject']),
      /** Required to reject. */
      reason: z.optional(reason),
      items: z
        .array(z.strictObject({ id, ...seen }))
        .check(
          z.minLength(1, 'Select at least one'),
          z.maxLength(maxDecidedAtOnce, `At most ${maxDecidedAtOnce} at once`),
        ),
    }),
    reply: z.array(
      z.object({
        id,
        isDone: z.boolean(),
        /** Why not. */
        message: z.nullable(z.string()),
      }),
    ),
  }),
};
