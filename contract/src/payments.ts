import * as z from 'zod/mini';
import { credential } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, day, oneOf, optionalText, queryInteger, requiredText } from './fields.ts';
import { amountMessage, amountTypeMessage, formatUgx, money } from './money.ts';
import { dateKinds } from './transaction-kinds.ts';

/**
 * The calls of a company's own systems, signed with its credentials. The portal calls a payment an API
 * transaction.
 */
export const paymentStatuses = ['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED'] as const;
export const paymentDirections = ['collection', 'payout'] as const;
export type PaymentDirection = (typeof paymentDirections)[number];

/** Supported networks. */
export const networkNames = ['MTN', 'AIRTEL'] as const;
export type NetworkName = (typeof networkNames)[number];
/** In sentences. */
export const networkWords: Readonly<Record<NetworkName, string>> = { MTN: 'MTN', AIRTEL: 'Airtel' };

/** In a sentence; a network that this version does not know is shown as it is. */
export function networkWord(network: string): string {
  return networkNames.includes(network as NetworkName)
    ? networkWords[network as NetworkName]
    : network;
}

/** Of a list that people choose from. */
export const chosenNetwork = z.enum(networkNames, 'Please select a network');

/** 26 letters and digits. */
export const shortId = (message: string) =>
  z.string(message).check(z.regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i, message), z.toUpperCase());
const transactionId = shortId('Must be a transaction id');

export const payment = z.object({
  transactionId: z.string(),
  direction: z.enum(paymentDirections),
  /** Payments from before this API may have other values. */
  status: z.union([z.enum(paymentStatuses), z.string()]),
  /** A payout that people have to approve first. Until then it is PENDING and its money is held. */
  awaitsApproval: z.boolean(),
  phoneNumber: z.string(),
  network: z.string(),
  amount: money,
  /** Deducted from a collection, added to a payout; 0 if it failed. */
  fee: money,
  /** What of the fee is tax. */
  tax: money,
  accountNumber: z.string(),
  reference: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** What the order carried for the company's own systems. */
  metadata: z.record(z.string(), z.string()),
  productCode: z.nullable(z.string()),
  /** The voucher that was sold, once the status is SUCCESS. */
  voucherCode: z.nullable(z.string()),
  /** A stable code such as PAYER_REFUSED, and a sentence: why it failed, or what differs from the order. */
  reasonCode: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /**
   * The network said something else than the status, and people find out: a FAILED payment may be paid already, so do not
   * order it anew while this is true.
   */
  beingChecked: z.boolean(),
  /** The network's own id of the payment. */
  networkReference: z.nullable(z.string()),
  createdAt: dateTime,
  finishedAt: z.nullable(dateTime),
  /** Set when the provider reverses the payment; it stays SUCCESS, and a voucher stays sold. */
  reversedAt: z.nullable(dateTime),
  /** Set if a payer paid with a payment link; its reference is also that of the payment. */
  link: z.nullable(
    z.object({ linkId: z.string(), checkoutId: z.string(), reference: z.nullable(z.string()) }),
  ),
  /** What was given back to the payer of a collection, or is about to be; a refund that fails does not count. */
  refundedAmount: money,
  /** Set if it is a refund: the transactionId of the collection. */
  refundOf: z.nullable(z.string()),
  /** Set if it is a line of a bulk payout. */
  bulk: z.nullable(z.object({ bulkId: z.string(), number: z.int() })),
});
export type Payment = z.infer<typeof payment>;

/** In the events of a webhook. */
export const eventPayment = z.extend(payment, {
  /** Set if a voucher was sold that is not for this address: `voucherCode` is null then. */
  voucherHidden: z.optional(z.literal(true)),
});

/** UGX. Higher than any network's limit for one payment. */
export const maxPaymentAmount = 20_000_000;

/** Mobile money has no cents: the network would move a different amount. */
export const paymentAmount = z.number({ error: amountTypeMessage }).check(
  z.gt(0, amountMessage),
  z.refine((amount: number) => Number.isInteger(amount), {
    error: 'Mobile money takes whole shillings only',
  }),
  z.lte(maxPaymentAmount, `Must be at most ${formatUgx(maxPaymentAmount)}`),
);
// For the documentation; the rule is the one above.
z.globalRegistry.add(paymentAmount, { type: 'integer' });

const maxMetadata = { keys: 20, valueLength: 500 };

/** Texts that come back with the payment and its events; they mean nothing here. */
const metadata = z
  .record(
    z
      .string()
      .check(z.regex(/^[\w.-]{1,40}$/, 'Names have 1 to 40 letters, digits, dots or dashes')),
    requiredText('Value is required', maxMetadata.valueLength),
    'Must be an object of texts',
  )
  .check(
    z.refine((all) => Object.keys(all).length <= maxMetadata.keys, {
      error: `At most ${maxMetadata.keys} entries`,
    }),
  );

