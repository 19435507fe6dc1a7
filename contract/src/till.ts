import * as z from 'zod/mini';
import { anyone, atTill } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, noControlCharacters, oneOf, queryBoolean } from './fields.ts';
import { referenceIn, referenceMinLength } from './message-reference.ts';
import { money } from './money.ts';
import { paymentCheck } from './payment-check.ts';
import { networkNames, paymentAmount } from './payments.ts';
import { phone } from './phone-field.ts';
import { modes, testCodePrefix } from './test-mode.ts';
import { shiftSum, tillPayment } from './tills.ts';

/* The calls of a shared device at a till. Its cookies say which; no person is signed in. */

/** What a cashier may sell now. */
const soldProduct = z.object({
  id,
  productName: z.string(),
  price: money,
  isSoldOut: z.boolean(),
  /** How many vouchers are left; a server of the release before does not say. */
  stock: z.optional(z.number()),
});
export type SoldProduct = z.infer<typeof soldProduct>;

export const tillState = z.object({
  /** In test mode no real money moves. */
  mode: z.enum(modes),
  companyName: z.string(),
  tillName: z.string(),
  deviceName: z.string(),
  /** After too many wrong PINs, until a manager unlocks it. */
  isLocked: z.boolean(),
  shift: z.nullable(
    z.object({
      id,
      cashierName: z.string(),
      openedAt: dateTime,
      products: z.array(soldProduct),
    }),
  ),
});
export type TillState = z.infer<typeof tillState>;

export const tillFeed = z.object({
  /** Of what is shown: sent with the next question, which then has a short answer if nothing has changed. */
  version: z.string(),
  /** When the server looked. */
  at: dateTime,
  /** The newest of the shift, newest first; null if they are those of the given version. */
  payments: z.nullable(z.array(tillPayment)),
  /** How many of the shift are older than these. */
  olderCount: z.number(),
});
export type TillFeed = z.infer<typeof tillFeed>;

export const tillRequest = z.extend(tillPayment, {
  /** In clear: the cashier hands it over. Null until it is sold. */
  voucherCode: z.nullable(z.string()),
});
export type TillRequest = z.infer<typeof tillRequest>;

/** For one key there is one payment, however often it is sent. */
export const askBody = z
  .strictObject({
    phoneNumber: z
      .string('Phone number is required')
      .check(z.minLength(1, 'Phone number is required'), z.maxLength(40, 'Too long'), ...phone()),
    network: z.optional(z.nullable(oneOf(networkNames))),
    /** Exactly one of these two: a product has its own price. */
    amount: z.optional(z.nullable(paymentAmount)),
    productId: z.optional(z.nullable(id)),
    /** Of the product, as the screen showed it: sold at this price or not at all. */
    price: z.optional(z.nullable(paymentAmount)),
    /** Asks although an earlier payment of this number is being checked, and may be paid already. */
    isRepeatConfirmed: z.optional(z.boolean()),
    idempotencyKey: id,
  })
  .check(
    z.refine(
      ({ amount, productId }) => ((amount ?? null) === null) !== ((productId ?? null) === null),
      { path: ['amount'], error: 'Enter an amount, or choose a product' },
    ),
    z.refine(({ price, productId }) => (price ?? null) === null || (productId ?? null) !== null, {
      path: ['price'],
      error: 'Only a product has a price',
    }),
  );

/** What is told about a reference from a text message. */
export const referenceAnswers = ['paid', 'somebody-else', 'not-found', 'reversed'] as const;
export type ReferenceAnswer = (typeof referenceAnswers)[number];

export const referenceCheck = z.object({
  answer: z.enum(referenceAnswers),
  /** Only of a payment to the own company, also of a reversed one. */
  payment: z.nullable(
    z.object({
      amount: money,
      lastDigits: z.string(),
      network: z.string(),
      at: dateTime,
      /** When the payer was asked. A server of the release before does not say. */
      askedAt: z.optional(dateTime),
      /** Booked long after it was asked for, or after it had failed. A server of the release before does not say. */
      isLate: z.optional(z.boolean()),
      /** Paid before this shift began. */
      isEarlier: z.boolean(),
      /** Into another account of the company than that of the till. */
      isOtherAccount: z.boolean(),
      /** A till asked for it and showed that it was paid. A server of the release before does not say. */
      isOfTill: z.optional(z.boolean()),
      /** The product whose voucher it paid for and got. */
      soldProduct: z.optional(z.nullable(z.string())),
      /** Of the amount, what was given back. */
      refunded: money,
      /** The network says something else than the books; a server of the release before does not say. */
      check: z.optional(z.nullable(paymentCheck)),
      /** When it was shown at a till before: somebody may show it twice. */
      checkedAt: z.nullable(dateTime),
      /** Where and to whom that was. A server of the release before does not say. */
      checkedBy: z.optional(
        z.nullable(
          z.object({
            /** Null: at this till. */
            tillName: z.nullable(z.string()),
            /** Null: to the cashier of this shift, during it. */
            cashierName: z.nullable(z.string()),
          }),
        ),
      ),
    }),
  ),
});
export type ReferenceCheck = z.infer<typeof referenceCheck>;

