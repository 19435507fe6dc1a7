import * as z from 'zod/mini';
import { id } from './fields.ts';
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
  limit: 'staffFees',
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

/** For calls whose effect may have to wait for a second person; null if it took place. */
export const awaitsApproval = z.object({ approvalId: z.nullable(id) });
