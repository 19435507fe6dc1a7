import * as z from 'zod/mini';
import { company, ownCompany, staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, oneOf, optionalText, stopBody } from './fields.ts';
import { money } from './money.ts';
import { pageMeta, pageQuery, searchText } from './paging.ts';
import { paymentCheck } from './payment-check.ts';
import { maxPaymentAmount, paymentAmount } from './payments.ts';

/** fixed: one amount; chosen: by the payer, within limits; product: the price of one voucher. */
export const linkKinds = ['fixed', 'chosen', 'product'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** Paid: it was for one payment, which has been made. */
export const linkStates = ['active', 'paid', 'expired', 'ended'] as const;
export type LinkState = (typeof linkStates)[number];

/** An address at which anybody pays a company. */
export const paymentLink = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  /** Where people pay. */
  url: z.string(),
  kind: z.enum(linkKinds),
  state: z.enum(linkStates),
  accountId: id,
  accountName: z.string(),
  accountNumber: z.string(),
  /** Of a product its price now; null if the payer chooses. */
  amount: z.nullable(money),
  leastAmount: z.nullable(money),
  mostAmount: z.nullable(money),
  product: z.nullable(
    z.object({
      id,
      productCode: z.string(),
      productName: z.string(),
      /** Vouchers that can still be sold; 0 if it is not sold any more. */
      stock: z.number(),
    }),
  ),
  /** What the payer reads: of a product its name. */
  purpose: z.string(),
  reference: z.nullable(z.string()),
  isOnce: z.boolean(),
  expiresAt: z.nullable(dateTime),
  returnUrl: z.nullable(z.string()),
  /** The one that the QR code of its account leads to. */
  isStanding: z.boolean(),
  createdAt: dateTime,
  /** Null: through the payments API. */
  createdBy: z.nullable(z.string()),
  endedAt: z.nullable(dateTime),
  /** Why the provider stopped it; null if the company ended it. */
  stopReason: z.nullable(z.string()),
  /** Completed payments. */
  paidCount: z.number(),
  paidAmount: money,
});
export type PaymentLink = z.infer<typeof paymentLink>;

/** Checking: the network did not say what became of the last attempt, or it says so late; people decide. */
export const checkoutStates = ['waiting', 'checking', 'paid', 'failed'] as const;
export type CheckoutState = (typeof checkoutStates)[number];

/** One visit that began to pay, with its attempts: a later one begins when the earlier one has failed. */
export const checkout = z.object({
  id,
  state: z.enum(checkoutStates),
  /** Two attempts were carried out, one of them late, or somebody else had paid a link for one payment before. */
  isPaidTwice: z.boolean(),
  createdAt: dateTime,
  attempts: z.array(
    z.object({
      /** Of the mobile-money request. */
      paymentId: id,
      status: z.string(),
      phoneNumber: z.string(),
      network: z.string(),
      amount: money,
      reason: z.nullable(z.string()),
      /** The network said something else than the status, now or before. */
      check: z.nullable(paymentCheck),
      createdAt: dateTime,
      finishedAt: z.nullable(dateTime),
    }),
  ),
});
export type Checkout = z.infer<typeof checkout>;