export const endedShift = z.object({
  mode: z.enum(modes),
  companyName: z.string(),
  tillName: z.string(),
  cashierName: z.string(),
  openedAt: dateTime,
  endedAt: dateTime,
  sum: shiftSum,
  /** All that was paid in the shift, oldest first. */
  payments: z.array(tillPayment),
  /** Asked for in the shift and not paid yet: it counts for this shift when it is. A server of the release before does not say. */
  waiting: z.optional(z.array(tillPayment)),
  /** Asked for in the shift and not paid by the books, but the network may have been paid; as `waiting`. */
  checking: z.optional(z.array(tillPayment)),
});
export type EndedShift = z.infer<typeof endedShift>;

const codeMessage = 'Enter the eight characters of the code';
export const pairBody = z.strictObject({
  /** With or without dashes, in any case. One of test mode begins with TEST. */
  code: z.string(codeMessage).check(
    z.overwrite((text) => text.replace(/[\s-]/g, '').toLowerCase()),
    z.regex(new RegExp(`^(?:${testCodePrefix})?[0-9a-hjkmnp-tv-z]{8}$`), codeMessage),
  ),
});
const pinMessage = 'Enter the six digits of your PIN';
export const pinBody = z.strictObject({
  pin: z.string(pinMessage).check(z.regex(/^\d{6}$/, pinMessage)),
});
/** Of a message that is sent in parts. */
export const messageMaxLength = 600;
const referenceMaxLength = 60;
const referenceMessage = 'Enter the reference of the message';
export const referenceBody = z.strictObject({
  /** Alone, or the whole message: what else it says is compared with the payment. */
  reference: z.string(referenceMessage).check(
    // A message of several lines is pasted as it is.
    z.overwrite((text) => text.replaceAll(/\s+/g, ' ')),
    z.trim(),
    z.maxLength(messageMaxLength, {
      error: `Must be at most ${messageMaxLength} characters`,
      abort: true,
    }),
    z.minLength(1, { error: referenceMessage, abort: true }),
    noControlCharacters,
    z.refine((text) => referenceIn(text).length >= referenceMinLength, {
      error: 'Enter the whole reference, at least 6 characters',
      abort: true,
    }),
    z.refine(isReference, {
      error: 'No reference was found in this message. Enter the reference alone',
    }),
  ),
});

function isReference(text: string): boolean {
  const reference = referenceIn(text);
  return reference.length <= referenceMaxLength && /\d/.test(reference);
}

export const tillCalls = {
  pair: endpoint({
    method: 'POST',
    path: '/Till/pair',
    summary: 'Pair this device with the code that the portal shows; sets its cookie',
    access: anyone,
    body: pairBody,
    reply: tillState,
  }),
  state: endpoint({
    method: 'GET',
    path: '/Till',
    summary:
      'The till of this device, and its shift if one is open; null for one that was never paired',
    access: atTill('device-if-any'),
    reply: z.nullable(tillState),
  }),
  open: endpoint({
    method: 'POST',
    path: '/Till/shift',
    summary: 'Open a shift with a PIN; sets the cookie of the shift',
    access: atTill('device'),
    body: pinBody,
    reply: tillState,
  }),
  feed: endpoint({
    method: 'GET',
    path: '/Till/feed',
    summary: 'What was paid into the account of the till in this shift, and what it asked for',
    access: atTill('shift'),
    query: z.strictObject({
      version: z.optional(z.string().check(z.maxLength(64))),
      /** Somebody touched the screen since the last question, so the shift is not idle. */
      touched: z.optional(queryBoolean),
    }),
    reply: tillFeed,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/Till/requests',
    summary: 'Ask a phone for a payment, of an amount or for a product',
    access: atTill('shift'),
    body: askBody,
    reply: tillRequest,
  }),
  request: endpoint({
    method: 'GET',
    path: '/Till/requests/{id}',
    summary: 'What became of a request of this shift, with the voucher once it is sold',
    access: atTill('shift'),
    params: idParams,
    reply: tillRequest,
    notFound: 'Payment not found',
  }),
  check: endpoint({
    method: 'POST',
    path: '/Till/check',
    summary: 'Whether a reference of a network is a payment to the own company',
    access: atTill('shift'),
    body: referenceBody,
    reply: referenceCheck,
  }),
  end: endpoint({
    method: 'POST',
    path: '/Till/end',
    summary: 'End the shift and get its sum; for an hour after the end the sum again',
    access: atTill('shift-sum'),
    reply: endedShift,
  }),
};
