import { paymentStatuses } from '@sente/contract/payments';

/** Of a bulk payout, in its calls and its event. */
const bulkFields = {
  state:
    "checking: the lines are being checked; waiting: for approval by your company's rules for payouts; running; finished: every line has ended; refused: not approved, or faulty, see reason; cancelled. draft: made in the portal and not asked for yet",
  awaitsApproval:
    "Whether it waits for the approval of people, by your company's rules for payouts. One approval covers all lines; nothing is held until then",
  accountNumber: 'Number of your account that pays; the oldest active account by default',
  amount: 'Sum of the lines without a fault in UGX, without fees; 0 until all are checked',
  fee: 'What these lines cost in UGX, taxes included, on top of the amount',
  reason: 'Why it was refused or cancelled; null otherwise',
  createdAt: 'Time at which it was accepted',
  finishedAt: 'Time at which every line had ended',
  paidCount: 'Number of lines that were paid',
  paidAmount: 'Sum of the lines that were paid in UGX',
};
const bulkLineFields = {
  phoneNumber: 'The number as +256772123456; as it was sent if it is no number',
  network: 'MTN or AIRTEL; null if the number has none',
  amount: 'Amount in UGX; null if it was no amount',
  fee: 'What the line costs in UGX, taxes included',
  state:
    'unchecked; ok: it can be paid; faulty: see faults; left-out: faulty, while the others were asked for; pending: it is a payment under way; paid; failed: see reason',
  name: 'The name that you sent; null without one',
  transactionId: 'The payment that it became; null before',
  reason: 'Why it failed; null otherwise',
};
const ofCall = (call: string, fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [`${call}.${name}`, text]));

/**
 * The description of each field of the payments API, of one call's field as `call.field`, of one in an inner object as
 * `object/field`, of a parameter as `?field`.
 */
