import type { PayoutRule } from '@sente/contract/payout-rules';
import type { AuditEntry } from '@sente/contract/audit';
import type { Account } from '@sente/contract/accounts';
import type { CompanyStatistics } from '@sente/contract/company-statistics';
import type { CompanyDetails, CompanyListItem } from '@sente/contract/companies';
import type { InternetProduct } from '@sente/contract/internet-products';
import type { NetworkHealth } from '@sente/contract/networks';
import type { PlatformSettings } from '@sente/contract/platform-settings';
import type { RoleDetails } from '@sente/contract/roles';
import type { FactorState } from '@sente/contract/factors';
import type { Session } from '@sente/contract/sessions';
import type { User } from '@sente/contract/users';
import { ownCompanyId } from './people.ts';

/* Records as the server returns them. A test overrides the relevant fields. */

const january = '2024-01-05T12:07:00.000Z';

const company = {
  id: '44444444-4444-4444-8444-444444444444',
  name: 'Gulu Builders',
  email: 'hello@gulu.test',
  phone: '+256 700 000001',
  address: 'Plot 1, Gulu',
  website: null,
  logoUrl: null,
  logo: null,
  description: null,
  isHeadOffice: false,
  suspension: null,
  createdAt: january,
  updatedAt: january,
};

export function aCompany(fields: Partial<CompanyDetails> = {}): CompanyDetails {
  const { name = company.name } = fields;
  return { ...company, companyName: name, status: 'Active', payoutBrake: null, ...fields };
}

/** The same as lists have it. */
export function aListedCompany(fields: Partial<CompanyListItem> = {}): CompanyListItem {
  return { ...company, status: 'Active', lastActiveOn: null, balance: 0, ...fields };
}

export function anAccount(fields: Partial<Account> = {}): Account {
  return {
    id: '55555555-5555-4555-8555-555555555555',
    accountName: 'Hub Takings',
    accountNumber: '273936026841',
    accountType: 1,
    accountTypeName: 'Savings',
    isActive: true,
    freeze: null,
    isSuspended: false,
    balance: 1_250_000.5,
    held: 0,
    openDate: '2024-01-05T00:00:00.000Z',
    lastTransactionDate: null,
    companyId: ownCompanyId,
    companyName: 'Gulu Builders',
    updatedAt: '2024-02-05T00:00:00.000Z',
    ...fields,
  };
}

export function aRole(fields: Partial<RoleDetails> = {}): RoleDetails {
  const name = fields.name ?? 'Auditor';
  return {
    id: `id of ${name}`,
    name,
    description: `About ${name}`,
    permissions: [],
    isBuiltIn: false,
    isStaff: false,
    holders: 0,
    updatedAt: january,
    ...fields,
  };
}

export function aSession(fields: Partial<Session> = {}): Session {
  return {
    id: '77777777-7777-4777-8777-777777777777',
    userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36',
    address: '41.210.1.2',
    createdAt: january,
    lastUsedAt: january,
    isCurrent: false,
    ...fields,
  };
}

export function aFactorState(fields: Partial<FactorState> = {}): FactorState {
  return {
    app: null,
    passkeys: [],
    recoveryCodesLeft: 0,
    trustedDevices: 0,
    isRequired: false,
    resetId: null,
    needsPassword: false,
    needsCode: false,
    ...fields,
  };
}

export function aUser(fields: Partial<User> = {}): User {
  const { firstName = 'Grace', lastName = 'Apio' } = fields;
  return {
    id: '44444444-4444-4444-8444-444444444444',
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    username: firstName.toLowerCase(),
    email: `${firstName.toLowerCase()}@demo-one.test`,
    phoneNumber: null,
    avatar: null,
    companyId: ownCompanyId,
    companyName: 'Demo One',
    isStaff: false,
    isPending: false,
    invitationProblem: null,
    invitationState: null,
    invitationSentAt: null,
    invitationExpiresAt: null,
    newEmail: null,
    canBeStaff: false,
    isActive: true,
    lastLoginDate: null,
    createdAt: january,
    createdDate: january,
    updatedAt: '2024-02-06T08:00:00.000Z',
    role: 'client_user',
    roles: [],
    ...fields,
  };
}

/** A list with its totals next to the rows. */
export function pageOf(items: readonly unknown[], totalCount = items.length): object {
  const totalPages = Math.max(1, Math.ceil(totalCount / 10));
  return { items, totalCount, totalPages, hasNextPage: false, hasPreviousPage: false };
}

