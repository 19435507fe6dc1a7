type Json = Record<string, unknown>;

/** What the server sends to a company's webhook. */
const events = {
  'payment.succeeded': 'A payment was paid; it may have been told as failed before',
  'payment.failed': 'A payment failed; reasonCode and reason tell why',
  'payment.reversed': 'The provider took a payment back on the account; see reversedAt',
} as const;

const headers = [
  ['webhook-id', 'The same for each attempt to deliver one event'],
  ['webhook-timestamp', 'Unix seconds'],
  [
    'webhook-signature',
    'v1, and the HMAC-SHA256 in base64 over id.timestamp.body, with the secret after whsec_ as base64',
  ],
] as const;

/** For the OpenAPI document; the payment as its call answers it. */
export function webhookEvents(payment: Json): Json {
  const test = {
    type: 'object',
    required: ['companyId'],
    properties: { companyId: { type: 'string', format: 'uuid' } },
  };
  return Object.fromEntries([
    ...Object.entries(events).map(([type, summary]) => [type, event(type, summary, payment)]),
    [
      'webhook.test',
      event('webhook.test', 'Staff tried the address out; there is no payment', test),
    ],
  ]);
}

function event(type: string, summary: string, data: Json): Json {
  return {
    post: {
      operationId: type,
      tags: ['payments'],
      summary,
      description:
        'Signed by the rules of Standard Webhooks. Answer 2xx quickly; anything else is tried again for days. An event may arrive more than once.',
      parameters: headers.map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['type', 'timestamp', 'data'],
              properties: {
                type: { const: type },
                timestamp: { type: 'string', format: 'date-time' },
                data,
              },
            },
          },
        },
      },
      responses: { '2XX': { description: 'Delivered' } },
    },
  };
}