export const paymentFields: Readonly<Record<string, string>> = {
  transactionId: 'Unique id of the payment: 26 letters and digits',
  direction: 'collection: money from a person to the company; payout: money to a person',
  status: `One of ${paymentStatuses.join(', ')}. SUCCESS is final. FAILED can change to SUCCESS if the network reports the payment late and two people at the provider book it. Payments from before this API may have other values.`,
  awaitsApproval:
    "Whether a payout waits for the approval of people, by your company's rules for payouts. It is PENDING until then, its money is held, and it fails with REJECTED or EXPIRED if nobody approves it",
  phoneNumber:
    'Mobile-money number: 0772123456, 256772123456 or +256772123456; returned as 256772123456',
  network: 'MTN or AIRTEL. Optional in an order: derived from the number by default',
  likelyNetwork:
    'Null, unless the order names another network than the one whose numbers begin like this: then that one. The order goes to the network that you named, because people can keep their number',
  amount:
    'Amount in UGX. A whole number in an order; once the status is SUCCESS, the amount that the network reports as paid',
  fee: 'Fee of the provider in UGX: deducted from a collection, added to a payout; 0 if it failed',
  tax: 'What of the fee is tax (VAT and levy) in UGX; 0 where none applies',
  accountNumber:
    'Number of your account. Optional in an order: the oldest active account by default',
  reference: 'Your own reference, such as an order number',
  description: 'Optional free text for people',
  productCode: 'Sells one voucher of this internet product; the amount must equal its price',
  voucherCode: 'The voucher that was sold, once the status is SUCCESS',
  voucherHidden:
    'Only in events, and only if the voucher was sold before the address of the webhook was changed, or cannot be read at the moment: true, and voucherCode is null. Read the payment to get it',
  reasonCode:
    'Stable code of the failure, such as PAYER_REFUSED; AMOUNT_DIFFERS or NO_VOUCHER with SUCCESS; HELD with PENDING while payouts are stopped for a check',
  reason: 'The reason as a sentence',
  beingChecked:
    'True while people check a payment whose network said something else than the status. One with FAILED may be paid already: do not order it anew meanwhile',
  networkReference: "The network's own id of the payment",
  metadata:
    'Texts by name that come back with the payment and its events: up to 20, names of 1 to 40 letters, digits, dots or dashes, values of up to 500 characters',
  createdAt: 'Time at which the payment was accepted',
  finishedAt: 'Time at which the status became SUCCESS or FAILED',
  reversedAt: 'Time at which the provider reversed the payment; the status stays SUCCESS',
  refundedAmount:
    'What was given back to the payer of a collection in UGX, refunds under way included; a refund that fails does not count any more',
  refundOf: 'Set if the payout is a refund: the transactionId of the collection; null otherwise',
  'createRefund.transactionId': 'The transactionId of the collection that is refunded',
  'createRefund.amount':
    'Amount in UGX, a whole number, at most what is left of the payment; all of that if you leave it out',
  'createRefund.reference': 'Your own reference; that of the payment if you leave it out',
  'createRefund.reason':
    'Why it is refunded, for the people of your company. The payer is not told',
  'settlement.transactionId': "Unique id of the settlement's transaction: 26 letters and digits",
  'settlement.reference': "The settlement's reference, which is on the statement of the bank",
  'settlement.status': 'PAID or RETURNED',
  'settlement.amount': 'What arrives at the bank in UGX',
  'settlement.fee':
    'What the settlement costs in UGX, on top of the amount; a return gives it back',
  'settlement.accountNumber': 'Number of your account that it is taken from',
  bank: 'The bank that it goes to',
  bankAccountNumber: 'The last digits of your account at the bank',
  bankReference: "The bank's reference of the payment; null if it was returned without being paid",
  'settlement.reason': 'Why it was returned; null if it was paid',
  'settlement.createdAt': 'Time at which it was asked for',
  paidAt: 'Time at which it was booked as paid; null if it never was',
  returnedAt: 'Time at which it was booked as returned',
  startDate: 'First day in Africa/Kampala, such as 2026-01-31; dateBy says which day counts',
  endDate: 'Last day in Africa/Kampala, included',
  dateBy:
    'created (default): the dates are those of createdAt, and the newest comes first. finished: those of finishedAt, the last finished first, without payments that have not finished; these are the days of the statement',
  limit: 'Maximum number of payments on a page',
  after: 'nextAfter of the previous page',
  nextAfter: 'Value of after for the next page; null on the last page',
  accountName: 'Name of the account',
  balance: 'Balance in UGX',
  held: 'Amount in UGX that is held for pending payouts',
  available: 'Amount in UGX that can be spent',
  isActive: 'Whether the account accepts payments',
  isDefault: 'Whether orders without an accountNumber use this account',
  productName: 'Name of the product',
  stock: 'Number of vouchers that can be sold',
  '?reference': 'Exact match, case-sensitive',
  link: 'Set if a payer paid with a payment link; null otherwise',
  linkId: 'Unique id of the payment link: 26 letters and digits',
  checkoutId:
    'Id of the visit at the link. Attempts of one visit have the same; a later one begins when the earlier one has failed',
  url: 'The address at which people pay; send it, or show it as a QR code',
  kind: 'fixed: one amount; chosen: by the payer; product: one voucher at its price',
  state: 'active; paid: it was for one payment, which has been made; expired; or ended',
  leastAmount: 'The least in UGX that the payer may choose; 1 by default',
  mostAmount: 'The most in UGX that the payer may choose; 20,000,000 by default',
  purpose: 'What the payer reads. Required without a product, which has its name',
  isOnce: 'Whether it is for one payment only; false by default',
  expiresAt: 'Time after which nobody can pay; null for never',
  returnUrl: 'An https address that the payer may go back to, with a signed outcome',
  endedAt: 'Time at which it was ended; null otherwise',
  paidCount: 'Number of completed payments',
  paidAmount: 'Sum of the completed payments in UGX',
  'createLink.amount': 'Amount in UGX, a whole number; leave it out for a range or a product',
  'createLink.productCode':
    'Sells one voucher of this internet product, at its price when somebody pays',
  'createLink.stock': 'Number of vouchers left; null without a product',
  'listLinks.limit': 'Maximum number of links on a page',
  ...ofCall('bulk', bulkFields),
  ...ofCall('createBulkPayout', bulkFields),
  ...ofCall('retryBulkPayout', bulkFields),
  ...ofCall('getBulkPayout', bulkFields),
  ...ofCall('listBulkLines', bulkLineFields),
  bulkId: 'Unique id of the bulk payout: 26 letters and digits',
  name: 'What you call it, such as Salaries November',
  lines: 'From 1 to 10,000 receivers, each checked by itself',
  'lines/amount': 'Amount of this line in UGX, a whole number, without the fee',
  'lines/name': 'Name of the receiver; it is compared with the one that the network has',
  faultyLines:
    'refuse (default): one faulty line and nothing is paid; leave-out: the lines without a fault are paid',
  lineCount: 'Number of lines',
  checkedCount: 'Number of lines that are checked',
  faultyCount: 'Number of lines with a fault',
  warnedCount:
    'Number of lines without a fault that somebody should look at, such as one whose name the network did not tell',
  pendingCount: 'Number of lines that are payments under way, or about to be',
  failedCount: 'Number of lines that failed',
  number: 'Place of the line in your request, from 1',
  networkName: 'The holder of the wallet as the network names them; null if it did not',
  faults: 'Why the line cannot be paid, as sentences',
  warnings: 'What you may want to look at, as sentences; it is paid nevertheless',
  bulk: 'Set if it is a line of a bulk payout, with its number there; null otherwise',
  'listBulkLines.limit': 'Maximum number of lines on a page; 100 by default',
  'listBulkLines.nextAfter': 'Value of after for the next page; null on the last page',
  'listEvents.after': 'The sequence of the last event that you have; 0 by default',
  'listEvents.limit': 'Maximum number of events; 20 by default',
  wait: 'Seconds to wait if there is no event yet, at most 30; 0 by default',
  'listEvents.id': 'Unique id of the event, the same as in the header webhook-id',
  sequence: 'Number of the event; counts the events of your company from 1, without gaps',
  previousSequence: 'Number of the event before it; null for the first',
  'listEvents.type': 'What happened, such as payment.succeeded',
  timestamp: 'Time of the event',
  'listEvents.mode': 'test if nothing of it is real',
  lastSequence: 'Number of your last event; 0 if there is none',
  'products.amount': 'Price of one voucher in UGX',
  'products.productCode': 'The value to send as productCode of a collection',
};

