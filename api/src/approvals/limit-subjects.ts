import type { CarryOut } from './approval-kind.ts';

/** What a request of the kind "limit" is about; its details name it. */
const limitSubjects = [
  'limits',
  'payout-ceiling',
  'platform-settings',
  'blocked-number',
  'examination-exception',
] as const;
export type LimitSubject = (typeof limitSubjects)[number];

/** Requests from before there were others name nothing, and are about the limits of payments. */
export function limitSubjectOf(details: Readonly<Record<string, unknown>>): LimitSubject {
  return limitSubjects.find((subject) => subject === details['of']) ?? 'limits';
}

export function carryOutBySubject(acts: Readonly<Record<LimitSubject, CarryOut>>): CarryOut {
  return (db, approver, approval) => acts[limitSubjectOf(approval.details)](db, approver, approval);
}
