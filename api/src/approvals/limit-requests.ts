import {
  limitSubjects,
  type ApprovalKind,
  type LimitSubject,
} from '@sente/contract/approval-kinds';
import {
  changesOfCodes,
  changeText,
  limitsLead,
  type ChangeWords,
} from '@sente/contract/limit-words';
import { phoneText } from '@sente/contract/phone';
import type { CarryOut } from './approval-kind.ts';
import type { ApprovalRow } from './approvals.queries.ts';

/* Requests of the kind "limit", which are about several things. */

type Details = Readonly<Record<string, unknown>>;

/** Requests from before there were others name nothing, and are about the limits of payments. */
export function limitSubjectOf(details: Details): LimitSubject {
  return limitSubjects.find((subject) => subject === details['of']) ?? 'limits';
}

export function carryOutBySubject(acts: Readonly<Record<LimitSubject, CarryOut>>): CarryOut {
  return (db, approver, approval) => acts[limitSubjectOf(approval.details)](db, approver, approval);
}

export function limitSentence({ details, company_name }: ApprovalRow): string {
  const { before, after } = details;
  switch (limitSubjectOf(details)) {
    case 'platform-settings':
      return `Change the settings of the platform: ${textOf(after)}. Until then: ${textOf(before)}.`;
    case 'payout-ceiling':
      return `Raise the ceiling of ${company_name}, up to which it can pay out without the provider, from ${textOf(before)} to ${textOf(after)}.`;
    case 'blocked-number':
      return `Allow +${textOf(details['phoneNumber'])} again, which is blocked for all companies ("${textOf(details['reason'])}").`;
    case 'examination-exception':
      return `Let ${company_name} make keys of live mode without a passed examination, until somebody ends it ("${textOf(details['reason'])}").`;
    case 'limits':
      return `${limitsLead(company_name)} ${listed(details)}.`;
  }
}

/** The limits that change, for a table. */
export function limitChangesOf({ kind, details }: Pick<ApprovalRow, 'kind' | 'details'>) {
  return kind === 'limit' && limitSubjectOf(details) === 'limits' ? changesIn(details) : [];
}

/** For news: what it is about, and what changes. */
export function limitNews(kind: ApprovalKind, details: Details = {}) {
  if (kind !== 'limit') return {};
  const limitOf = limitSubjectOf(details);
  const { before, after } = details;
  const change = {
    limits: () => listed(details),
    'payout-ceiling': () => changeText({ what: 'Ceiling', ...sides(before, after) }),
    'platform-settings': () => `Until then: ${textOf(before)}. After it: ${textOf(after)}`,
    'blocked-number': () => phoneText(textOf(details['phoneNumber'])),
    'examination-exception': () => '',
  }[limitOf]();
  return { limitOf, ...(change && { change: `${change}.` }) };
}

/** For the history: what it is about, and what changes, as the change itself stands there. */
export function limitHistory(kind: ApprovalKind, details: Details = {}) {
  if (kind !== 'limit') return {};
  const limitOf = limitSubjectOf(details);
  const { before, after, phoneNumber } = details;
  if (limitOf === 'blocked-number') return { limitOf, phoneNumber };
  if (limitOf === 'examination-exception') return { limitOf };
  const name = {
    limits: 'limits',
    'payout-ceiling': 'ceiling',
    'platform-settings': 'platformSettings',
  }[limitOf];
  return { limitOf, from: { [name]: before }, to: { [name]: after } };
}

function changesIn({ before, after }: Details): ChangeWords[] {
  return changesOfCodes(before, after);
}

function listed(details: Details): string {
  return changesIn(details).map(changeText).join('; ');
}

function sides(before: unknown, after: unknown) {
  return { before: textOf(before), after: textOf(after) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
