import type { ApprovalKind, LimitSubject } from './approval-kinds.ts';

/** As the pages of requests and the history name them. */
export const kindLabels: Readonly<Record<ApprovalKind, string>> = {
  payout: 'Payout',
  'bulk-payout': 'Bulk payout',
  deposit: 'Deposit',
  reversal: 'Reversal',
  'payment-decision': 'Payment decision',
  suspense: 'Unknown payment',
  case: 'Reconciliation',
  cases: 'Several cases',
  'staff-role': 'Staff role',
  'factor-reset': 'Second factor',
  fee: 'Fee',
  tax: 'Tax',
  limit: 'Limits',
  brake: 'Payout brake',
  'payout-rule': 'Payout rules',
  'bank-account': 'Bank account',
  'settlement-batch': 'Settlement batch',
  'settlement-return': 'Settlement return',
  float: 'Float transfer',
  statement: 'Statement',
  day: 'Close of a day',
};

/** Of the kind "limit". */
export const limitSubjectLabels: Readonly<Record<LimitSubject, string>> = {
  limits: 'Limits',
  'payout-ceiling': 'Payout ceiling',
  'platform-settings': 'Platform settings',
  'blocked-number': 'Blocked number',
  'examination-exception': 'Examination exception',
};

/** What a request is, as its page and the lists name it. */
export function requestLabel({
  kind,
  limitOf,
}: {
  readonly kind: ApprovalKind;
  readonly limitOf: LimitSubject | null;
}): string {
  return kind === 'limit' && limitOf ? limitSubjectLabels[limitOf] : kindLabels[kind];
}
