import * as z from 'zod/mini';
import { ownCompany } from './access.ts';
import { overlapNames } from './api-keys.ts';
import { endpoint } from './endpoint.ts';
import { eventTypes } from './event-types.ts';
import { dateTime, id, idParams, oneOf, optionalText, queryInteger } from './fields.ts';
import { proof } from './own-factor.ts';
import { searchText } from './paging.ts';
import {
  deliveryStates,
  switchedOff,
  webhookAttempt,
  webhookDelivery,
  webhookFailure,
  webhookUrl,
} from './webhooks.ts';

export const maxWebhooks = 10;
export const webhookDescriptionMaxLength = 100;
/** Deliveries that are sent again together. */
export const maxSentAgain = 1000;

export const sentAgainKinds = ['failed', 'kept', 'all'] as const;
export type SentAgainKind = (typeof sentAgainKinds)[number];

/** A webhook as the company's own people see it, never with its secret. */
export const ownWebhook = z.object({
  id,
  url: z.string(),
  description: z.nullable(z.string()),
  /** Null: all, also those that come later. */
  eventTypes: z.nullable(z.array(z.string())),
  isActive: z.boolean(),
  /** Null while it is on. */
  switchedOff: z.nullable(switchedOff),
  /** Null while nothing is known to be wrong. */
  failing: z.nullable(webhookFailure),
  /** When it was switched off, now or the last time; null if it is not known or never was. */
  lastOffAt: z.nullable(dateTime),
  /** Until then events have two signatures: of the secret, and of the one before. */
  previousSecretEndsAt: z.nullable(dateTime),
  waiting: z.number(),
  gaveUp: z.number(),
  lastDeliveredAt: z.nullable(dateTime),
  createdAt: dateTime,
  updatedAt: dateTime,
});
export type OwnWebhook = z.infer<typeof ownWebhook>;

/** The secret is in this one answer. */
export const newOwnWebhook = z.object({ ...ownWebhook.shape, secret: z.string() });
export type NewOwnWebhook = z.infer<typeof newOwnWebhook>;

const chooseMessage = 'Choose at least one event';
export const ownWebhookBody = z.strictObject({
  url: webhookUrl,
  description: optionalText(webhookDescriptionMaxLength),
  eventTypes: z._default(
    z.nullable(
      z
        .array(oneOf(eventTypes), chooseMessage)
        .check(z.minLength(1, chooseMessage), z.maxLength(eventTypes.length, 'Each only once')),
    ),
    null,
  ),
  isActive: z._default(z.boolean('Must be true or false'), true),
});

/** Keys and webhooks are of one kind: who gives others a way to see or move money. */
export const rotateSecretBody = z.strictObject({ overlap: oneOf(overlapNames), ...proof.shape });

const access = ownCompany('canManageCompany');
const deliveryParams = z.strictObject({ deliveryId: id });
const notFound = 'Webhook not found';
const deliveryNotFound = 'Webhook delivery not found';
const time = z.iso.datetime('Must be a time like 2026-01-31T12:00:00Z');

export const ownWebhooks = {
  list: endpoint({
    method: 'GET',
    path: '/Webhooks',
    summary: "List the company's webhooks, without secrets",
    visitors: 'refused',
    access,
    reply: z.array(ownWebhook),
  }),
  create: endpoint({
    method: 'POST',
    path: '/Webhooks',
    summary: 'Add a webhook; the answer alone has its secret',
    access,
    body: z.strictObject({ ...ownWebhookBody.shape, ...proof.shape }),
    reply: newOwnWebhook,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/Webhooks/{id}',
    summary: 'Change the address, the events or the state of a webhook; the secret stays',
    access,
    params: idParams,
    body: z.strictObject({
      ...ownWebhookBody.shape,
      /** The version that the change is based on; a newer one is not overwritten. */
      updatedAt: z.optional(dateTime),
      ...proof.shape,
    }),
    reply: ownWebhook,
    notFound,
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/Webhooks/{id}/rotate',
    summary: 'Replace the secret; both secrets sign until the old one ends',
    access,
    params: idParams,
    body: rotateSecretBody,
    reply: newOwnWebhook,
    notFound,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/Webhooks/{id}',
    summary: 'Remove a webhook; what is on its way to it is not sent any more',
    access,
    params: idParams,
    reply: z.null(),
    notFound,
  }),
  test: endpoint({
    method: 'POST',
    path: '/Webhooks/{id}/test',
    summary: 'Send a test event at once and return the response',
    access,
    params: idParams,
    reply: webhookAttempt,
    notFound,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/Webhooks/deliveries',
    summary: "List the deliveries of the company's events with their attempts, newest first",
    access,
    query: z.strictObject({
      webhook: z.optional(id),
      state: z.optional(oneOf(deliveryStates)),
      type: z.optional(oneOf(eventTypes)),
      /** What its event is about, or the event: see `events.list`. */
      search: z.optional(searchText),
      limit: z.optional(queryInteger(1, 100)),
      after: z.optional(id),
    }),
    reply: z.array(webhookDelivery),
    meta: z.object({ nextAfter: z.nullable(id) }),
  }),
  delivery: endpoint({
    method: 'GET',
    path: '/Webhooks/deliveries/{deliveryId}',
    summary: 'Get a delivery with its attempts',
    access,
    params: deliveryParams,
    reply: webhookDelivery,
    notFound: deliveryNotFound,
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: '/Webhooks/deliveries/{deliveryId}/send-again',
    summary: 'Deliver an event again, also one that arrived',
    access,
    params: deliveryParams,
    reply: webhookDelivery,
    notFound: deliveryNotFound,
  }),
  sendManyAgain: endpoint({
    method: 'POST',
    path: '/Webhooks/{id}/send-again',
    summary: `Deliver the events of a time again to one webhook, the oldest first, at most ${maxSentAgain}`,
    access,
    params: idParams,
    body: z.strictObject({
      from: time,
      to: time,
      /**
       * kept: what came while it was switched off, and was never sent; failed: that, and what was given up; all: also what
       * arrived.
       */
      which: oneOf(sentAgainKinds),
      /** `nextAfter` of the answer before, to go on. */
      after: z.optional(id),
    }),
    reply: z.object({
      count: z.number(),
      /** Whether the time has more than were sent. */
      hasMore: z.boolean(),
      /** The last that was sent, if there are more; a server of the release before does not say. */
      nextAfter: z.optional(z.nullable(id)),
    }),
    notFound,
  }),
};
