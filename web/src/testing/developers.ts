import type { ApiRequestDetails } from '@sente/contract/api-requests';
import type { CompanyEvent } from '@sente/contract/events';
import type { Examination } from '@sente/contract/examinations';
import type { OwnWebhook } from '@sente/contract/own-webhooks';

/* As the server returns them to a company's developers. */

export function anOwnWebhook(fields: Partial<OwnWebhook> = {}): OwnWebhook {
  return {
    id: '77777777-7777-7777-8777-777777777777',
    url: 'https://shop.example.com/hook',
    description: 'Web shop',
    eventTypes: null,
    isActive: true,
    switchedOff: null,
    failing: null,
    lastOffAt: null,
    previousSecretEndsAt: null,
    waiting: 0,
    gaveUp: 0,
    lastDeliveredAt: '2026-01-31T09:00:00.000Z',
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
    ...fields,
  };
}

export function anEvent(fields: Partial<CompanyEvent> = {}): CompanyEvent {
  return {
    id: '88888888-8888-7888-8888-888888888888',
    sequence: 7,
    previousSequence: 6,
    type: 'payment.succeeded',
    timestamp: '2026-01-31T09:00:00.000Z',
    mode: 'live',
    data: { transactionId: '01KB0000000000000000000001', amount: 5000 },
    ...fields,
  };
}

export function anApiRequest(fields: Partial<ApiRequestDetails> = {}): ApiRequestDetails {
  return {
    id: '99999999-9999-7999-8999-999999999999',
    at: '2026-01-31T09:00:00.000Z',
    method: 'POST',
    path: '/api/v1/Payments/collections',
    status: 400,
    errorCode: 'validation_failed',
    errorMessage: 'Please check your input and try again',
    channelId: 'snt_ch_shop',
    keyName: 'Web shop',
    address: '203.0.113.7',
    durationMs: 12,
    idempotencyKey: 'order-1',
    requestBody: '{"phoneNumber":"256772•••456","amount":0}',
    answerBody: '{"success":false}',
    ...fields,
  };
}

/** Passed, without orders. */
export function anExamination(fields: Partial<Examination> = {}): Examination {
  return {
    id: '66666666-6666-7666-8666-666666666666',
    webhookId: anOwnWebhook().id,
    url: 'https://shop.example.com/hook',
    state: 'finished',
    startedAt: '2026-01-31T09:00:00.000Z',
    startedBy: 'Olive Owner',
    finishedAt: '2026-01-31T09:00:09.000Z',
    watchesOrdersUntil: null,
    isPassed: true,
    passed: 1,
    failed: 0,
    notSeen: 1,
    checks: [
      {
        name: 'wrong-signature',
        part: 'webhook',
        title: 'A wrong signature is refused',
        outcome: 'passed',
        sent: 'A forged payment.succeeded, signed with another secret.',
        cameBack: '401 after 12 ms',
        toDo: null,
      },
      {
        name: 'order-refused',
        part: 'orders',
        title: 'A payment that failed is not ordered again with its old key',
        outcome: 'not-seen',
        sent: 'The third order failed: the payer refused.',
        cameBack: 'No order came that could be disturbed in this way.',
        toDo: 'Let your system make three orders.',
      },
    ],
    ...fields,
  };
}
