import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, queryInteger } from './fields.ts';

/** Where a company wants to hear what became of its payments. */
export const webhook = z.object({
  url: z.string(),
  /** With it the company checks the signature; null: it cannot be opened with the server's key. */
  secret: z.nullable(z.string()),
  isActive: z.boolean(),
  updatedAt: dateTime,
});
export type Webhook = z.infer<typeof webhook>;

export const deliveryStates = ['waiting', 'delivered', 'gave_up'] as const;

export const webhookAttempt = z.object({
  number: z.number(),
  at: dateTime,
  url: z.string(),
  /** The headers that were sent, without the signature. */
  requestHeaders: z.record(z.string(), z.string()),
  statusCode: z.nullable(z.number()),
  /** The beginning of what was answered. */
  answer: z.nullable(z.string()),
  /** Why there was no answer. */
  error: z.nullable(z.string()),
  durationMs: z.number(),
});
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

/** One event on its way to the company. */
export const webhookDelivery = z.object({
  id,
  type: z.string(),
  transactionId: z.string(),
  recordId: id,
  state: z.enum(deliveryStates),
  createdAt: dateTime,
  deliveredAt: z.nullable(dateTime),
  nextAttemptAt: z.nullable(dateTime),
  payload: z.unknown(),
  attempts: z.array(webhookAttempt),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const addressMessage = 'Webhook address must be a valid https address';
export const webhookBody = z.strictObject({
  url: z
    .string(addressMessage)
    .check(
      z.trim(),
      z.maxLength(2048, addressMessage),
      z.regex(/^https?:\/\/[^\s/?#]+\S*$/i, addressMessage),
    ),
  isActive: z.boolean(),
});

const ofCompany = { type: 'companies', from: 'params.id' } as const;
const notFound = 'Company not found';

export const webhooks = {
  get: endpoint({
    method: 'GET',
    path: '/Company/{id}/webhook',
    summary: "A company's webhook, secret included; every read is audited; null: none set",
    access: staff,
    params: idParams,
    reply: z.nullable(webhook),
    notFound,
    about: ofCompany,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/Company/{id}/webhook',
    summary: 'Set or change the address; the secret is made once and stays',
    access: staff,
    params: idParams,
    body: webhookBody,
    reply: webhook,
    notFound,
    about: ofCompany,
  }),
  replaceSecret: endpoint({
    method: 'POST',
    path: '/Company/{id}/webhook/secret',
    summary: 'Make a new secret; the old one stops at once',
    access: staff,
    params: idParams,
    reply: webhook,
    notFound,
    about: ofCompany,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/Company/{id}/webhook',
    summary: 'Stop telling the company',
    access: staff,
    params: idParams,
    reply: z.null(),
    notFound,
    about: ofCompany,
  }),
  test: endpoint({
    method: 'POST',
    path: '/Company/{id}/webhook/test',
    summary: 'Send a test event at once and answer what came back',
    access: staff,
    params: idParams,
    reply: webhookAttempt,
    notFound,
    about: ofCompany,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/Company/{id}/webhook/deliveries',
    summary: 'Events and every attempt to deliver them, newest first',
    access: staff,
    params: idParams,
    query: z.strictObject({
      state: z.optional(z.enum(deliveryStates)),
      limit: z.optional(queryInteger(1, 100)),
      after: z.optional(id),
    }),
    reply: z.array(webhookDelivery),
    meta: z.object({ nextAfter: z.nullable(id) }),
    notFound,
    about: ofCompany,
  }),
  delivery: endpoint({
    method: 'GET',
    path: '/Company/{id}/webhook/deliveries/{deliveryId}',
    summary: 'One event with every attempt to deliver it',
    access: staff,
    params: z.strictObject({ id, deliveryId: id }),
    reply: webhookDelivery,
    notFound: 'Webhook delivery not found',
    about: ofCompany,
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: '/Company/{id}/webhook/deliveries/{deliveryId}/send-again',
    summary: 'Deliver an event once more, whatever became of it',
    access: staff,
    params: z.strictObject({ id, deliveryId: id }),
    reply: webhookDelivery,
    notFound: 'Webhook delivery not found',
    about: ofCompany,
  }),
};
