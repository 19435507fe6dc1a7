import * as z from 'zod/mini';
import { credential } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, oneOf, queryInteger, requiredText } from './fields.ts';
import { money } from './money.ts';
import { linkChecks, linkKinds, linkStates, linkTerms, type LinkTerms } from './payment-links.ts';
import { shortId } from './payments.ts';

const linkId = shortId('Must be a link id');

/** A payment link, as companies' systems see it. */
export const apiLink = z.object({
  linkId: z.string(),
  url: z.string(),
  kind: z.enum(linkKinds),
  state: z.enum(linkStates),
  accountNumber: z.string(),
  amount: z.nullable(money),
  leastAmount: z.nullable(money),
  mostAmount: z.nullable(money),
  productCode: z.nullable(z.string()),
  /** Vouchers left; null without a product. */
  stock: z.nullable(z.int()),
  purpose: z.string(),
  reference: z.nullable(z.string()),
  isOnce: z.boolean(),
  expiresAt: z.nullable(dateTime),
  returnUrl: z.nullable(z.string()),
  createdAt: dateTime,
  endedAt: z.nullable(dateTime),
  paidCount: z.int(),
  paidAmount: money,
});
export type ApiLink = z.infer<typeof apiLink>;

export const apiLinkBody = z
  .strictObject({
    ...linkTerms,
    /** The company's oldest active account by default. */
    accountNumber: z.optional(requiredText('Account number is required', 40)),
    /** Sells one voucher of this internet product, at its price. */
    productCode: z.optional(requiredText('Product code is required', 50)),
  })
  .check(
    ...linkChecks<LinkTerms & { productCode?: string | undefined }>((terms) => terms.productCode),
  );

const notFound = 'Payment link not found';

/** The calls of a company's own systems; part of the group `payments`. */
export const paymentLinkCalls = {
  createLink: endpoint({
    method: 'POST',
    path: '/v1/Payments/links',
    summary: 'Create a payment link: an address at which anybody pays by mobile money',
    access: credential('collect'),
    isIdempotent: true,
    body: apiLinkBody,
    reply: apiLink,
  }),
  listLinks: endpoint({
    method: 'GET',
    path: '/v1/Payments/links',
    summary: 'List payment links, newest first',
    access: credential('read'),
    query: z.strictObject({
      state: z.optional(oneOf(linkStates)),
      /** Exact match. */
      reference: z.optional(z.string().check(z.maxLength(100, 'Must be at most 100 characters'))),
      limit: z.optional(queryInteger(1, 100)),
      /** The linkId of the last row of the previous page. */
      after: z.optional(linkId),
    }),
    reply: z.array(apiLink),
    meta: z.object({ nextAfter: z.nullable(z.string()) }),
  }),
  getLink: endpoint({
    method: 'GET',
    path: '/v1/Payments/links/{linkId}',
    summary: 'Get a payment link',
    access: credential('read'),
    params: z.strictObject({ linkId }),
    reply: apiLink,
    notFound,
  }),
  endLink: endpoint({
    method: 'POST',
    path: '/v1/Payments/links/{linkId}/end',
    summary: 'End a payment link; nobody pays with it from now on. Ending it again changes nothing',
    access: credential('collect'),
    isIdempotent: true,
    params: z.strictObject({ linkId }),
    reply: apiLink,
    notFound,
  }),
};