const order = {
  /** +256 77..., 256 77... and 077... are the same number. */
  phoneNumber: requiredText('Phone number is required', 20),
  amount: paymentAmount,
  /** The caller's own reference, such as an order number. */
  reference: requiredText('Reference is required', 100),
  /** Derived from the number by default. */
  network: z.optional(oneOf(networkNames)),
  /** The company's oldest active account by default. */
  accountNumber: z.optional(requiredText('Account number is required', 40)),
  description: optionalText(200),
  metadata: z.optional(metadata),
};

export const collectionBody = z.strictObject({
  ...order,
  /** Sells one voucher of this internet product; the amount must equal its price. */
  productCode: z.optional(requiredText('Product code is required', 50)),
});

export const payoutBody = z.strictObject(order);

export const refundBody = z.strictObject({
  /** Of the collection. */
  transactionId,
  /** All that is left by default. */
  amount: z.optional(paymentAmount),
  /** That of the payment by default. */
  reference: z.optional(requiredText('Reference is required', 100)),
  /** For the company's own people; the payer is not told. */
  reason: optionalText(200),
  metadata: z.optional(metadata),
});

const accepted = z.object({
  transactionId: z.string(),
  status: z.literal('PENDING'),
  /** By the company's rules for payouts. */
  awaitsApproval: z.boolean(),
  /** Set if the number begins like those of another network than the one that was named. */
  likelyNetwork: z.nullable(z.enum(networkNames)),
});
const notFound = 'Payment not found';

export const payments = {
  createCollection: endpoint({
    method: 'POST',
    path: '/v1/Payments/collections',
    summary: 'Request a payment from a mobile-money number',
    access: credential('collect'),
    isIdempotent: true,
    body: collectionBody,
    status: 202,
    reply: accepted,
  }),
  createPayout: endpoint({
    method: 'POST',
    path: '/v1/Payments/payouts',
    summary:
      'Send money to a mobile-money number; the amount is held until the payout succeeds or fails',
    access: credential('payout'),
    isIdempotent: true,
    body: payoutBody,
    status: 202,
    reply: accepted,
  }),
  createRefund: endpoint({
    method: 'POST',
    path: '/v1/Payments/refunds',
    summary:
      'Refund a paid collection, whole or in part, by a payout to the number that paid; at most what was paid',
    access: credential('payout'),
    isIdempotent: true,
    body: refundBody,
    status: 202,
    reply: accepted,
    notFound,
  }),
  list: endpoint({
    method: 'GET',
    path: '/v1/Payments',
    summary: 'List payments, newest first',
    access: credential('read'),
    query: z.strictObject({
      status: z.optional(oneOf(paymentStatuses)),
      direction: z.optional(oneOf(paymentDirections)),
      network: z.optional(oneOf(networkNames)),
      /** Exact match. */
      reference: z.optional(z.string().check(z.maxLength(100, 'Must be at most 100 characters'))),
      startDate: z.optional(day),
      endDate: z.optional(day),
      /** The day that counts, and the order; the day of creation by default. */
      dateBy: z.optional(oneOf(dateKinds)),
      limit: z.optional(queryInteger(1, 100)),
      /** The transactionId of the last row of the previous page. */
      after: z.optional(transactionId),
    }),
    reply: z.array(payment),
    meta: z.object({
      /** The value of `after` for the next page; null on the last page. */
      nextAfter: z.nullable(z.string()),
    }),
  }),
  balance: endpoint({
    method: 'GET',
    path: '/v1/Payments/balance',
    summary: "List the company's accounts with their available balance",
    access: credential('read'),
    reply: z.array(
      z.object({
        accountNumber: z.string(),
        accountName: z.string(),
        balance: money,
        /** Held for pending payouts. */
        held: money,
        available: money,
        isActive: z.boolean(),
        isDefault: z.boolean(),
      }),
    ),
  }),
  products: endpoint({
    method: 'GET',
    path: '/v1/Payments/products',
    summary: 'List active internet products with the number of vouchers left',
    access: credential('read'),
    reply: z.array(
      z.object({
        productCode: z.string(),
        productName: z.string(),
        amount: money,
        stock: z.int(),
      }),
    ),
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/Payments/{transactionId}',
    summary: 'Get a payment; a paid sale includes its voucher',
    access: credential('read'),
    params: z.strictObject({ transactionId }),
    reply: payment,
    notFound,
  }),
};
