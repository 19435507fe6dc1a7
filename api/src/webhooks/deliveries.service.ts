import type { BodyOf, MetaOf, QueryOf } from '@sente/contract/endpoint';
import { maxSentAgain, type ownWebhooks } from '@sente/contract/own-webhooks';
import type { WebhookDelivery, webhooks } from '@sente/contract/webhooks';
import type { Database, Db } from '../db/database.ts';
import type { FindEvents } from '../events/find-events.ts';
import type { Actor } from '../http/actor.ts';
import { invalidField, notFound, refused } from '../http/app-error.ts';
import { note, noWebhook, within } from './company-webhook.ts';
import {
  addMissed,
  enqueue,
  findDelivery,
  listAttempts,
  listDeliveries,
  listRange,
  type DeliveryRow,
} from './deliveries.queries.ts';
import { toDelivery } from './webhook-view.ts';
import { findWebhook, type WebhookRow } from './webhooks.queries.ts';

interface DeliveryPage {
  readonly data: WebhookDelivery[];
  readonly meta: MetaOf<typeof webhooks.deliveries>;
}

/** For staff: the deliveries of all webhooks of a company. */
export interface DeliveriesService {
  list(
    actor: Actor,
    companyId: string,
    query: QueryOf<typeof webhooks.deliveries>,
  ): Promise<DeliveryPage>;
  get(actor: Actor, companyId: string, deliveryId: string): Promise<{ data: WebhookDelivery }>;
  sendAgain(
    actor: Actor,
    companyId: string,
    deliveryId: string,
  ): Promise<{ data: WebhookDelivery }>;
}

const defaultLimit = 20;
const belowAll = '00000000-0000-0000-0000-000000000000';
const aboveAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export function createDeliveriesService(database: Database, find: FindEvents): DeliveriesService {
  const inCompany = within(database);

  return {
    list: (actor, companyId, query) =>
      inCompany(actor, companyId, (db) => pageOfDeliveries(db, companyId, query, find)),

    get: (actor, companyId, deliveryId) =>
      inCompany(actor, companyId, async (db) => ({
        data: await oneDelivery(db, companyId, deliveryId),
      })),

    sendAgain: (actor, companyId, deliveryId) =>
      inCompany(actor, companyId, async (db) => {
        const { event_id: eventId, type } = await sendDeliveryAgain(db, companyId, deliveryId);
        await note(db, actor, 'sendAgain', companyId, { eventId, type });
        return { data: await oneDelivery(db, companyId, deliveryId) };
      }),
  };
}

export async function pageOfDeliveries(
  db: Db,
  companyId: string,
  query: QueryOf<typeof ownWebhooks.deliveries>,
  find: FindEvents,
): Promise<DeliveryPage> {
  const { state = null, limit = defaultLimit, after = aboveAll, search, ...filters } = query;
  const found = await listDeliveries(db, companyId, {
    webhookId: filters.webhook ?? null,
    type: filters.type ?? null,
    eventIds: search ? await find(db, companyId, search) : null,
    state,
    belowId: after,
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const ids = shown.map(({ id }) => id);
  const attempts = await listAttempts(db, companyId, ids);
  return {
    data: shown.map((row) => toDelivery(row, attempts)),
    meta: { nextAfter: found.length > limit ? (ids.at(-1) ?? null) : null },
  };
}

export async function oneDelivery(
  db: Db,
  companyId: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  const row = await mustFind(db, companyId, deliveryId);
  return toDelivery(row, await listAttempts(db, companyId, [deliveryId]));
}

/** Whatever became of it before. */
export async function sendDeliveryAgain(
  db: Db,
  companyId: string,
  deliveryId: string,
): Promise<DeliveryRow> {
  const row = await mustFind(db, companyId, deliveryId);
  const webhook = await findWebhook(db, { companyId, webhookId: row.webhook_id });
  if (!webhook) throw refused(noWebhook);
  if (!webhook.is_active) throw refused(switchedOff);
  await enqueue(db, companyId, [deliveryId]);
  return row;
}

const switchedOff = 'The webhook is switched off. Switch it on first.';

/** Every event of a time once more, with its id and number: receivers know those that they have. */
export async function sendRangeAgain(
  db: Db,
  { id: webhookId, company_id: companyId, is_active: isActive }: WebhookRow,
  { from, to, which, after = belowAll }: BodyOf<typeof ownWebhooks.sendManyAgain>,
): Promise<{ count: number; hasMore: boolean; nextAfter: string | null }> {
  if (Date.parse(from) >= Date.parse(to)) throw invalidField('to', 'Must be after the start');
  if (!isActive) throw refused(switchedOff);
  const range = { webhookId, from, to, which, after, limit: maxSentAgain + 1 };
  const missed = await addMissed(db, companyId, range, maxSentAgain);
  const found = await listRange(db, companyId, range);
  const sent = found.slice(0, maxSentAgain);
  await enqueue(db, companyId, sent);
  const hasMore = found.length > sent.length || missed === maxSentAgain;
  return { count: sent.length, hasMore, nextAfter: hasMore ? (sent.at(-1) ?? null) : null };
}

async function mustFind(db: Db, companyId: string, deliveryId: string): Promise<DeliveryRow> {
  const row = await findDelivery(db, { companyId, deliveryId });
  if (!row) throw notFound('Webhook delivery not found');
  return row;
}
