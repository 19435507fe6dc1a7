import * as z from 'zod/mini';
import { company } from './access.ts';
import { approval } from './approval.ts';
import { approvalKinds, approvalTabs, limitSubjects } from './approval-kinds.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, oneOf, requiredReason as reason } from './fields.ts';
import { money } from './money.ts';
import { proof } from './own-factor.ts';
import { pageMeta, pageQuery } from './paging.ts';

/** When it was asked for, as shown: a proposal that was replaced since is not approved by mistake. */
const seen = { askedAt: dateTime };
/** More are decided in several calls. */
export const maxDecidedAtOnce = 50;

const notFound = 'Approval not found';
const readers = company(
  'staffRead',
  'record',
  'canApprovePayouts',
  'canManageAccounts',
  'canManageCompany',
);
/** What they may decide depends on its kind, and on whose turn it is. */
const deciders = company('staffRead', 'record', 'canApprovePayouts');

export const approvals = {
  list: endpoint({
    method: 'GET',
    path: '/Approvals',
    summary:
      'List what waits for a second person, oldest first, or what was decided, newest first. A company sees its payouts and its rules for them.',
    access: readers,
    query: z.strictObject({
      tab: z.optional(oneOf(approvalTabs)),
      kind: z.optional(oneOf(approvalKinds)),
      companyId: z.optional(id),
      accountId: z.optional(id),
      /** Of the kind "limit": what it is about. */
      limitOf: z.optional(oneOf(limitSubjects)),
      ...pageQuery,
    }),
    reply: z.array(approval),
    meta: z.object({
      ...pageMeta,
      /** Of all pages: what waits, and what was approved; nothing else is paid. */
      totalAmount: money,
      /** Over all kinds and companies. */
      waitingCount: z.number(),
      openCount: z.number(),
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
    summary:
      'Approve what somebody else asked for; it is carried out at once, unless a payout needs the provider as well. What loosens how people sign in takes your own password and factor',
    access: deciders,
    params: idParams,
    body: z.strictObject({ ...seen, ...proof.shape }),
    reply: approval,
    notFound,
  }),
  reject: endpoint({
    method: 'POST',
    path: '/Approvals/{id}/reject',
    summary: 'Reject what somebody asked for, with a reason; what was held is released',
    access: deciders,
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
  cancel: endpoint({
    method: 'POST',
    path: '/Approvals/{id}/cancel',
    summary:
      "Cancel a payout that the company's systems ordered, while it waits; what was held is released",
    // Whoever may ask for payouts of the company.
    access: company('staffMoney', 'record', 'canManageAccounts'),
    params: idParams,
    body: z.strictObject({ reason }),
    reply: approval,
    notFound,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/Approvals/decide',
    summary:
      'Approve or reject several requests; each has its own outcome. What takes a password is approved by itself',
    access: deciders,
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
