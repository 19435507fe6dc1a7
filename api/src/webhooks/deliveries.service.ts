import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import type { WebhookDelivery, webhooks } from '@sente/contract/webhooks';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound } from '../http/app-error.ts';
import { note, noWebhook, within } from './company-webhook.ts';
import { enqueue, findEvent, listAttempts, listEvents } from './deliveries.queries.ts';
import { toDelivery } from './webhook-view.ts';
import { findWebhook } from './webhooks.queries.ts';

type DeliveriesQuery = QueryOf<typeof webhooks.deliveries>;

export interface DeliveriesService {
  list(
    actor: Actor,
    companyId: string,
    query: DeliveriesQuery,
  ): Promise<{ data: WebhookDelivery[]; meta: MetaOf<typeof webhooks.deliveries> }>;
  get(actor: Actor, companyId: string, deliveryId: string): Promise<{ data: WebhookDelivery }>;
  sendAgain(
    actor: Actor,
    companyId: string,
    deliveryId: string,
  ): Promise<{ data: WebhookDelivery }>;
}

const defaultLimit = 20;
const aboveAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export function createDeliveriesService(database: Database): DeliveriesService {
  const inCompany = within(database);

  return {
    list: (actor, companyId, { state = null, limit = defaultLimit, after = aboveAll }) =>
      inCompany(actor, companyId, async (db) => {
        const query = { state, belowId: after, limit: limit + 1 };
        const rows = await listEvents(db, companyId, query);
        const shown = rows.slice(0, limit);
        const ids = shown.map(({ id }) => id);
        const attempts = await listAttempts(db, companyId, ids);
        return {
          data: shown.map((row) => toDelivery(row, attempts)),
          meta: { nextAfter: rows.length > limit ? (ids.at(-1) ?? null) : null },
        };
      }),

    get: (actor, companyId, eventId) =>
      inCompany(actor, companyId, async (db) => {
        const row = await findEvent(db, { companyId, eventId });
        if (!row) throw notFound('Webhook delivery not found');
        return { data: toDelivery(row, await listAttempts(db, companyId, [eventId])) };
      }),

    sendAgain: (actor, companyId, eventId) =>
      inCompany(actor, companyId, async (db) => {
        const ref = { companyId, eventId };
        const before = await findEvent(db, ref);
        if (!before) throw notFound('Webhook delivery not found');
        await refuseWithoutWebhook(db, companyId);
        await enqueue(db, ref);
        await note(db, actor, 'sendAgain', companyId, { eventId, type: before.type });
        const row = (await findEvent(db, ref)) ?? before;
        return { data: toDelivery(row, await listAttempts(db, companyId, [eventId])) };
      }),
  };
}

async function refuseWithoutWebhook(db: Db, companyId: string): Promise<void> {
  const webhook = await findWebhook(db, companyId);
  if (!webhook) throw new AppError('refused', { message: noWebhook });
  if (webhook.is_active) return;
  throw new AppError('refused', { message: 'The webhook is switched off. Switch it on first.' });
}
