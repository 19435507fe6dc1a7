import * as z from 'zod/mini';
import { company, ownCompany } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, personName, requiredText } from './fields.ts';
import { paymentCheck } from './payment-check.ts';
import { money } from './money.ts';
import { pageMeta, pageQuery } from './paging.ts';
import { networkNames } from './payments.ts';

/** asked: the till asked the phone; sold: the same for a product; other: any other way into the account. */
export const tillPaymentKinds = ['asked', 'sold', 'other'] as const;
export type TillPaymentKind = (typeof tillPaymentKinds)[number];

const sum = { count: z.number(), amount: money };

/** What was paid into the account of a till during a shift, before fees. */
export const shiftSum = z.object({
  ...sum,
  byKind: z.array(z.object({ kind: z.enum(tillPaymentKinds), ...sum })),
  byNetwork: z.array(z.object({ network: z.union([z.enum(networkNames), z.string()]), ...sum })),
  /** Of the shift, but taken back since or refunded whole; not in the sums above. */
  reversed: z.object(sum),
  /** What was refunded of the others in part; not in the sums above. A server of the release before does not say. */
  refunded: z.optional(z.object(sum)),
});
export type ShiftSum = z.infer<typeof shiftSum>;

export const tillPaymentStates = ['waiting', 'paid', 'failed', 'reversed'] as const;

/** As much as a cashier needs to know of a payment. */
export const tillPayment = z.object({
  id,
  kind: z.enum(tillPaymentKinds),
  state: z.enum(tillPaymentStates),
  amount: money,
  /** Of the payer's number: the last three. */
  lastDigits: z.string(),
  network: z.string(),
  productName: z.nullable(z.string()),
  /** When it was paid or failed; until then when it was asked for. */
  at: dateTime,
  /** Why it failed. */
  reason: z.nullable(z.string()),
  /** Of the amount, what was refunded in part; a server of the release before does not say. */
  refunded: z.optional(money),
  /** The network said something else than the state, now or before; a server of the release before does not say. */
  check: z.optional(z.nullable(paymentCheck)),
  /** When the payer was asked. A server of the release before does not say. */
  askedAt: z.optional(dateTime),
  /** Booked long after it was asked for, or after it had failed. A server of the release before does not say. */
  isLate: z.optional(z.boolean()),
  /** Of kind other: which shift asked for it; null if none did. A server of the release before does not say. */
  askedBy: z.optional(
    z.nullable(
      z.object({
        /** Null: this till. */
        tillName: z.nullable(z.string()),
        /** Null: the cashier of this shift. */
        cashierName: z.nullable(z.string()),
      }),
    ),
  ),
});
export type TillPayment = z.infer<typeof tillPayment>;

/** How a shift ended: by the cashier, by a manager in the portal, or because nobody touched the screen. */
export const shiftEndings = ['cashier', 'manager', 'idle'] as const;
export type ShiftEnding = (typeof shiftEndings)[number];

/** From a PIN to the end, on one device. */
export const tillShift = z.object({
  id,
  cashierName: z.string(),
  deviceName: z.string(),
  openedAt: dateTime,
  /** Null while it is open. */
  endedAt: z.nullable(dateTime),
  ending: z.nullable(z.enum(shiftEndings)),
  sum: shiftSum,
});
export type TillShift = z.infer<typeof tillShift>;

/** A shift as it is read and printed afterwards. */
export const shiftSheet = z.extend(tillShift, {
  companyName: z.string(),
  tillName: z.string(),
  /** All that was paid in the shift, oldest first. */
  payments: z.array(tillPayment),
});
export type ShiftSheet = z.infer<typeof shiftSheet>;

const tillProduct = z.object({ id, productCode: z.string(), productName: z.string() });

/** A place at which cashiers take payments into one account. */
export const till = z.object({
  id,
  companyId: id,
  name: z.string(),
  accountId: id,
  accountName: z.string(),
  accountNumber: z.string(),
  /** What its cashiers may sell. */
  products: z.array(tillProduct),
  deviceCount: z.number(),
  cashierCount: z.number(),
  openShiftCount: z.number(),
  /** A device refuses PINs after too many wrong ones. */
  isLocked: z.boolean(),
  createdAt: dateTime,
  createdBy: z.nullable(z.string()),
  endedAt: z.nullable(dateTime),
});
export type Till = z.infer<typeof till>;

/** In the list, with what happens there now. */
export const listedTill = z.extend(till, {
  /** When a paired device last asked the server for something; null if none did. A server of the release before does not say. */
  seenAt: z.optional(z.nullable(dateTime)),
  /** Who works at it, since when. */
  onShift: z.array(z.object({ cashierName: z.string(), openedAt: dateTime })),
  /** What was paid in shifts of today, in Kampala, before fees and without reversed ones; null without canViewTransactions. */
  today: z.nullable(z.object({ ...sum, lastAt: z.nullable(dateTime) })),
});
export type ListedTill = z.infer<typeof listedTill>;

export const tillDevice = z.object({
  id,
  name: z.string(),
  /** Null: its code was not typed in yet. */
  pairedAt: z.nullable(dateTime),
  seenAt: z.nullable(dateTime),
  isLocked: z.boolean(),
  /** Whoever works with it now. */
  openShift: z.nullable(z.object({ id, cashierName: z.string(), openedAt: dateTime })),
});
export type TillDevice = z.infer<typeof tillDevice>;

export const tillCashier = z.object({ id, name: z.string(), pinSetAt: dateTime });
export type TillCashier = z.infer<typeof tillCashier>;