export const linkPurposeMaxLength = 120;
const addressMessage = 'Must be an address that begins with https://';
/** The server takes http only for this machine, and only with the demo data. */
const returnUrl = z.optional(
  z.nullable(
    z
      .string(addressMessage)
      .check(
        z.trim(),
        z.maxLength(500, 'Must be at most 500 characters'),
        z.url({ protocol: /^https?$/, hostname: /./, error: addressMessage }),
        z.regex(/^[^\s@#]*$/, 'Must not contain spaces, a user name or a part after #'),
      ),
  ),
);

/** The same for people and for companies' systems. */
export const linkTerms = {
  /** Fixed. */
  amount: z.optional(z.nullable(paymentAmount)),
  /** Chosen by the payer; both have a default. */
  leastAmount: z.optional(z.nullable(paymentAmount)),
  mostAmount: z.optional(z.nullable(paymentAmount)),
  /** What the payer reads. A product has its name. */
  purpose: optionalText(linkPurposeMaxLength),
  /** The company's own, such as an order number. */
  reference: optionalText(100),
  /** For one payment only. */
  isOnce: z._default(z.boolean('Must be true or false'), false),
  expiresAt: z.optional(z.nullable(z.iso.datetime('Must be a time like 2026-01-31T12:00:00Z'))),
  /** Where the payer may go afterwards. */
  returnUrl,
};

export interface LinkTerms {
  readonly amount?: number | null | undefined;
  readonly leastAmount?: number | null | undefined;
  readonly mostAmount?: number | null | undefined;
  readonly purpose: string | null;
}

/** One amount, a range, or a product. */
export function linkChecks<T extends LinkTerms>(productOf: (terms: T) => unknown) {
  const hasProduct = (terms: T): boolean => (productOf(terms) ?? null) !== null;
  const hasRange = ({ leastAmount, mostAmount }: T): boolean =>
    (leastAmount ?? mostAmount ?? null) !== null;
  return [
    z.refine<T>((terms) => !hasProduct(terms) || (terms.amount ?? null) === null, {
      path: ['amount'],
      error: 'A product has its own price',
    }),
    z.refine<T>((terms) => !hasRange(terms) || !hasProduct(terms), {
      path: ['leastAmount'],
      error: 'A product has its own price',
    }),
    z.refine<T>((terms) => !hasRange(terms) || (terms.amount ?? null) === null, {
      path: ['amount'],
      error: 'Either one amount, or a least and a most',
    }),
    z.refine<T>(
      ({ leastAmount, mostAmount }) => (leastAmount ?? 1) <= (mostAmount ?? maxPaymentAmount),
      { path: ['mostAmount'], error: 'Must not be below the least amount' },
    ),
    z.refine<T>((terms) => hasProduct(terms) || terms.purpose !== null, {
      path: ['purpose'],
      error: 'Purpose is required',
    }),
  ] as const;
}

export const paymentLinkBody = z
  .strictObject({
    ...linkTerms,
    accountId: id,
    productId: z.optional(z.nullable(id)),
  })
  .check(
    ...linkChecks<LinkTerms & { readonly productId?: string | null | undefined }>(
      (t) => t.productId,
    ),
  );
export type PaymentLinkBody = z.output<typeof paymentLinkBody>;

const notFound = 'Payment link not found';
const readers = company('staffRead', 'record', 'canViewTransactions', 'canManageAccounts');
const makers = ownCompany('canManageAccounts');

export const paymentLinks = {
  list: endpoint({
    method: 'GET',
    path: '/PaymentLinks',
    summary: 'List payment links, newest first; a company sees its own',
    access: readers,
    query: z.strictObject({
      companyId: z.optional(id),
      state: z.optional(oneOf(linkStates)),
      /** Only the one behind the QR code of this account, if there is one. */
      standingOf: z.optional(id),
      /** In purpose, product and reference. */
      search: z.optional(searchText),
      ...pageQuery,
    }),
    reply: z.array(paymentLink),
    meta: z.object(pageMeta),
    notFound: 'Company not found',
  }),
  get: endpoint({
    method: 'GET',
    path: '/PaymentLinks/{id}',
    summary: 'Get a payment link',
    access: readers,
    params: idParams,
    reply: paymentLink,
    notFound,
  }),
  checkouts: endpoint({
    method: 'GET',
    path: '/PaymentLinks/{id}/checkouts',
    summary: 'List the checkouts of a payment link with their attempts, newest first',
    access: company('staffRead', 'record', 'canViewTransactions'),
    params: idParams,
    query: z.strictObject(pageQuery),
    reply: z.array(checkout),
    meta: z.object(pageMeta),
    notFound,
  }),
  create: endpoint({
    method: 'POST',
    path: '/PaymentLinks',
    summary:
      'Create a payment link of the own company; of a product with canViewProducts or canManageProducts as well',
    access: makers,
    body: paymentLinkBody,
    reply: paymentLink,
    notFound: 'Account not found',
  }),
  standing: endpoint({
    method: 'POST',
    path: '/PaymentLinks/standing',
    summary: 'Get the payment link behind the QR code of an account; the first call creates it',
    access: makers,
    body: z.strictObject({ accountId: id }),
    reply: paymentLink,
    notFound: 'Account not found',
  }),
  end: endpoint({
    method: 'POST',
    path: '/PaymentLinks/{id}/end',
    summary: 'End a payment link: nobody pays with it from now on',
    access: makers,
    params: idParams,
    reply: paymentLink,
    notFound,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/PaymentLinks/{id}/stop',
    summary: 'Stop a payment link of a company, which reads the reason',
    access: staff('staffCompanies'),
    params: idParams,
    body: stopBody,
    reply: paymentLink,
    notFound,
  }),
};