export function anInternetProduct(fields: Partial<InternetProduct> = {}): InternetProduct {
  return {
    recordId: '01900000-0000-7000-8000-000000000001',
    productCode: 'DAY-1',
    productName: 'Day pass',
    amount: 1_000,
    active: true,
    lowStockAt: 10,
    stock: 4,
    companyId: ownCompanyId,
    recordDate: '2026-01-05T10:00:00.000Z',
    updatedAt: '2026-02-06T08:00:00.000Z',
    isDeleted: false,
    ...fields,
  };
}

export const mtn: NetworkHealth = {
  network: 'MTN',
  displayName: 'MTN MoMo',
  directions: ['collection', 'payout'],
  status: 'up',
  refuses: [],
  retryAt: null,
  successRate: null,
  finished: 0,
  isSimulated: false,
  simulatorUrl: null,
};
export const airtel: NetworkHealth = { ...mtn, network: 'AIRTEL', displayName: 'Airtel Money' };

export const companyStatistics: CompanyStatistics = {
  approvalsForReader: 0,
  today: { creditTransactions: 3, credits: 45_000, debitTransactions: 1, debits: 12_000 },
  week: { creditTransactions: 9, credits: 150_000, debitTransactions: 2, debits: 30_000 },
  trend: Array.from({ length: 31 }, (_, index) => ({
    date: new Date(Date.UTC(2025, 11, 7 + index)).toISOString().slice(0, 10),
    credits: 1_000 * index,
    debits: 500,
  })),
  pending: { transactions: 2, credits: 2_500, debits: 5_000 },
  lowStock: [],
  overviewStatistics: {
    totalBalances: 1_234_567.5,
    totalBalancesFormatted: 'UGX 1,234,567.50',
    totalBalancesChangePercentage: 12.34,
    totalAccounts: 9,
    totalAccountsBefore: 9,
    totalAccountsChangePercentage: 0,
    monthlyVolume: 4_000_000,
    monthlyVolumeFormatted: 'UGX 4,000,000',
    monthlyVolumeChangePercentage: -3.05,
    totalTransactions: 1075,
    transactionsChangePercentage: 100,
    transactionsLately: 350,
    transactionsBefore: 175,
  },
  recentActivities: [
    {
      id: '01900000-0000-7000-8000-000000000001',
      description: 'Rent for March',
      timeAgo: '2 hours ago',
      status: 'pending',
      statusColor: 'yellow',
      type: 'debit',
      kind: 'payout',
      amount: 1500,
      fee: 0,
      net: null,
      date: '2026-01-05T08:00:00.000Z',
      check: null,
      network: null,
      reversalOf: null,
      reversedBy: null,
    },
  ],
  companyInformation: {
    companyName: 'Gulu Builders',
    companyId: ownCompanyId,
    status: 'Active',
    statusColor: 'green',
    address: 'Plot 1, Gulu',
    phone: '+256 700 000001',
    email: 'hello@gulu.test',
  },
};

/** Totals of a paged list. */
export function pageMeta(totalCount: number, more: object = {}): object {
  const totalPages = Math.max(1, Math.ceil(totalCount / 10));
  return { page: 1, pageSize: 10, totalCount, totalPages, ...more };
}

export const anAuditEntry: AuditEntry = {
  id: '1',
  at: '2026-01-31T08:00:00.000Z',
  actorId: '00000000-0000-7000-8000-000000000001',
  actorName: null,
  actorEmail: 'admin@sente.test',
  askedByName: null,
  isByProvider: true,
  action: 'companies.update',
  subjectType: 'companies',
  subjectId: '44444444-4444-4444-8444-444444444444',
  subjectName: null,
  companyId: '44444444-4444-4444-8444-444444444444',
  companyName: null,
  result: 'done',
  address: '10.0.0.1',
  details: {},
};

export const aPayoutRule = (fields: Partial<PayoutRule> = {}): PayoutRule => ({
  rule: { atOnceUpTo: 100_000, colleagueUpTo: 1_000_000 },
  ceiling: 2_000_000,
  updatedAt: '2026-01-05T10:00:00.000Z',
  approvers: ['Sarah Nakato', 'James Okello'],
  waitingId: null,
  ...fields,
});

/** What applies to the whole platform. */
export const aPlatform: PlatformSettings = {
  depositLimit: 1_000_000,
  payoutExpiryDays: 3,
  approvalExpiryDays: 7,
  settlementFee: 2_500,
  examinationDays: 0,
  staffNeedFactor: false,
};