export const tillDetails = z.extend(till, {
  devices: z.array(tillDevice),
  cashiers: z.array(tillCashier),
});
export type TillDetails = z.infer<typeof tillDetails>;

/** Typed on the device, or read from the QR code. */
export const pairing = z.object({
  deviceId: id,
  code: z.string(),
  url: z.string(),
  expiresAt: dateTime,
});
export type Pairing = z.infer<typeof pairing>;

/** Shown once: the database keeps a keyed hash. */
export const newPin = z.object({ cashierId: id, name: z.string(), pin: z.string() });
export type NewPin = z.infer<typeof newPin>;

const name = requiredText('Name is required', 60);
const productIds = z
  .array(id, 'Must be a list of products')
  .check(z.maxLength(50, 'At most 50 products'));
export const tillBody = z.strictObject({ name, accountId: id, productIds });
export const tillChanges = z.strictObject({
  name,
  productIds,
  /** What the change is based on; if it is otherwise by now, it is refused. */
  basedOn: z.optional(z.strictObject({ name, productIds })),
});
export const deviceBody = z.strictObject({ name });
export const cashierBody = z.strictObject({ name: personName('Name is required', 60) });

const notFound = 'Till not found';
const readers = company('staffRead', 'record', 'canViewTransactions', 'canManageAccounts');
const managers = ownCompany('canManageAccounts');
const deviceParams = z.strictObject({ id, deviceId: id });
const cashierParams = z.strictObject({ id, cashierId: id });
const shiftParams = z.strictObject({ id, shiftId: id });

export const tills = {
  list: endpoint({
    method: 'GET',
    path: '/Tills',
    summary:
      'List the tills of a company by name, those in use first, with who works there and the sum of today',
    access: readers,
    query: z.strictObject({ companyId: z.optional(id) }),
    reply: z.array(listedTill),
    notFound: 'Company not found',
  }),
  get: endpoint({
    method: 'GET',
    path: '/Tills/{id}',
    summary: 'Get a till with its devices and cashiers',
    access: readers,
    params: idParams,
    reply: tillDetails,
    notFound,
  }),
  shifts: endpoint({
    method: 'GET',
    path: '/Tills/{id}/shifts',
    summary: 'List the shifts of a till with their sums, newest first',
    access: company('staffRead', 'record', 'canViewTransactions'),
    params: idParams,
    query: z.strictObject(pageQuery),
    reply: z.array(tillShift),
    meta: z.object(pageMeta),
    notFound,
  }),
  shift: endpoint({
    method: 'GET',
    path: '/Tills/{id}/shifts/{shiftId}',
    summary: 'Get a shift with its sum and all that was paid in it',
    access: company('staffRead', 'record', 'canViewTransactions'),
    params: shiftParams,
    reply: shiftSheet,
    notFound: 'Shift not found',
  }),
  create: endpoint({
    method: 'POST',
    path: '/Tills',
    summary:
      'Create a till of the own company; with products with canViewProducts or canManageProducts as well',
    access: managers,
    body: tillBody,
    reply: tillDetails,
    notFound: 'Account not found',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/Tills/{id}',
    summary: 'Change the name of a till and what it sells',
    access: managers,
    params: idParams,
    body: tillChanges,
    reply: tillDetails,
    notFound,
  }),
  end: endpoint({
    method: 'POST',
    path: '/Tills/{id}/end',
    summary: 'End a till: its devices are unpaired and its shifts end at once',
    access: managers,
    params: idParams,
    reply: tillDetails,
    notFound,
  }),
  addDevice: endpoint({
    method: 'POST',
    path: '/Tills/{id}/devices',
    summary: 'Get a code that pairs one device with a till within ten minutes',
    access: managers,
    params: idParams,
    body: deviceBody,
    reply: pairing,
    notFound,
  }),
  unpair: endpoint({
    method: 'POST',
    path: '/Tills/{id}/devices/{deviceId}/unpair',
    summary: 'Unpair a device: it shows nothing from now on, and its shift ends',
    access: managers,
    params: deviceParams,
    reply: tillDetails,
    notFound: 'Device not found',
  }),
  unlock: endpoint({
    method: 'POST',
    path: '/Tills/{id}/devices/{deviceId}/unlock',
    summary: 'Let a device that is locked after wrong PINs take PINs again',
    access: managers,
    params: deviceParams,
    reply: tillDetails,
    notFound: 'Device not found',
  }),
  addCashier: endpoint({
    method: 'POST',
    path: '/Tills/{id}/cashiers',
    summary: 'Add a cashier; the answer has the PIN, which is not shown again',
    access: managers,
    params: idParams,
    body: cashierBody,
    reply: newPin,
    notFound,
  }),
  renewPin: endpoint({
    method: 'POST',
    path: '/Tills/{id}/cashiers/{cashierId}/pin',
    summary: 'Give a cashier a new PIN; the one before does not work any more',
    access: managers,
    params: cashierParams,
    reply: newPin,
    notFound: 'Cashier not found',
  }),
  removeCashier: endpoint({
    method: 'POST',
    path: '/Tills/{id}/cashiers/{cashierId}/remove',
    summary: 'Remove a cashier: the PIN does not work any more, and an open shift ends',
    access: managers,
    params: cashierParams,
    reply: tillDetails,
    notFound: 'Cashier not found',
  }),
  endShift: endpoint({
    method: 'POST',
    path: '/Tills/{id}/shifts/{shiftId}/end',
    summary: 'End an open shift at once',
    access: managers,
    params: shiftParams,
    reply: tillDetails,
    notFound: 'Shift not found',
  }),
};
