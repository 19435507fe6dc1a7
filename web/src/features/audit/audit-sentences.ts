import type { AuditEntry } from '@sente/contract/audit';
import type { ErrorCode } from '@sente/contract/errors';
import { formatUgx } from '@sente/contract/money';
import { actionWords, type ActionName } from './audit-actions.ts';

/** What can be activated and deactivated; the entry says which. */
const switches: Partial<Record<ActionName, string>> = {
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

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Already part of the sentence or the reason. */
const saidElsewhere = new Set(['code', 'isActive']);
const moneyFields = new Set(['initialDeposit', 'amount']);
const fieldNames: Record<string, string> = {
  isActive: 'status',
  isStaff: 'staff',
  isStanding: 'QR code of the account',
  logoUrl: 'logo URL',
  channelId: 'channel ID',
  kind: 'request',
  replaced: 'replaced channel ID',
  companyId: 'company',
  url: 'address',
};

/**
 * The details below the sentence: the record, and each changed field with its old and new value.
 */
export function detailsOf(entry: AuditEntry): string[] {
  const { action, details, subjectName, subjectId } = entry;
  const { changed, from, to, ...others } = details;
  const { name, ...unnamed } = others;
  const rest = subjectName !== null && name === subjectName ? unnamed : others;
  const before = recordOf(from);
  const after = recordOf(to);
  const about = Object.entries(rest).flatMap(([name, value]) => {
    const text = saidElsewhere.has(name) || Object.hasOwn(after, name) ? '' : textOf(name, value);
    return text === '' ? [] : [`${capital(fieldName(name))}: ${text}`];
  });
  const isSaid = (name: string) => name === 'isActive' && Object.hasOwn(switches, action);
  const told = Object.keys(after).filter((name) => isSaid(name) || valueOf(name, after) !== '');
  const values = told
    .filter((name) => !isSaid(name))
    .map(
      (name) =>
        `${labelOf(name, before, after)}: ${valueOf(name, before)} \u2192 ${valueOf(name, after)}`,
    );
  const asked = isOfNothing(entry) && subjectId ? [`ID: ${subjectId}`] : [];
  return [...asked, ...about, ...values, ...onlyNamed(changed, told)];
}

/** Older entries and password changes have field names without values. */
function onlyNamed(changed: unknown, told: readonly string[]): string[] {
  if (!Array.isArray(changed)) return [];
  const names = changed.filter((name) => typeof name === 'string' && !told.includes(name));
  return names.length === 0 ? [] : [`Changed: ${names.map(fieldName).join(', ')}`];
}

/** A single role has the singular label. */
function labelOf(name: string, ...records: readonly Record<string, unknown>[]): string {
  const isOne = records.every((record) => {
    const value = lookUp(record, name);
    return Array.isArray(value) && value.length <= 1;
  });
  return name === 'roles' && isOne ? 'Role' : capital(fieldName(name));
}

/** A value that is a record, such as a company, is shown by its name. */
function valueOf(name: string, record: Record<string, unknown>): string {
  const value = lookUp(record, name) ?? '';
  if (value === '' || (Array.isArray(value) && value.length === 0)) return 'none';
  if (name === 'isActive') return value === true ? 'active' : 'inactive';
  return textOf(name, recordOf(value)['name'] ?? value);
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string').join(', ');
  if (typeof value === 'number') return moneyFields.has(name) ? formatUgx(value) : `${value}`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  // Names such as staff-role.
  if (name === 'kind' && typeof value === 'string') return value.replaceAll('-', ' ');
  return typeof value === 'string' && !isId.test(value) ? value : '';
}

/** `phoneNumber` is shown as "phone number". */
function fieldName(name: string): string {
  return lookUp(fieldNames, name) ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The names come from the log, and every object has a "toString". */
function lookUp<Value>(table: Partial<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
