import type { AuditEntry } from '@sente/contract/audit';
import { auditFieldLabel, auditWord } from '@sente/contract/audit-words';
import { accountTypes } from '@sente/contract/accounts';
import { changesOfCodes, changeText } from '@sente/contract/limit-words';
import { formatUgx } from '@sente/contract/money';
import { phoneText } from '@sente/contract/phone';
import { formatShortTime } from '../../lib/dates.ts';
import { isOfNothing, lookUp, switches } from './audit-sentences.ts';

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Already part of the sentence or the reason. */
const saidElsewhere = new Set(['code', 'isActive', 'tried', 'limits', 'limitOf']);
const moneyFields = new Set([
  'initialDeposit',
  'amount',
  'minimum',
  'keep',
  'depositLimit',
  'settlementFee',
]);
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
  payoutExpiryDays: 'payouts expire after days',
  approvalExpiryDays: 'other requests expire after days',
  staffNeedFactor: 'staff need a second factor',
  examinationDays: 'live keys need an examination of the last days',
  isRequired: 'second factor required',
  isRepeatConfirmed: 'ordered although an earlier one was being checked',
  watchesOrders: 'orders watched',
};
/** A kind is one of requests; of other groups of actions, of something else. */
const kindNames: Record<string, string> = { accessLinks: 'link', transactions: 'kind' };

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
    const text =
      saidElsewhere.has(name) || Object.hasOwn(after, name) ? '' : told(entry, name, value);
    return text === '' ? [] : [`${capital(fieldName(name, action))}: ${text}`];
  });
  const isSaid = (name: string) =>
    name === 'limits' || (name === 'isActive' && Object.hasOwn(switches, action));
  const shown = Object.keys(after).filter(
    (name) => isSaid(name) || valueOf(action, name, after) !== '',
  );
  const values = shown
    .filter((name) => !isSaid(name))
    .map((name) => {
      const [was, is] = [valueOf(action, name, before), valueOf(action, name, after)];
      return `${labelOf(name, before, after)}: ${was} \u2192 ${is}`;
    });
  const limits = changesOfCodes(before['limits'], after['limits']).map(changeText);
  return [
    ...askedFor(entry, subjectId),
    ...about,
    ...values,
    ...limits,
    ...onlyNamed(changed, shown),
  ];
}

/** What an attempt named that is not there. */
function askedFor(entry: AuditEntry, subjectId: string | null): string[] {
  const { tried } = entry.details;
  const id = subjectId ?? (typeof tried === 'string' ? tried : null);
  return isOfNothing(entry) && id !== null ? [`ID: ${id}`] : [];
}

/** A request about limits says which; see `limitOf`. */
function told({ action, details }: AuditEntry, name: string, value: unknown): string {
  const { limitOf } = details;
  return name === 'kind' && typeof limitOf === 'string'
    ? textOf(action, 'limitOf', limitOf)
    : textOf(action, name, value);
}

/** Older entries and password changes have field names without values. */
function onlyNamed(changed: unknown, told: readonly string[]): string[] {
  if (!Array.isArray(changed)) return [];
  const names = changed.filter((name) => typeof name === 'string' && !told.includes(name));
  return names.length === 0 ? [] : [`Changed: ${names.map((name) => fieldName(name)).join(', ')}`];
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
function valueOf(action: string, name: string, record: Record<string, unknown>): string {
  const value = lookUp(record, name) ?? '';
  if (value === '' || (Array.isArray(value) && value.length === 0)) return 'none';
  if (name === 'isActive') return value === true ? 'active' : 'inactive';
  return textOf(action, name, recordOf(value)['name'] ?? value);
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(action: string, name: string, value: unknown): string {
  if (Array.isArray(value)) {
    return value
      .filter((item) => typeof item === 'string')
      .map((item) => auditWord(action, name, item) ?? item)
      .join(', ');
  }
  if (typeof value === 'number') return numberText(name, value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string' || isId.test(value)) return '';
  if (isTime.test(value)) return formatShortTime(value);
  if (name.startsWith('phone')) return phoneText(value);
  return auditWord(action, name, value) ?? value;
}

const isTime = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function numberText(name: string, value: number): string {
  if (moneyFields.has(name)) return formatUgx(value);
  if (name === 'accountType') return lookUp<string>(accountTypes, `${value}`) ?? `${value}`;
  if (name === 'weekday') return weekdays[value - 1] ?? `${value}`;
  return value.toLocaleString('en-US');
}

/** `phoneNumber` is shown as "phone number". */
function fieldName(name: string, action = ''): string {
  const ofKind = name === 'kind' ? lookUp(kindNames, action.split('.')[0] ?? '') : undefined;
  if (ofKind) return ofKind;
  return (
    auditFieldLabel(name) ??
    lookUp(fieldNames, name) ??
    name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
