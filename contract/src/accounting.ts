import * as z from 'zod/mini';
import { company, staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, day, id, idParams, oneOf } from './fields.ts';
import { money } from './money.ts';
import { proof } from './own-factor.ts';
import { networkNames } from './payments.ts';

/** What accounts of the ledger stand for. */
export const accountKinds = [
  'customer',
  'clearing',
  'settlement',
  'fees',
  'vat',
  'levy',
  'suspense',
  'receivable',
] as const;

const dayParams = z.strictObject({ day });

/** A day in Kampala; nothing is booked into a closed one. */
const accountingDay = z.object({
  day,
  isClosed: z.boolean(),
  closedAt: z.nullable(dateTime),
  /** Who asked for it, and who approved it; one person closed older days. */
  closedBy: z.nullable(z.string()),
  approvedBy: z.nullable(z.string()),
  /** The request to close it that waits for a second person. */
  approvalId: z.nullable(id),
  /** What companies had at its end; null until it is closed and signed. */
  liabilities: z.nullable(money),
  companies: z.nullable(z.number()),
  /** Of the tree over all balances, and of the last hashes of all accounts; 64 hexadecimal digits. */
  root: z.nullable(z.string()),
  heads: z.nullable(z.string()),
});
export type AccountingDay = z.infer<typeof accountingDay>;

/** Accounts of all companies that stand for the same. */
const trialBalanceRow = z.object({
  kind: z.string(),
  network: z.nullable(z.string()),
  /** What the provider owes is a credit, what it has or is owed a debit. */
  opening: money,
  /** What was booked on the day. */
  debits: money,
  credits: money,
  /** Positive for a credit. */
  closing: money,
});
export type TrialBalanceRow = z.infer<typeof trialBalanceRow>;

export const trialBalance = z.object({
  day,
  isClosed: z.boolean(),
  rows: z.array(trialBalanceRow),
  debits: money,
  credits: money,
});
export type TrialBalance = z.infer<typeof trialBalance>;

const ledgerEntry = z.object({
  transactionId: id,
  at: dateTime,
  companyName: z.string(),
  account: z.string(),
  accountNumber: z.nullable(z.string()),
  description: z.string(),
  reference: z.nullable(z.string()),
  /** One of both is null. */
  debit: z.nullable(money),
  credit: z.nullable(money),
  /** Of all accounts that are listed, over all companies: that of the last entry of a day closes its trial balance. */
  balanceAfter: money,
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** What was signed at the end of a day. */
const signedEnd = z.object({ day, liabilities: money, root: z.string(), heads: z.string() });

const accountingMonth = z.object({
  /** 2026-01. */
  month: z.string(),
  /** The end of the month before, and its own; null if that day is not closed. */
  opening: z.nullable(signedEnd),
  closing: z.nullable(signedEnd),
  /** Whether both are closed; otherwise the sums below are as the books are now, and may change. */
  isClosed: z.boolean(),
  /** What was earned in fees, without taxes. */
  fees: money,
  /** What the networks took of it, booked to the same accounts. */
  networkCharges: money,
  /** What of the payments and settlements of the month is tax. */
  vat: money,
  levy: money,
});
export type AccountingMonth = z.infer<typeof accountingMonth>;

const liabilityProof = z.object({
  day,
  balance: money,
  /** Of all companies. */
  liabilities: money,
  root: z.string(),
  madeAt: dateTime,
});
export type LiabilityProof = z.infer<typeof liabilityProof>;

const ofCompany = {
  access: company('staffRead', 'params.id', 'canViewAccounts'),
  about: { type: 'companies', from: 'params.id' },
} as const;

export const accounting = {
  days: endpoint({
    method: 'GET',
    path: '/Accounting/days',
    summary: 'List the last 35 days with those that are closed, newest first',
    access: staff('staffRead'),
    reply: z.array(accountingDay),
    meta: z.object({
      /** The day that can be closed next; null if no day is over. */
      next: z.nullable(day),
      /** The first closed day that is not signed yet; null if all are. Closing it again signs it. */
      unsigned: z.nullable(day),
    }),
  }),
  closeDay: endpoint({
    method: 'POST',
    path: '/Accounting/days/{day}/close',
    summary:
      'Ask to close a day that is over, in order and with your own password and factor; when a second person approves it, nothing is booked into it any more, and its liabilities are signed; a closed day that is not signed is signed at once',
    access: staff('staffMoney'),
    params: dayParams,
    body: proof,
    reply: accountingDay,
  }),
  trialBalance: endpoint({
    method: 'GET',
    path: '/Accounting/trial-balance',
    summary: 'Get what all accounts had at the end of a day, by kind; today until now by default',
    access: staff('staffRead'),
    query: z.strictObject({ day: z.optional(day) }),
    reply: trialBalance,
  }),
  entries: endpoint({
    method: 'GET',
    path: '/Accounting/entries',
    summary:
      'List the ledger entries of some days and of one row of the trial balance, in the order in which money moved',
    access: staff('staffRead'),
    query: z.strictObject({
      startDate: day,
      endDate: day,
      kind: oneOf(accountKinds),
      network: z.optional(oneOf(networkNames)),
      /** The transaction of the last entry of the page before. */
      after: z.optional(id),
    }),
    reply: z.array(ledgerEntry),
    meta: z.object({ nextAfter: z.nullable(id) }),
  }),
  months: endpoint({
    method: 'GET',
    path: '/Accounting/months',
    summary:
      'List the months with what was signed at their beginning and end, fees earned and taxes, newest first',
    access: staff('staffRead'),
    reply: z.array(accountingMonth),
  }),
  liabilityProofs: endpoint({
    ...ofCompany,
    method: 'GET',
    path: '/Company/{id}/liability-proofs',
    summary: 'List the closed days that prove what the provider owes the company, newest first',
    params: idParams,
    reply: z.array(liabilityProof),
    notFound: 'Company not found',
  }),
  liabilityProof: endpoint({
    ...ofCompany,
    method: 'GET',
    path: '/Company/{id}/liability-proofs/{day}',
    summary: 'Download the proof that the balance of the company is in what the provider owes',
    params: z.strictObject({ id, day }),
    reply: z.string(),
    replyType: 'text/csv',
    notFound: 'Proof not found',
  }),
};
