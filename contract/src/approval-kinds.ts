import * as z from 'zod/mini';
import { id } from './fields.ts';
import type { CompanyPermissionName, StaffPermissionName } from './permissions.ts';

/** What one person asks for and another one approves, with the permission that staff need to approve it. */
export const approvalPermissions = {
  payout: 'staffMoney',
  'bulk-payout': 'staffMoney',
  deposit: 'staffMoney',
  reversal: 'staffMoney',
  'payment-decision': 'staffMoney',
  suspense: 'staffMoney',
  case: 'staffMoney',
  cases: 'staffMoney',
  brake: 'staffMoney',
  'bank-account': 'staffMoney',
  'settlement-batch': 'staffMoney',
  'settlement-return': 'staffMoney',
  float: 'staffMoney',
  statement: 'staffMoney',
  day: 'staffMoney',
  'staff-role': 'staffGrants',
  'factor-reset': 'staffGrants',
  fee: 'staffFees',
  tax: 'staffFees',
  limit: 'staffFees',
  'payout-rule': 'staffFees',
} as const satisfies Record<string, StaffPermissionName>;
export type ApprovalKind = keyof typeof approvalPermissions;
export const approvalKinds = Object.keys(approvalPermissions) as [ApprovalKind, ...ApprovalKind[]];

/** What a request of the kind "limit" is about. */
export const limitSubjects = [
  'limits',
  'payout-ceiling',
  'platform-settings',
  'blocked-number',
  'examination-exception',
] as const;
export type LimitSubject = (typeof limitSubjects)[number];

/** What whoever approves it shows the own password and factor for, unless they did so lately; one by one. */
export const provedLately: readonly ApprovalKind[] = [
  'staff-role',
  'bank-account',
  'settlement-batch',
  'day',
];

/** What a company sees, and the permission that its people need to approve it where it is their turn. */
export const companyApprovals: Partial<Record<ApprovalKind, CompanyPermissionName>> = {
  payout: 'canApprovePayouts',
  'bulk-payout': 'canApprovePayouts',
  'payout-rule': 'canApprovePayouts',
};

/** Deciding and carrying out are separate: the outcome of an approved payout follows later. */
export const approvalStates = ['waiting', 'approved', 'rejected', 'withdrawn', 'expired'] as const;
export type ApprovalState = (typeof approvalStates)[number];
export const approvalOutcomes = ['pending', 'done', 'failed'] as const;
/** Waiting for the reader, waiting for anybody, requested by the reader, or decided. */
export const approvalTabs = ['waiting', 'open', 'mine', 'decided'] as const;
export type ApprovalTab = (typeof approvalTabs)[number];

/** Whose approval a payout needs, decided when it is accepted. */
export const payoutApprovals = ['none', 'colleague', 'provider', 'colleague_and_provider'] as const;
export type PayoutApproval = (typeof payoutApprovals)[number];
/** Who has to approve next. A colleague's step falls to the provider while nobody else could take it. */
export const approvalSteps = ['colleague', 'provider'] as const;
export type ApprovalStep = (typeof approvalSteps)[number];

/** For calls whose effect may have to wait for a second person; null if it took place. */
export const awaitsApproval = z.object({ approvalId: z.nullable(id) });
