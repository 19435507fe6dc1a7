import type { contract } from '@sente/contract';
import type { AuditEntry } from '@sente/contract/audit';
import type { ErrorCode } from '@sente/contract/errors';
import { formatUgx } from '@sente/contract/money';

type Contract = typeof contract;
type ActionName =
  | {
      [Group in keyof Contract]: `${Group}.${keyof Contract[Group] & string}`;
    }[keyof Contract]
  // By the call of the change that has to wait.
  | 'approvals.ask';

/** The action, and its form after "Tried to". Reads appear only if they are audited or refused. */
const sentences: Record<ActionName, readonly [done: string, tried: string]> = {
  'accounts.list': ['Listed the accounts', 'list the accounts'],
  'accounts.ofCompany': ["Listed the company's accounts", "list the company's accounts"],
  'accounts.suspense': ['Read the suspense account', 'read the suspense account'],
  'accounts.get': ['Read the account', 'read the account'],
  'accounts.byNumber': ['Looked up an account', 'look up an account'],
  'accounts.balance': ['Read the balance', 'read the balance'],
  'accounts.holds': ['Listed what is held', 'list what is held'],
  'accounts.statement': ['Downloaded a statement', 'download a statement'],
  'accounts.create': ['Opened the account', 'open an account'],
  'accounts.update': ['Changed the account', 'change the account'],
  'accounts.deactivate': ['Deactivated the account', 'deactivate the account'],
  'accounts.freeze': ['Froze the account', 'freeze the account'],
  'accounts.unfreeze': ['Unfroze the account', 'unfreeze the account'],
  'apiTransactions.ofCompany': ['Listed the API transactions', 'list the API transactions'],
  'apiTransactions.trace': ["Read a payment's story", "read a payment's story"],
  'approvals.ask': ['Asked for approval', 'ask for approval'],
  'approvals.list': ['Listed the approvals', 'list the approvals'],
  'approvals.get': ['Read a request for approval', 'read a request for approval'],
  'approvals.approve': ['Approved a request', 'approve a request'],
  'approvals.reject': ['Rejected a request', 'reject a request'],
  'approvals.withdraw': ['Withdrew a request', 'withdraw a request'],
  'approvals.decide': ['Decided about several requests', 'decide about several requests'],
  'audit.list': ['Read the audit log', 'read the audit log'],
  'audit.ofCompany': ["Read the company's audit log", "read the company's audit log"],
  'auth.login': ['Signed in', 'sign in'],
  'auth.logout': ['Signed out', 'sign out'],
  'companies.list': ['Listed the companies', 'list the companies'],
  'companies.get': ['Read the company', 'read the company'],
  'companies.create': ['Created the company', 'create a company'],
  'companies.update': ['Changed the company', 'change the company'],
  'companies.suspend': ['Suspended the company', 'suspend the company'],
  'companies.resume': ['Resumed the company', 'resume the company'],
  'companies.remove': ['Deleted the company', 'delete the company'],
  'credentials.list': ['Viewed the API credentials', 'view the API credentials'],
  'credentials.create': ['Created API credentials', 'create API credentials'],
  'credentials.regenerate': ['Regenerated the API keys', 'regenerate the API keys'],
  'credentials.toggle': ['Switched the API credentials', 'switch the API credentials on or off'],
  'credentials.remove': ['Deleted the API credentials', 'delete the API credentials'],
  'dashboards.admin': ['Read the dashboard', 'read the dashboard'],
  'dashboards.transactions': [
    'Listed the transactions of all companies',
    'list the transactions of all companies',
  ],
  'dashboards.attention': ['Read what needs attention', 'read what needs attention'],
  'dashboards.report': ['Exported a report', 'export a report'],
  'dashboards.company': ['Read the company dashboard', 'read the company dashboard'],
  'dashboards.analytics': ['Read the company analytics', 'read the company analytics'],
  'internetProducts.ofCompany': ['Listed the internet products', 'list the internet products'],
  'internetProducts.activeOfCompany': [
    'Listed the active internet products',
    'list the active internet products',
  ],
  'internetProducts.get': ['Read an internet product', 'read an internet product'],
  'internetProducts.create': ['Created an internet product', 'create an internet product'],
  'internetProducts.update': ['Changed an internet product', 'change an internet product'],
  'internetProducts.remove': ['Deleted an internet product', 'delete an internet product'],
  'productCodes.ofCompany': ['Listed the product codes', 'list the product codes'],
  'productCodes.get': ['Read a product code', 'read a product code'],
  'productCodes.reveal': ['Saw a product code in clear', 'see a product code in clear'],
  'productCodes.withdraw': ['Withdrew a product code', 'withdraw a product code'],
  'productCodes.move': ['Moved a product code', 'move a product code'],
  'productCodes.upload': ['Uploaded product codes', 'upload product codes'],
  'voucherBatches.ofCompany': [
    'Listed the uploads of product codes',
    'list the uploads of product codes',
  ],
  'voucherBatches.get': ['Read an upload of product codes', 'read an upload of product codes'],
  'voucherBatches.withdraw': [
    'Withdrew an upload of product codes',
    'withdraw an upload of product codes',
  ],
  'voucherBatches.move': ['Moved an upload of product codes', 'move an upload of product codes'],
  'roles.list': ['Listed the roles', 'list the roles'],
  'roles.get': ['Read the role', 'read the role'],
  'roles.create': ['Created the role', 'create a role'],
  'roles.update': ['Changed the role', 'change the role'],
  'roles.remove': ['Deleted the role', 'delete the role'],
  'roles.assignPermission': ['Gave the role a permission', 'give the role a permission'],
  'roles.removePermission': ['Took a permission from the role', 'take a permission from the role'],
  'roles.listPermissions': ['Listed the permissions', 'list the permissions'],
  'search.all': ['Searched', 'search'],
  'settings.updateProfile': ['Changed the own profile', 'change the own profile'],
  'settings.changePassword': ['Changed the own password', 'change the own password'],
  'settings.getNotifications': ['Read the notification settings', 'read the notification settings'],
  'settings.updateNotifications': [
    'Changed the notification settings',
    'change the notification settings',
  ],
  'transactions.ofCompany': ['Listed the transactions', 'list the transactions'],
  'transactions.get': ['Read a transaction', 'read a transaction'],
  'transactions.reverse': ['Reversed a transaction', 'reverse a transaction'],
  'transactions.request': ['Requested a payment', 'request a payment'],
  'transactions.approve': ['Approved a payment', 'approve a payment'],
  'transactions.reject': ['Rejected a payment', 'reject a payment'],
  'users.list': ['Listed the users', 'list the users'],
  'users.page': ["Listed the company's users", "list the company's users"],
  'users.get': ['Read the user', 'read the user'],
  'users.create': ['Created the user', 'create a user'],
  'users.update': ['Changed the user', 'change the user'],
  'users.remove': ['Deleted the user', 'delete the user'],
  'users.assignRole': ['Gave the user a role', 'give the user a role'],
  'users.removeRole': ['Took a role from the user', 'take a role from the user'],
  'users.changePassword': ['Changed the own password', 'change the own password'],
  'fees.list': ['Read the fees', 'read the fees'],
  'fees.add': ['Set a fee', 'set a fee'],
  'fees.remove': ['Took a future fee back', 'take a future fee back'],
  'networks.list': ['Looked at the networks', 'look at the networks'],
  'networks.holder': ['Looked up the holder of a number', 'look up the holder of a number'],
  'networks.floats': ['Read the floats at the networks', 'read the floats at the networks'],
  'debts.ofCompany': ['Read what the company owes', 'read what the company owes'],
  'networkNotices.list': ['Listed the unknown payments', 'list the unknown payments'],
  'networkNotices.close': [
    'Closed the report of an unknown payment',
    'close the report of an unknown payment',
  ],
  'networkNotices.proposeBooking': [
    'Proposed to book an unknown payment to suspense',
    'propose to book an unknown payment to suspense',
  ],
  'networkNotices.proposeRelease': [
    'Proposed to release money from suspense',
    'propose to release money from suspense',
  ],
  'networkNotices.confirm': [
    'Confirmed a decision about an unknown payment',
    'confirm a decision about an unknown payment',
  ],
  'networkNotices.withdraw': [
    'Withdrew a proposal about an unknown payment',
    'withdraw a proposal about an unknown payment',
  ],
  'networkNotices.reject': [
    'Rejected a proposal about an unknown payment',
    'reject a proposal about an unknown payment',
  ],
  'paymentReviews.list': ['Listed the payments to decide', 'list the payments to decide'],
  'paymentReviews.propose': ['Proposed how a payment ends', 'propose how a payment ends'],
  'paymentReviews.confirm': ['Confirmed how a payment ends', 'confirm how a payment ends'],
  'paymentReviews.withdraw': ['Took a proposal back', 'take a proposal back'],
  'payments.createCollection': ['Asked for a collection', 'ask for a collection'],
  'payments.createPayout': ['Asked for a payout', 'ask for a payout'],
  'payments.list': ['Listed the payments', 'list the payments'],
  'payments.get': ['Read a payment', 'read a payment'],
  'payments.balance': ['Read the balances', 'read the balances'],
  'payments.products': ['Listed the products for sale', 'list the products for sale'],
  'webhooks.get': ['Viewed the webhook', 'view the webhook'],
  'webhooks.save': ['Set the webhook', 'set the webhook'],
  'webhooks.replaceSecret': ['Replaced the webhook secret', 'replace the webhook secret'],
  'webhooks.remove': ['Removed the webhook', 'remove the webhook'],
  'webhooks.test': ['Tested the webhook', 'test the webhook'],
  'webhooks.deliveries': ['Read the webhook deliveries', 'read the webhook deliveries'],
  'webhooks.delivery': ['Read a webhook delivery', 'read a webhook delivery'],
  'webhooks.sendAgain': ['Sent a webhook again', 'send a webhook again'],
};

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
  const found = lookUp(sentences, action);
  if (!found) return result === 'done' ? action : `Tried ${action}`;
  return result === 'done' ? found[0] : `Tried to ${found[1]}`;
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

