import * as z from 'zod/mini';
import { company, staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import {
  companyIdParams,
  dateTime,
  day,
  id,
  idParams,
  noControlCharacters,
  queryBoolean,
} from './fields.ts';
import { money, moneyInput } from './money.ts';
import { direction, pageMeta, pageQuery, searchText } from './paging.ts';

/** Code and name are stored together; every screen shows and filters by the name. */
export const accountTypes = {
  1: 'Savings',
  2: 'Checking',
  3: 'Business',
  4: 'Investment',
} as const;

export const account = z.object({
  id,
  accountName: z.string(),
  accountNumber: z.string(),
  accountType: z.number(),
  accountTypeName: z.nullable(z.string()),
  isActive: z.boolean(),
  balance: money,
  /** The part of the balance that payouts under way keep back; the rest can be spent. */
  held: money,
  openDate: dateTime,
  lastTransactionDate: z.nullable(dateTime),
  companyId: id,
  companyName: z.nullable(z.string()),
  /** When the name or the status last changed; money that moves leaves it as it is. */
  updatedAt: dateTime,
});
export type Account = z.infer<typeof account>;

/** A payout that keeps money back until it has ended. */
export const accountHold = z.object({
  transactionId: id,
  description: z.string(),
  /** With its fee. */
  held: money,
  /** Waits for a second person; otherwise the network has it, or soon will. */
  awaitsApproval: z.boolean(),
  phoneNumber: z.nullable(z.string()),
  network: z.nullable(z.string()),
  date: dateTime,
});
export type AccountHold = z.infer<typeof accountHold>;

/** The most that the call answers. */
export const maxListedHolds = 100;

export const accountSortKeys = ['name', 'company', 'type', 'balance', 'openDate'] as const;
export type AccountSortKey = (typeof accountSortKeys)[number];

export const accountBalance = z.object({ currentBalance: money, asOfDate: dateTime });

export const accountNameMaxLength = 100;
export const maxInitialDeposit = 1_000_000_000;

const accountName = z
  .string('Account name is required')
  .check(
    z.trim(),
    z.minLength(1, 'Account name is required'),
    z.minLength(3, 'Account name must be at least 3 characters'),
    z.maxLength(accountNameMaxLength, 'Account name must not exceed 100 characters'),
    noControlCharacters,
  );
const accountType = z.literal([1, 2, 3, 4], 'Please select a valid account type');
const depositMessage = 'Initial deposit must be a valid positive number';
/** The limits first: an amount with too many digits to be held exactly is too large above all. */
export const initialDeposit = z.pipe(
  z
    .number(depositMessage)
    .check(
      z.minimum(0, depositMessage),
      z.maximum(maxInitialDeposit, 'Initial deposit amount is too large'),
    ),
  moneyInput(depositMessage),
);

export const createAccountBody = z.strictObject({
  accountName,
  accountType,
  initialDeposit: z._default(initialDeposit, 0),
  isActive: z._default(z.boolean(), true),
  companyId: id,
  /** Made by the caller for this one intent, and the new account's id: sent twice, it opens one. */
  idempotencyKey: z.optional(id),
});
export const updateAccountBody = z.strictObject({
  accountName,
  accountType: z.optional(z.number()),
  isActive: z.boolean(),
  /** Which version the change was made from; a newer one is then not overwritten. */
  updatedAt: z.optional(dateTime),
});

const notFound = 'Account not found';

export const accounts = {
  list: endpoint({
    method: 'GET',
    path: '/Account',
    summary: 'Accounts of all companies: all of them, or one page when a page is asked for',
    access: staff,
    query: z.strictObject({
      ...pageQuery,
      /** Case-insensitive in account name, number, id and company name. */
      search: z.optional(searchText),
      companyId: z.optional(id),
      isActive: z.optional(queryBoolean),
      /** The type's name, whatever the case. */
      type: z.optional(searchText),
      sort: z.optional(z.enum(accountSortKeys)),
      direction: z.optional(direction),
    }),
    reply: z.array(account),
    /** Over all accounts that pass the filters, not only this page. */
    meta: z.object({
      ...pageMeta,
      activeCount: z.number(),
      inactiveCount: z.number(),
      companyCount: z.number(),
      totalBalance: money,
    }),
  }),
  ofCompany: endpoint({
    method: 'GET',
    path: '/Account/company/{companyId}',
    summary: "A company's accounts",
    /** Whoever may ask for money movements has to choose one. */
    access: company('params.companyId', 'canViewAccounts', 'canManageAccounts'),
    params: companyIdParams,
    reply: z.array(account),
    notFound: 'Company not found',
    about: { type: 'companies', from: 'params.companyId' },
  }),
  get: endpoint({
    method: 'GET',
    path: '/Account/{id}',
    summary: 'One account',
    access: company('record', 'canViewAccounts'),
    params: idParams,
    reply: account,
    notFound,
  }),
  byNumber: endpoint({
    method: 'GET',
    path: '/Account/number/{number}',
    summary: 'One account by its number',
    access: company('record', 'canViewAccounts'),
    params: z.strictObject({ number: z.string().check(z.regex(/^\d{6,20}$/)) }),
    reply: account,
    notFound,
  }),
  balance: endpoint({
    method: 'GET',
    path: '/Account/{id}/balance',
    summary: 'The balance now',
    access: company('record', 'canViewAccounts'),
    params: idParams,
    reply: accountBalance,
    notFound,
  }),
  holds: endpoint({
    method: 'GET',
    path: '/Account/{id}/holds',
    summary: 'What keeps money back on an account, newest first',
    access: company('record', 'canViewTransactions'),
    params: idParams,
    reply: z.array(accountHold),
    notFound,
  }),
  statement: endpoint({
    method: 'GET',
    path: '/Account/{id}/statement',
    summary:
      "An account's entries with the running balance, as CSV; the last 30 days unless dates are given",
    access: company('record', 'canViewTransactions'),
    params: idParams,
    query: z.strictObject({ startDate: z.optional(day), endDate: z.optional(day) }),
    reply: z.string(),
    replyType: 'text/csv',
    notFound,
  }),
  create: endpoint({
    method: 'POST',
    path: '/Account',
    summary: 'Open an account; company users open theirs without a deposit',
    access: company('body.companyId', 'canManageAccounts'),
    body: createAccountBody,
    reply: account,
    notFound: 'Company not found',
    about: { type: 'companies', from: 'body.companyId' },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/Account/{id}',
    summary: 'Rename or activate an account',
    access: staff,
    params: idParams,
    body: updateAccountBody,
    reply: account,
    notFound,
  }),
  deactivate: endpoint({
    method: 'PUT',
    path: '/Account/{id}/deactivate',
    summary: 'Deactivate an account',
    access: staff,
    params: idParams,
    reply: account,
    notFound,
  }),
};
