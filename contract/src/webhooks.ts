import * as z from 'zod/mini';
import { staff } from './access.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, id, idParams, queryInteger } from './fields.ts';
import { searchText } from './paging.ts';

/** Of a webhook that is switched off: no event is sent, and those that it wants are kept. */
export const switchedOff = z.object({
  /** Null if it is not known. */
  at: z.nullable(dateTime),
  /** The name of the person; null if it is not known, or for the company if it was somebody of the provider. */
  by: z.nullable(z.string()),
  /** Events since then, up to `maxKeptEvents`. */
  keptCount: z.int(),
});
export type SwitchedOff = z.infer<typeof switchedOff>;

/** What the newest event that was tried last got, of a webhook that is on. */
export const webhookFailure = z.object({
  at: dateTime,
  /** Null without an answer. */
  statusCode: z.nullable(z.number()),
  /** Why there was none. */
  error: z.nullable(z.string()),
});
export type WebhookFailure = z.infer<typeof webhookFailure>;

/** The first webhook of a company, as staff see it. */
export const webhook = z.object({
  url: z.string(),
  /** The company verifies signatures with it; null if the server's key cannot decrypt it. */
  secret: z.nullable(z.string()),
  isActive: z.boolean(),
  /** Null while it is on. */
  switchedOff: z.nullable(switchedOff),
  /** Null while nothing is known to be wrong. */
  failing: z.nullable(webhookFailure),
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
  /** The beginning of the response body. */
  answer: z.nullable(z.string()),
  /** Why there was no response. */
  error: z.nullable(z.string()),
  durationMs: z.number(),
});
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

/** An event and its delivery to one webhook. */
export const webhookDelivery = z.object({
  id,
  /** As in the header webhook-id; the same at every webhook. */
  eventId: id,
  webhookId: id,
  /** Where it goes now; null if the webhook is removed. */
  url: z.nullable(z.string()),
  type: z.string(),
  /** Of the payment, or of the transaction of a settlement; the first as integrators know it. */
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
export const webhookUrl = z
  .string(addressMessage)
  .check(
    z.trim(),
    z.maxLength(2048, addressMessage),
    z.regex(/^https?:\/\/[^\s/?#]+\S*$/i, addressMessage),
  );
export const webhookBody = z.strictObject({
  url: webhookUrl,
  isActive: z.boolean(),
  /** The version that the change is based on, null for none; a newer one is not overwritten. */
  updatedAt: z.optional(z.nullable(dateTime)),
});

const ofCompany = { type: 'companies', from: 'params.id' } as const;
const notFound = 'Company not found';

export const webhooks = {
  get: endpoint({
    method: 'GET',
    path: '/Company/{id}/webhook',
    visitors: 'refused',
    summary:
      "Get a company's webhook, including the secret, or null if none is set; every read is audited",
    access: staff('staffRead'),
    params: idParams,
    reply: z.nullable(webhook),
    notFound,
    about: ofCompany,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/Company/{id}/webhook',
    summary: 'Set or change the URL; the secret is created once and kept',
    access: staff('staffKeys'),
    params: idParams,
    body: webhookBody,
    reply: webhook,
    notFound,
    about: ofCompany,
  }),
  replaceSecret: endpoint({
    method: 'POST',
    path: '/Company/{id}/webhook/secret',
    summary: 'Replace the secret; the old secret stops working at once',
    access: staff('staffKeys'),
    params: idParams,
    reply: webhook,
    notFound,
    about: ofCompany,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/Company/{id}/webhook',
    summary: 'Delete the webhook',
    access: staff('staffKeys'),
    params: idParams,
    reply: z.null(),
    notFound,
    about: ofCompany,
  }),
  test: endpoint({
    method: 'POST',
    path: '/Company/{id}/webhook/test',
    summary: 'Send a test event at once and return the response',
    access: staff('staffKeys'),
    params: idParams,
    reply: webhookAttempt,
    notFound,
    about: ofCompany,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/Company/{id}/webhook/deliveries',
    summary: 'List events with their delivery attempts, newest first',
    access: staff('staffRead'),
    params: idParams,
    query: z.strictObject({
      state: z.optional(z.enum(deliveryStates)),
      /** What its event is about, or the event: see `events.list`. */
      search: z.optional(searchText),
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
    summary: 'Get an event with its delivery attempts',
    access: staff('staffRead'),
    params: z.strictObject({ id, deliveryId: id }),
    reply: webhookDelivery,
    notFound: 'Webhook delivery not found',
    about: ofCompany,
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: '/Company/{id}/webhook/deliveries/{deliveryId}/send-again',
    summary: 'Deliver an event again',
    access: staff('staffWebhooks'),
    params: z.strictObject({ id, deliveryId: id }),
    reply: webhookDelivery,
    notFound: 'Webhook delivery not found',
    about: ofCompany,
  }),
};
