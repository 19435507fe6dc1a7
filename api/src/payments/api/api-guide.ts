import { hash } from 'node:crypto';
import { apiBulk, apiBulkBody, apiBulkLine, apiRetryBody } from '@sente/contract/bulk-payouts-api';
import type { Endpoint } from '@sente/contract/endpoint';
import type { ErrorCode } from '@sente/contract/errors';
import { event } from '@sente/contract/events';
import { examination } from '@sente/contract/examinations';
import { apiLink, apiLinkBody } from '@sente/contract/payment-links-api';
import { eventPayment, payment, payments } from '@sente/contract/payments';
import { settlementEvent } from '@sente/contract/settlements';
import { hmacOf } from '../../credentials/claim.ts';
import { jsonSchema, type GroupGuide, type GuideBlock, type Json } from '../../http/openapi.ts';
import { describeFields } from './payment-fields.ts';
import { webhookEvents } from './webhook-events.ts';

const example = {
  method: 'POST',
  path: '/api/v1/Payments/collections',
  bodyText: '{"phoneNumber":"0772123456","amount":5000,"reference":"Order 1041"}',
  idempotencyKey: 'order-1041',
};
const exampleKey = 'snt_sk_example';
const exampleInput =
  '("@method" "@path" "content-digest" "idempotency-key");created=1790000000;keyid="snt_ch_example";nonce="5f0c1e2d"';
const exampleDigest = `sha-256=:${hash('sha256', example.bodyText, 'base64')}:`;
const exampleText = [
  `"@method": ${example.method}`,
  `"@path": ${example.path}`,
  `"content-digest": ${exampleDigest}`,
  `"idempotency-key": ${example.idempotencyKey}`,
  `"@signature-params": ${exampleInput}`,
].join('\n');
/** Computed, so that the example is always correct. */
const exampleSignature = hmacOf(exampleKey, exampleText).toString('base64');

/** How a company's own systems sign. */
const signingGuide: readonly GuideBlock[] = [
  {
    text: "A company's own systems sign each request with the company's secret key instead of a session. The company makes its keys under Developers in the client portal: a channel id and a secret key, which is shown once. Requests are signed with HTTP Message Signatures (RFC 9421): the HMAC-SHA256, keyed with the secret key, of a text that names what it covers. Cover @method, @path, @query if there is one, content-digest (RFC 9530) in a POST, and idempotency-key if you send one; keyid is the channel id, created the current time in Unix seconds (at most five minutes off), and nonce a text that you never use again. The text of the example below:",
  },
  { code: exampleText },
  {
    code: [
      `curl -X ${example.method} https://your-server${example.path} \\`,
      "  -H 'Content-Type: application/json' \\",
      `  -H 'Idempotency-Key: ${example.idempotencyKey}' \\`,
      `  -H 'Content-Digest: ${exampleDigest}' \\`,
      `  -H 'Signature-Input: sente=${exampleInput}' \\`,
      `  -H 'Signature: sente=:${exampleSignature}:' \\`,
      `  -d '${example.bodyText}'`,
    ].join('\n'),
  },
  {
    text: `The signature in this example is made with the secret key ${exampleKey}. If a signature does not match, the hint of the error is the text that the server checked.`,
  },
  {
    text: 'The nonce of an order can be used once: sign a retry again. Every POST requires an Idempotency-Key of 1 to 200 visible ASCII characters. A repeated request with the same key and body returns the original response with the header Idempotent-Replayed: true and has no further effect. An accepted order returns 202 with its transactionId; its outcome is delivered by webhook and available from GET /v1/Payments/{transactionId}.',
  },
  {
    text: 'The first form of signing is accepted until 31 December 2028: X-Channel-Id with the channel id, X-Timestamp with the time in Unix seconds, and X-Signature with the hexadecimal HMAC-SHA256 of four lines: the timestamp, the method, the path with its query string exactly as requested, and the hexadecimal SHA-256 of the body.',
  },
  {
    text: 'A balance can grow by less than a payment: if the provider had to advance money that had left an account without sufficient funds, every later credit to any account of the company repays it first, as a transaction of its own in the statement.',
  },
  {
    text: 'The requests of a company are limited, those of all its keys together. Every response to a correctly signed request says in RateLimit-Limit how many can be made at once after a rest, in RateLimit-Remaining how many can be made now, and in RateLimit-Reset after how many seconds all of them can be made again. One request too many gets 429 with Retry-After in seconds and has no effect.',
  },
];

