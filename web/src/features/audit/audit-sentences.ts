import type { AuditEntry } from '@sente/contract/audit';
import type { ErrorCode } from '@sente/contract/errors';
import { actionWords, type ActionName } from './audit-actions.ts';

/** What can be activated and deactivated; the entry says which. */
export const switches: Partial<Record<ActionName, string>> = {
  'accounts.update': 'the account',
  'accounts.deactivate': 'the account',
  'credentials.toggle': 'the API credentials',
  'users.update': 'the user',
};

/** A later version may have more actions; their own name is better than nothing. */
export function sentenceOf({ action, result, details }: AuditEntry): string {
  const switched = lookUp(switches, action);
  const isActive = details['isActive'] ?? recordOf(details['to'])['isActive'];
  if (switched && result === 'done' && typeof isActive === 'boolean') {
    return `${isActive ? 'Activated' : 'Deactivated'} ${switched}`;
  }
  const found = lookUp(actionWords, action);
  if (!found) return result === 'done' ? action : `Tried ${action}`;
  return result === 'done' ? found[0] : `Tried to ${found[1]}`;
}

/**
 * With the name of the record. Who did it to themselves is named below, and so is a company in whose log stands
 * what was done to something of it.
 */
export function namedSentence(entry: AuditEntry): string {
  const { subjectName, subjectId, subjectType, actorId, action } = entry;
  const sentence = sentenceOf(entry);
  const isNamed = subjectId !== actorId && action.startsWith(`${subjectType}.`);
  return isNamed && subjectName ? `${sentence}: ${subjectName}` : sentence;
}

const reasons: Partial<Record<ErrorCode, string>> = {
  forbidden: 'No permission',
  not_found: 'Not found',
  refused: 'Not possible at that time',
  validation_failed: 'The input was not accepted',
  sign_in_failed: 'Wrong email or password',
  user_inactive: 'The user or the company is not active',
  too_many_requests: 'Too many attempts',
  account_frozen: 'The account is frozen',
  account_inactive: 'The account is inactive',
  company_suspended: 'The company is suspended',
  number_blocked: 'The number is blocked',
  limit_exceeded: 'Above a limit',
  insufficient_funds: 'Too little money on the account',
  factor_failed: 'Wrong code',
  challenge_ended: 'It took too long, or there were too many wrong codes',
};

/** Why an attempt was refused; null if the entry does not say. */
export function reasonOf({ details }: AuditEntry): string | null {
  const { code } = details;
  if (typeof code !== 'string') return null;
  return lookUp(reasons, code) ?? code.replaceAll('_', ' ');
}

/** There was no such record for the one who asked: it may have no page, and another look would be refused as well. */
export function isOfNothing({ result, details }: Pick<AuditEntry, 'result' | 'details'>): boolean {
  return result === 'refused' && details['code'] === 'not_found';
}

/** Everybody who took part. Where two people did, both are named. */
export function peopleOf(entry: AuditEntry): string {
  const { askedByName, action } = entry;
  const who = whoOf(entry);
  if (askedByName === null) return who;
  if (action.startsWith('approvals.')) return `${who} \u00b7 Asked for by ${askedByName}`;
  return `Asked for by ${askedByName} \u00b7 Approved by ${who}`;
}

/** The actor. The email of a deleted user remains. */
export function whoOf(entry: AuditEntry): string {
  const { actorName, actorEmail, actorId, isByProvider, action } = entry;
  if (actorEmail === null) {
    if (isByProvider) return 'The provider';
    if (actorId) return 'Unknown';
    if (action.startsWith('till.')) return tillUserOf(entry);
    return isByAnybody(action) ? 'Somebody' : 'System';
  }
  return actorName ? `${actorName} (${actorEmail})` : actorEmail;
}

/** Whoever had the PIN; before that a device is all that is known. */
function tillUserOf({ details: { cashier } }: AuditEntry): string {
  return typeof cashier === 'string' ? `${cashier} (cashier)` : 'A device';
}

/** Without a session and before anybody has shown who they are. */
function isByAnybody(action: string): boolean {
  return ['auth.login', 'secondStep.answer', 'accessLinks.recover', 'site.openDemo'].includes(
    action,
  );
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The names come from the log, and every object has a "toString". */
export function lookUp<Value>(
  table: Partial<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
