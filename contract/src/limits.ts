import * as z from 'zod/mini';
import { company, staff } from './access.ts';
import { awaitsApproval } from './approval-kinds.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, optionalText, requiredText } from './fields.ts';
import { paymentDirections } from './payments.ts';
import { phone } from './phone-field.ts';

/** All payments of a company, or those that its own systems ask for. */
export const limitScopes = ['company', 'api'] as const;
export type LimitScope = (typeof limitScopes)[number];

/**
 * Amounts in UGX for one payment, a day and a month; numbers of payments with one number a day, and
 * of numbers a day that the company had no payment with before.
 */
export const limitKinds = ['payment', 'day', 'month', 'number', 'new_numbers'] as const;
export type LimitKind = (typeof limitKinds)[number];

export function isAmountLimit(kind: LimitKind): boolean {
  return kind === 'payment' || kind === 'day' || kind === 'month';
}

const limitFields = {
  scope: z.enum(limitScopes),
  direction: z.enum(paymentDirections),
  kind: z.enum(limitKinds),
  /** In UGX, or a number. 0 allows nothing. */
  most: z
    .number('Must be a whole number of 0 or more')
    .check(
      z.int('Must be a whole number of 0 or more'),
      z.minimum(0, 'Must be a whole number of 0 or more'),
      z.maximum(1_000_000_000_000, 'Must be at most 1,000,000,000,000'),
    ),
};

export const limitBody = z.strictObject(limitFields);
export type LimitBody = z.output<typeof limitBody>;

export const paymentLimit = z.object({
  ...limitFields,
  /** Since the beginning of the day or month in Kampala; null for limits of one payment or one number. */
  used: z.nullable(z.number()),
  updatedAt: dateTime,
});
export type PaymentLimit = z.infer<typeof paymentLimit>;

/** What the limits would have refused. */
export const limitPreview = z.object({
  days: z.number(),
  payments: z.number(),
  refused: z.number(),
  refusedAmount: z.number(),
  /** By limit, most refusals first. */
  byLimit: z.array(z.object({ ...limitFields, refused: z.number(), amount: z.number() })),
  /** True if there were more payments than are looked at; the oldest of them are. */
  isCut: z.boolean(),
});
export type LimitPreview = z.infer<typeof limitPreview>;

/** Maximum number of limits: each combination once. */
const limitList = z.array(limitBody).check(
  z.maxLength(limitScopes.length * paymentDirections.length * limitKinds.length),
  z.refine(
    (limits: LimitBody[]) =>
      new Set(limits.map(({ scope, direction, kind }) => `${scope} ${direction} ${kind}`)).size ===
      limits.length,
    'Each limit can be set once',
  ),
);

export const blockedNumber = z.object({
  id,
  phoneNumber: z.string(),
  reason: z.string(),
  /** Null for the provider's own list, which applies to all companies. */
  companyId: z.nullable(id),
  blockedBy: z.nullable(z.string()),
  blockedAt: dateTime,
});
export type BlockedNumber = z.infer<typeof blockedNumber>;

export const blockBody = z.strictObject({
  phoneNumber: requiredText('Phone number is required', 20),
  reason: requiredText('A reason is required', 200),
});

/** For the form, which says at once all that is wrong; the server reads the number itself. */
export const blockForm = z.extend(blockBody, {
  phoneNumber: blockBody.shape.phoneNumber.check(...phone()),
});

const notFound = 'Company not found';
const ofCompany = { type: 'companies', from: 'params.id' } as const;
const readers = ['canManageCompany', 'canManageAccounts'] as const;

export const limits = {
  list: endpoint({
    method: 'GET',
    path: '/Company/{id}/limits',
    summary: "List a company's limits with what is used of them",
    access: company('staffRead', 'params.id', ...readers),
    params: idParams,
    reply: z.array(paymentLimit),
    notFound,
    about: ofCompany,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/Company/{id}/limits',
    summary:
      'Replace the limits of a company; limits that allow more than before wait for a second person',
    access: staff('staffFees'),
    params: idParams,
    body: z.strictObject({
      limits: limitList,
      /** Those that the change is based on; if others apply by now, it is refused. */
      basedOn: z.optional(limitList),
      /** Why they allow more; the second person reads it. */
      reason: optionalText(200),
    }),
    /** Those that apply now. */
    reply: z.array(paymentLimit),
    meta: awaitsApproval,
    notFound,
    about: ofCompany,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/Company/{id}/limits/preview',
    summary: 'Which payments of the last 30 days these limits would have refused',
    access: staff('staffFees'),
    params: idParams,
    body: z.strictObject({ limits: limitList }),
    reply: limitPreview,
    notFound,
    about: ofCompany,
  }),
  blocked: endpoint({
    method: 'GET',
    path: '/Company/{id}/blocked-numbers',
    summary: 'List the numbers that a company does no payments with',
    access: company('staffRead', 'params.id', ...readers),
    params: idParams,
    reply: z.array(blockedNumber),
    notFound,
    about: ofCompany,
  }),
  block: endpoint({
    method: 'POST',
    path: '/Company/{id}/blocked-numbers',
    summary: 'Block a number for a company',
    access: company('staffFees', 'params.id', 'canManageCompany'),
    params: idParams,
    body: blockBody,
    reply: blockedNumber,
    notFound,
    about: ofCompany,
  }),
  unblock: endpoint({
    method: 'DELETE',
    path: '/Company/{id}/blocked-numbers/{blockedId}',
    summary: 'Allow a blocked number again',
    access: company('staffFees', 'params.id', 'canManageCompany'),
    params: z.strictObject({ id, blockedId: id }),
    reply: z.null(),
    notFound: 'Number not found',
    about: ofCompany,
  }),
  blockedForAll: endpoint({
    method: 'GET',
    path: '/BlockedNumbers',
    summary: 'List the numbers that no company does payments with',
    access: staff('staffRead'),
    reply: z.array(blockedNumber),
  }),
  blockForAll: endpoint({
    method: 'POST',
    path: '/BlockedNumbers',
    summary: 'Block a number for all companies',
    access: staff('staffFees'),
    body: blockBody,
    reply: blockedNumber,
  }),
  unblockForAll: endpoint({
    method: 'DELETE',
    path: '/BlockedNumbers/{blockedId}',
    summary:
      'Allow a number again that was blocked for all companies; it waits for a second person',
    access: staff('staffFees'),
    params: z.strictObject({ blockedId: id }),
    reply: z.null(),
    meta: awaitsApproval,
    notFound: 'Number not found',
  }),
};