/** What any signed call can fail with, and what an order can fail with besides. */
const signedCodes: readonly ErrorCode[] = [
  'validation_failed',
  'signature_missing',
  'signature_invalid',
  'signature_expired',
  'signature_replayed',
  'credential_inactive',
  'scope_missing',
  'address_not_allowed',
  'too_many_requests',
  'unavailable',
];
const orderCodes: readonly ErrorCode[] = [
  'refused',
  'limit_exceeded',
  'number_blocked',
  'company_suspended',
  'account_frozen',
  'idempotency_key_missing',
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'insufficient_funds',
  'account_inactive',
  'out_of_stock',
  'network_unavailable',
];

function errorCodesOf({ isIdempotent, notFound }: Endpoint): ErrorCode[] {
  return [
    ...signedCodes,
    ...(isIdempotent ? orderCodes : []),
    ...(notFound ? (['not_found'] as const) : []),
  ];
}

/** Bodies that a test sends. */
const examples: Readonly<Record<string, object>> = {
  createCollection: { phoneNumber: '0772123456', amount: 5_000, reference: 'Order 1041' },
  createPayout: { phoneNumber: '0752123456', amount: 20_000, reference: 'Refund 17' },
  createBulkPayout: {
    name: 'Salaries November',
    lines: [
      { phoneNumber: '0772123456', amount: 450_000, name: 'Okello', reference: 'Payroll 17' },
      { phoneNumber: '0752123456', amount: 380_000, reference: 'Payroll 18' },
    ],
  },
  retryBulkPayout: { faultyLines: 'leave-out' },
  createRefund: {
    transactionId: '01KB3SZ5T8E9V4R7M2N6Q1W0XC',
    amount: 2_000,
    reason: 'One chair was broken',
  },
  startExamination: { watchesOrders: true },
  createLink: { amount: 50_000, purpose: 'Invoice 2026-17', reference: 'Invoice 17' },
};

function describe(name: string, operation: Json): Json {
  const described = describeFields(name, operation);
  const body = described['requestBody'] as { content: Record<string, Json> } | undefined;
  const json = body?.content['application/json'];
  if (json && examples[name]) json['example'] = examples[name];
  return described;
}

const replyOf = (name: 'createCollection' | 'balance' | 'products'): Json => {
  const schema = describeFields(name, jsonSchema(payments[name].reply));
  return name === 'createCollection' ? schema : (schema['items'] as Json);
};
const bodyOf = (name: string, body: Parameters<typeof jsonSchema>[0]): Json =>
  describeFields(name, jsonSchema(body, 'input'));

/** For the OpenAPI document and the API page. */
export const paymentsGuide: GroupGuide = {
  blocks: signingGuide,
  describe,
  errorCodesOf,
  webhooks: webhookEvents(
    describeFields('webhook', jsonSchema(eventPayment)),
    describeFields('settlement', jsonSchema(settlementEvent)),
    describeFields('bulk', jsonSchema(apiBulk)),
  ),
  schemas: {
    Payment: describeFields('get', jsonSchema(payment)),
    EventPayment: describeFields('webhook', jsonSchema(eventPayment)),
    EventSettlement: describeFields('settlement', jsonSchema(settlementEvent)),
    BulkPayout: describeFields('bulk', jsonSchema(apiBulk)),
    AcceptedPayment: replyOf('createCollection'),
    PaymentAccount: replyOf('balance'),
    PaymentProduct: replyOf('products'),
    PaymentLink: describeFields('createLink', jsonSchema(apiLink)),
    BulkLine: describeFields('listBulkLines', jsonSchema(apiBulkLine)),
    Event: describeFields('listEvents', jsonSchema(event)),
    Examination: jsonSchema(examination),
    CollectionOrder: bodyOf('createCollection', payments.createCollection.body),
    PayoutOrder: bodyOf('createPayout', payments.createPayout.body),
    RefundOrder: bodyOf('createRefund', payments.createRefund.body),
    BulkOrder: bodyOf('createBulkPayout', apiBulkBody),
    BulkRetry: bodyOf('retryBulkPayout', apiRetryBody),
    LinkOrder: bodyOf('createLink', apiLinkBody),
  },
};
