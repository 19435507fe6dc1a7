/** Live moves real money. Test is a world of its own, with accounts, keys and networks that are not real. */
export const modes = ['live', 'test'] as const;
export type Mode = (typeof modes)[number];

/** Says in which mode a call of the portal is meant; answers in test mode carry it too. */
export const modeHeader = 'sente-mode';

/** How channel ids and secrets of test mode begin; no key of live does. */
export const testKeyPrefix = 'snt_test_';

/** How the codes begin that pair a device with a till of test mode, in front of the eight characters. */
export const testCodePrefix = 'test';

/**
 * Where a call is answered while its caller is in test mode. `test`: in the test world. `person`: in the live
 * one, because it is about who the caller is, which is the same in both. Everything else is refused.
 */
export type TestModeRule = 'test' | 'person' | 'refused';

/** The one table of it, by group: all calls, or those that are named. */
const answeredInTest: Readonly<Record<string, 'all' | readonly string[]>> = {
  accounts: [
    'ofCompany',
    'get',
    'byNumber',
    'balance',
    'holds',
    'movements',
    'movementTotals',
    'statement',
  ],
  apiKeys: 'all',
  apiRequests: 'all',
  apiTransactions: 'all',
  approvals: 'all',
  bulkPayouts: 'all',
  dashboards: ['company', 'analytics'],
  debts: ['ofCompany'],
  events: 'all',
  examinations: ['list', 'start', 'get'],
  fees: ['list'],
  fileExports: 'all',
  internetProducts: 'all',
  networks: ['list', 'holder'],
  ownWebhooks: 'all',
  paymentLinks: 'all',
  payments: 'all',
  payoutRules: ['get', 'expect', 'save', 'preview'],
  productCodes: 'all',
  recipients: 'all',
  refunds: 'all',
  search: ['ownCompany'],
  taxes: ['list'],
  // A device is paired in the world of its code, and its cookies name that world.
  till: ['state', 'open', 'feed', 'ask', 'request', 'check', 'end'],
  tills: 'all',
  transactions: [
    'list',
    'totals',
    'ofCompany',
    'get',
    'receipt',
    'receiptFile',
    'request',
    'transfer',
  ],
  voucherBatches: 'all',
};

/** What every screen and the proof of who somebody is need. Calls that anybody may make are not asked. */
const aboutThePerson: Readonly<Record<string, 'all' | readonly string[]>> = {
  auth: ['logout'],
  companies: ['get'],
  examinations: ['requirement'],
  factors: ['get'],
  notifications: 'all',
  passkeys: ['ask'],
  savedViews: 'all',
  users: ['get'],
};

/** `name`: such as accounts.list. */
export function testModeRule(name: string): TestModeRule {
  if (has(answeredInTest, name)) return 'test';
  return has(aboutThePerson, name) ? 'person' : 'refused';
}

function has(table: Readonly<Record<string, 'all' | readonly string[]>>, name: string): boolean {
  const [group = '', call = ''] = name.split('.');
  const calls = Object.hasOwn(table, group) ? table[group] : undefined;
  return calls === 'all' || (calls?.includes(call) ?? false);
}