/** Fields of every response envelope; they are not described again for each call. */
const envelope = new Set(['success', 'message', 'error', 'errors', 'data', 'meta']);

type Json = Record<string, unknown>;

/** Adds a description to each field of an operation. */
export function describeFields(name: string, operation: Json): Json {
  const textOf = (field: string, within = '') =>
    paymentFields[`${within}/${field}`] ??
    paymentFields[`${name}.${field}`] ??
    paymentFields[field];
  const walk = (value: unknown, within = ''): unknown => {
    if (Array.isArray(value)) return value.map((each) => walk(each, within));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, each]) => [
      key,
      key === 'properties' ? ofProperties(each as Json, within) : walk(each, within),
    ]);
    const copy = Object.fromEntries(entries) as Json;
    const isParameter = copy['in'] === 'query' || copy['in'] === 'path';
    if (!isParameter) return copy;
    const field = String(copy['name']);
    return { ...copy, description: paymentFields[`?${field}`] ?? textOf(field) };
  };
  const ofProperties = (properties: Json, within: string): Json =>
    Object.fromEntries(
      Object.entries(properties).map(([field, schema]) => {
        const description = envelope.has(field) ? undefined : textOf(field, within);
        const walked = walk(schema, field) as Json;
        return [field, description ? { description, ...walked } : walked];
      }),
    );
  return walk(operation) as Json;
}
