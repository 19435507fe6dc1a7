import type { Endpoint } from '@sente/contract/endpoint';
import type { ErrorCode } from '@sente/contract/errors';
import { eventPayment } from '@sente/contract/payments';
import { signatureOf } from '../../credentials/signature.ts';
import { jsonSchema, type GroupGuide, type GuideBlock } from '../../http/openapi.ts';
import { describeFields } from './payment-fields.ts';
import { webhookEvents } from './webhook-events.ts';

const example = {
  timestamp: '1790000000',
  method: 'POST',
  path: '/api/v1/Payments/collections',
  bodyText: '{"phoneNumber":"0772123456","amount":5000,"reference":"Order 1041"}',
};
const exampleKey = 'snt_sk_example';
/** Computed, so that the example is always correct. */
const exampleSignature = signatureOf(exampleKey, example).toString('hex');

/** How a company's own systems sign. */
const signingGuide: readonly GuideBlock[] = [
  {
    text: "A company's own systems sign each request with the company's secret key instead of a session. Staff issue the secret key together with the channel id. Send the channel id as X-Channel-Id, the current time in Unix seconds as X-Timestamp (at most five minutes off), and as X-Signature the hexadecimal HMAC-SHA256, keyed with the secret key, of these four lines joined by a newline:",
  },
  {
    code: 'X-Timestamp\nMETHOD\npath with query string, exactly as requested\nhexadecimal SHA-256 of the body (of the empty string if there is no body)',
  },
  {
    text: 'A signature can be used once: sign a retry again with a later timestamp. Every POST requires an Idempotency-Key of 1 to 200 visible ASCII characters. A repeated request with the same key and body returns the original response with the header Idempotent-Replayed: true and has no further effect. An accepted order returns 202 with its transactionId; its outcome is delivered by webhook and available from GET /v1/Payments/{transactionId}.',
  },
  {
    text: 'A balance can grow by less than a payment: if the provider had to advance money that had left an account without sufficient funds, every later credit to any account of the company repays it first, as a transaction of its own in the statement.',
  },
  {
    code: [
      `curl -X POST https://your-server${example.path} \\`,
      "  -H 'Content-Type: application/json' \\",
      "  -H 'X-Channel-Id: snt_ch_example' \\",
      `  -H 'X-Timestamp: ${example.timestamp}' \\`,
      `  -H 'X-Signature: ${exampleSignature}' \\`,
      "  -H 'Idempotency-Key: order-1041' \\",
      `  -d '${example.bodyText}'`,
    ].join('\n'),
  },
  { text: `The signature in this example is made with the secret key ${exampleKey}.` },
  {
    text: 'The requests of each credential are limited. Every response to a correctly signed request says in RateLimit-Limit how many can be made at once after a rest, in RateLimit-Remaining how many can be made now, and in RateLimit-Reset after how many seconds all of them can be made again. One request too many gets 429 with Retry-After in seconds and has no effect.',
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
  'too_many_requests',
  'unavailable',
];
const orderCodes: readonly ErrorCode[] = [
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

/** For the OpenAPI document and the API page. */
export const paymentsGuide: GroupGuide = {
  blocks: signingGuide,
  describe: describeFields,
  errorCodesOf,
  webhooks: webhookEvents(describeFields('webhook', jsonSchema(eventPayment))),
};