/** The actor. The email of a deleted user remains. */
export function whoOf({ actorName, actorEmail, actorId, isByProvider }: AuditEntry): string {
  if (actorEmail === null) return isByProvider ? 'The provider' : actorId ? 'Unknown' : 'System';
  return actorName ? `${actorName} (${actorEmail})` : actorEmail;
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Already part of the sentence or the reason. */
const saidElsewhere = new Set(['code', 'isActive']);
const fieldNames: Record<string, string> = {
  isActive: 'status',
  isStaff: 'staff',
  logoUrl: 'logo URL',
  channelId: 'channel ID',
  replaced: 'replaced channel ID',
  companyId: 'company',
  url: 'address',
};

/**
 * The details below the sentence: the record, and each changed field with its old and new value.
 */
export function detailsOf({ action, details }: AuditEntry): string[] {
  const { changed, from, to, ...rest } = details;
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
  return [...about, ...values, ...onlyNamed(changed, told)];
}

/** Older entries and password changes have field names without values. */
function onlyNamed(changed: unknown, told: readonly string[]): string[] {
  if (!Array.isArray(changed)) return [];
  if (changed.length === 0) return ['Changed: nothing'];
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
  if (typeof value === 'number') return name === 'initialDeposit' ? formatUgx(value) : `${value}`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
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
