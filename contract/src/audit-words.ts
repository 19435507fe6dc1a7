import { kindLabels, limitSubjectLabels } from './approval-labels.ts';
import { caseActionLabel, caseActions } from './case-kinds.ts';
import { notificationKindNames, notificationKinds } from './notification-kinds.ts';
import { placeWords } from './network-statements.ts';
import { permissionLabel } from './permission-labels.ts';
import { taxLabels } from './taxes.ts';

/* The values of an audit entry that programs write, in the words of the screens. */

type Words = Readonly<Record<string, string>>;

const directions = { collection: 'Collections', payout: 'Payouts', settlement: 'Settlements' };
const flows = { collection: 'Collection', payout: 'Payout' };
const overlaps = { none: 'At once', hour: 'In 1 hour', day: 'In 1 day', week: 'In 7 days' };

/** By the name of the field, or by the group of the action and the name where a name means several things. */
const wordsOf: Readonly<Record<string, Words>> = {
  kind: kindLabels,
  'accessLinks.kind': { invitation: 'Invitation', password: 'Password link', email: 'New email' },
  'transactions.kind': {
    'add-money': 'Add Money',
    'sell-voucher': 'Sell Voucher',
    'send-money': 'Send Money',
    withdraw: 'Withdraw',
  },
  limitOf: limitSubjectLabels,
  action: Object.fromEntries(caseActions.map((action) => [action, caseActionLabel(action, 'MTN')])),
  'networkNotices.decision': { book: 'Book to suspense', release: 'Release from suspense' },
  'paymentReviews.decision': { book: 'Book as paid', fail: 'End as not paid' },
  direction: directions,
  'networkNotices.direction': flows,
  network: { ...placeWords, BANK: 'Bank' },
  wallet: { both: 'Both wallets', collection: 'Collections', payout: 'Payouts' },
  tax: taxLabels,
  'taxes.rate': { none: 'None' },
  eventTypes: { all: 'All events' },
  which: { all: 'All', failed: 'Not arrived', kept: 'Kept while switched off' },
  every: { day: 'Every day', week: 'Every week' },
  overlap: overlaps,
  factor: {
    app: 'Authenticator app',
    passkey: 'Passkey',
    'recovery code': 'Recovery code',
    'trusted browser': 'Trusted browser',
  },
  list: {
    transactions: 'Transactions',
    'api-transactions': 'API transactions',
    'ledger-entries': 'Ledger entries',
    settlements: 'Settlements',
  },
  format: { csv: 'CSV', xlsx: 'Excel' },
  step: { colleague: 'Colleague', provider: 'Provider' },
  scopes: { collect: 'Collect', payout: 'Pay out', read: 'Read' },
  sign: {
    person: 'A person',
    'first-time-receivers': 'First-time receivers',
    'one-amount': 'One amount',
    'sum-of-the-hour': 'Sum of the hour',
    'sum-of-the-day': 'Sum of the day',
    'without-approval': 'Without approval',
    'many-companies': 'Many companies',
    'sum-of-all': 'Sum of all companies',
  },
  algorithm: { 'hmac-sha256': 'Shared secret', ed25519: 'Public key' },
};

/** Typed by people, or named so on every screen, such as roles and events; and what other words say. */
const asTheyAre: ReadonlySet<string> = new Set(
  `name username firstName lastName email newEmail accountName website reason note purpose
  reference bankReference description address phone phoneNumber phone_number productCode
  productName movedTo role roles url logoUrl avatar type eventTypes changed code tried till device
  cashier cashiers channelId replaced company voucher said paymentKey account accounts bankAccount
  limits allowedAddresses addresses fee label`.split(/\s+/),
);

/** How people are told about a kind of notification; each kind is a field. */
const tellingWays: Words = { bell: 'Bell', email: 'Email' };

/** The label of a field that a screen has under another name; undefined for the others. */
export function auditFieldLabel(field: string): string | undefined {
  const kind = notificationKindNames.find((name) => name === field);
  return kind && notificationKinds[kind].label;
}

/** Undefined for what is no word of a program. */
export function auditWord(action: string, field: string, value: string): string | undefined {
  if (field === 'permission') return permissionLabel(value);
  if (auditFieldLabel(field)) return tellingWays[value];
  const [group = ''] = action.split('.');
  for (const name of [`${group}.${field}`, field]) {
    const words = Object.hasOwn(wordsOf, name) ? wordsOf[name] : undefined;
    if (words) return Object.hasOwn(words, value) ? words[value] : undefined;
  }
  return undefined;
}

/** Whether people would read a word of a program: written like one, and without words of the screens. */
export function isRawWord(action: string, field: string, value: string): boolean {
  const looksRaw = /^([a-z]+([A-Z][a-z]+)*|[A-Z]+)([-_.][a-z]+|[-_.][A-Z]+)*$/.test(value);
  return looksRaw && !asTheyAre.has(field) && auditWord(action, field, value) === undefined;
}
