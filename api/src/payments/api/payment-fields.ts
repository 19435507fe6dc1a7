import { paymentStatuses } from '@sente/contract/payments';

/** What a field of the payments API means: in all calls, or as `call.field` in one of them. */
export const paymentFields: Readonly<Record<string, string>> = {
  transactionId: "Sente's name of the payment: 26 letters and figures",
  direction: 'collection: from a person to you; payout: from you to a person',
  status: `One of ${paymentStatuses.join(', ')}. SUCCESS is final; FAILED can still become SUCCESS, when the network reports late and two people of the provider book it. Payments from before the API may have another report.`,
  phoneNumber: 'Of the person: 0772123456, 256772123456 or +256772123456; answered as 256772123456',
  network: 'MTN or AIRTEL; left out of an order: found by the number',
  amount: 'UGX. Of an order a whole number; once it is SUCCESS, what the network says was paid',
  fee: 'UGX that the provider keeps: taken off a collection, added to a payout',
  accountNumber: 'The account of yours; left out of an order: the oldest active one',
  reference: 'Your own name for it, such as an order number',
  description: 'A text of yours, for people; may be left out',
  productCode: 'Sells one voucher of this internet product; the amount must be its price',
  voucherCode: 'The voucher, once its sale is SUCCESS',
  reasonCode:
    'Why it failed, in a word that stays the same, such as PAYER_REFUSED; or AMOUNT_DIFFERS',
  reason: 'The same in a sentence',
  networkReference: "The network's own name for it",
  createdAt: 'When it was accepted',
  finishedAt: 'When it became SUCCESS or FAILED',
  reversedAt: 'When the provider took it back on your account; the status stays SUCCESS',
  startDate: 'From this day on, in Kampala, such as 2026-01-31',
  endDate: 'Up to the end of this day, in Kampala',
  limit: 'How many on one page',
  after: 'nextAfter of the page before',
  nextAfter: 'What to send as after for the next page; null on the last one',
  accountName: 'What people call the account',
  balance: 'UGX on the account',
  held: 'UGX kept back for payouts on their way',
  available: 'UGX that can be spent',
  isActive: 'Whether it takes payments',
  isDefault: 'Whether it is the one for orders without an accountNumber',
  productName: 'What people call it',
  stock: 'Vouchers that can be sold',
  'list.reference': 'Exactly as it was given, capitals included',
  'products.amount': 'UGX, the price of one voucher',
  'products.productCode': 'What to send as productCode of a collection',
};

/** Of the answers of a signed call: what every envelope has needs no words each time. */
const envelope = new Set(['success', 'message', 'error', 'errors', 'data', 'meta']);

type Json = Record<string, unknown>;

/** The same operation with a description at each field that has none. */
export function describeFields(name: string, operation: Json): Json {
  const textOf = (field: string) => paymentFields[`${name}.${field}`] ?? paymentFields[field];
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, each]) => [
      key,
      key === 'properties' ? ofProperties(each as Json) : walk(each),
    ]);
    const copy = Object.fromEntries(entries) as Json;
    const isParameter = copy['in'] === 'query' || copy['in'] === 'path';
    return isParameter ? { ...copy, description: textOf(String(copy['name'])) } : copy;
  };
  const ofProperties = (properties: Json): Json =>
    Object.fromEntries(
      Object.entries(properties).map(([field, schema]) => {
        const description = envelope.has(field) ? undefined : textOf(field);
        const walked = walk(schema) as Json;
        return [field, description ? { description, ...walked } : walked];
      }),
    );
  return walk(operation) as Json;
}
