import * as z from 'zod/mini';
import { ownCompany, staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { caseKindNames } from './case-kinds.ts';
import { dateTime, day, id } from './fields.ts';
import { money } from './money.ts';
import { paymentCheck } from './payment-check.ts';
import { networkNames, paymentDirections } from './payments.ts';
import { statementPlaces } from './network-statements.ts';
import { codeStates } from './product-codes.ts';
import { caseStates } from './reconciliation.ts';
import { transactionStatuses, transactionTypes } from './transaction-kinds.ts';

/** Maximum number of results of each kind. */
export const maxFound = 5;
/** Words of a description are looked for in as many of the newest transactions: no index finds them. */
export const newestSearched = 3_000;

/** Which fact of a record the text matched. */
export const matchKinds = [
  'id',
  'transactionId',
  /** What a customer has in hand; made of the id. */
  'receiptNumber',
  'networkReference',
  'voucherCode',
  'reference',
  'phone',
  'phonePart',
  'amount',
  /** What the account got or gave: the amount without or with the fee. */
  'netAmount',
  'description',
  'name',
  'email',
  'username',
  'accountNumber',
  'productCode',
  'caseNumber',
  /** The holder of the wallet, as the network named it for a recipient. */
  'checkedName',
  /** The recipient that a payout went to, as the company or the network calls it. */
  'recipient',
  /** Of the company of an account or a person. */
  'companyName',
] as const;
export type MatchKind = (typeof matchKinds)[number];
const match = z.enum(matchKinds);

export const found = z.object({
  /** Mobile-money payments, by any fact of them that a caller may quote. */
  payments: z.array(
    z.object({
      id,
      /** Null for a payment that was imported without its booking. */
      transactionId: z.nullable(id),
      companyName: z.string(),
      phoneNumber: z.string(),
      amount: money,
      direction: z.enum(paymentDirections),
      /** SUCCESS, FAILED, PENDING or PROCESSING; imported payments may have other values. */
      status: z.string(),
      network: z.string(),
      reference: z.nullable(z.string()),
      networkReference: z.nullable(z.string()),
      /** Null for a payment that was imported without its booking. */
      description: z.nullable(z.string()),
      date: dateTime,
      /** The network said something else than the books, now or before. */
      check: z.nullable(paymentCheck),
      match,
    }),
  ),
  /** Transactions that are no payment, such as deposits and reversals. */
  transactions: z.array(
    z.object({
      id,
      companyName: z.string(),
      reference: z.nullable(z.string()),
      description: z.string(),
      type: z.enum(transactionTypes),
      amount: money,
      status: z.enum(transactionStatuses),
      date: dateTime,
      /** It failed, and its payment was booked as paid later, in another transaction. */
      check: z.nullable(paymentCheck),
      match,
    }),
  ),
  /** What waits for a second person. */
  approvals: z.array(
    z.object({ id, sentence: z.string(), companyName: z.nullable(z.string()), askedAt: dateTime }),
  ),
  /** Of the reconciliation, by their number or the reference of the network or the bank. */
  cases: z.array(
    z.object({
      id,
      number: z.number(),
      kind: z.enum(caseKindNames),
      state: z.enum(caseStates),
      network: z.enum(statementPlaces),
      day,
      /** What the network has more than the books. */
      effect: money,
      match,
    }),
  ),
  companies: z.array(z.object({ id, name: z.string(), email: z.string(), match })),
  accounts: z.array(
    z.object({
      id,
      companyId: id,
      accountName: z.string(),
      accountNumber: z.string(),
      companyName: z.string(),
      match,
    }),
  ),
  users: z.array(
    z.object({
      id,
      name: z.string(),
      email: z.string(),
      companyName: z.nullable(z.string()),
      match,
    }),
  ),
  /** Whom the company sends money to; for its own people who may. */
  recipients: z.array(
    z.object({
      id,
      name: z.string(),
      phoneNumber: z.string(),
      network: z.enum(networkNames),
      checkedName: z.nullable(z.string()),
      match,
    }),
  ),
  roles: z.array(z.object({ id, name: z.string(), description: z.string(), match })),
  products: z.array(
    z.object({
      id,
      companyId: id,
      companyName: z.string(),
      name: z.string(),
      code: z.string(),
      price: money,
      match,
    }),
  ),
  /** Vouchers, only by the whole code and for people who may reveal it. Masked. */
  codes: z.array(
    z.object({
      id,
      companyId: id,
      companyName: z.string(),
      maskedCode: z.string(),
      productName: z.string(),
      state: z.enum(codeStates),
      /** The payment that it was sold with. */
      paymentId: z.nullable(id),
      match,
    }),
  ),
});
export type Found = z.infer<typeof found>;

const query = z.strictObject({
  search: z
    .string('Type something to search for')
    .check(z.trim(), z.minLength(1, 'Type something to search for'), z.maxLength(200)),
});

export const search = {
  all: endpoint({
    method: 'GET',
    path: '/Search',
    summary:
      'Search payments, transactions, approvals, cases, companies, accounts, users and roles',
    access: staff('staffRead'),
    query,
    reply: found,
  }),
  ownCompany: endpoint({
    method: 'GET',
    path: '/Search/own-company',
    summary:
      "Search the own company's payments, accounts, users, recipients and products, as far as visible",
    access: ownCompany(),
    query,
    reply: found,
  }),
};
