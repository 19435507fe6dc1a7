type Json = Record<string, unknown>;

/** The events that the server sends to a company's webhook. */
const events = {
  'payment.succeeded': 'A payment succeeded, possibly after an earlier payment.failed',
  'payment.failed': 'A payment failed; see reasonCode and reason',
  'payment.reversed': 'The provider reversed a payment on the account; see reversedAt',
} as const;

const headers = [
  ['webhook-id', 'Id of the event, the same for each delivery attempt'],
  ['webhook-timestamp', 'Time of the attempt in Unix seconds'],
  [
    'webhook-signature',
    'v1, followed by the base64 HMAC-SHA256 of id.timestamp.body; the key is the base64 text after whsec_. After a rotation there are two, separated by a space: accept either',
  ],
] as const;

const settlementEvents = {
  'settlement.paid': 'The bank paid a settlement of the company',
  'settlement.returned':
    'The bank returned a settlement, before or after it was paid; amount and fee are on the account again',
} as const;

const bulkEvents = {
  'bulk_payout.finished':
    'Every line of a bulk payout has ended; each line that became a payment has its own event as well',
  'bulk_payout.unpaid':
    'Nothing of a bulk payout is paid: it has faults, was not approved, or was cancelled; see state and reason',
} as const;

/**
 * For the OpenAPI document. `payment` is the schema that GET /v1/Payments/{transactionId} returns,
 * `settlement` that of a settlement, and `bulk` that of a bulk payout.
 */
export function webhookEvents(payment: Json, settlement: Json, bulk: Json): Json {
  const test = {
    type: 'object',
    required: ['companyId'],
    properties: { companyId: { type: 'string', format: 'uuid' } },
  };
  return Object.fromEntries([
    ...Object.entries(events).map(([type, summary]) => [type, event(type, summary, payment)]),
    ...Object.entries(settlementEvents).map(([type, summary]) => [
      type,
      event(type, summary, settlement),
    ]),
    ...Object.entries(bulkEvents).map(([type, summary]) => [type, event(type, summary, bulk)]),
    ['webhook.test', event('webhook.test', 'Staff tested the URL; there is no payment', test)],
  ]);
}

const numbers = {
  sequence: {
    type: 'integer',
    description: 'Number of the event; counts the events of your company from 1',
  },
  previousSequence: {
    type: ['integer', 'null'],
    description: 'Number of the event that was sent to this webhook before it',
  },
};

function event(type: string, summary: string, data: Json): Json {
  return {
    post: {
      operationId: type,
      tags: ['payments'],
      summary,
      // The server signs, not the caller.
      security: [],
      description:
        'Signed as specified by Standard Webhooks. Respond with 2xx quickly; any other response is retried for several days. An event can arrive more than once.',
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
              required: ['type', 'timestamp', 'data', 'mode'],
              properties: {
                type: { const: type },
                timestamp: { type: 'string', format: 'date-time' },
                mode: { enum: ['live', 'test'], description: 'test if nothing of it is real' },
                // A test is no event: it is neither numbered nor listed.
                ...(type !== 'webhook.test' && numbers),
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
