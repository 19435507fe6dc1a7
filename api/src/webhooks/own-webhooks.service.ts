import { overlaps, type Overlap } from '@sente/contract/api-keys';
import type { BodyOf } from '@sente/contract/endpoint';
import {
  maxWebhooks,
  type NewOwnWebhook,
  type OwnWebhook,
  type ownWebhooks,
} from '@sente/contract/own-webhooks';
import type { Database, Db } from '../db/database.ts';
import { holdOwnRecords } from '../db/own-records.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { FindEvents } from '../events/find-events.ts';
import { companyOf, type Actor } from '../http/actor.ts';
import { notFound, refused } from '../http/app-error.ts';
import { refuseOlder } from '../http/stale.ts';
import type { Handlers } from '../http/serve.ts';
import { tellAdministrators } from '../notifications/protection.ts';
import { audit, changesOf } from '../security/audit.ts';
import { proofIn, type Prove } from '../security/proof.ts';
import type { Sealer } from '../security/secrets.ts';
import { takeSendAgain } from '../security/send-again-throttle.ts';
import {
  oneDelivery,
  pageOfDeliveries,
  sendDeliveryAgain,
  sendRangeAgain,
} from './deliveries.service.ts';
import { viewOfOwn } from './own-webhook-view.ts';
import { newWebhookSecret, sealSecret } from './secret.ts';
import { createSender } from './sender.ts';
import { resolveTarget, type AddressRules } from './target.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  replaceSecret,
  updateWebhook,
  type WebhookRow,
} from './webhooks.queries.ts';
import { refuseAddress, sendTest } from './webhooks.service.ts';

interface Tools {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly addresses: AddressRules;
  readonly prove: Prove;
  readonly find: FindEvents;
}

/** What a company's own people do with its webhooks: all of them, also the one that staff set. */
export function ownWebhooksRoutes(tools: Tools): Handlers<typeof ownWebhooks> {
  const { database, sealer, addresses, prove, find } = tools;
  const sender = createSender({ sealer, addresses });
  const read = <T>(actor: Actor, work: (db: Db, companyId: string) => Promise<T>): Promise<T> =>
    database.within(actor.scope, (db) => work(db, companyOf(actor)));
  /** One change of a company's webhooks after the other, so that their limit holds. */
  const change: typeof read = (actor, work) =>
    read(actor, async (db, companyId) => {
      await holdOwnRecords(db, companyId);
      return work(db, companyId);
    });
  /** Before a transaction, because it may wait for DNS. */
  const check = (url: string) => resolveTarget(url, addresses).catch(refuseAddress);

  return {
    list: async ({ actor }) => ({ data: await read(actor, listOwn) }),

    create: async ({ actor, body }) => {
      await check(body.url);
      await prove(actor, proofIn(body), 'ownWebhooks.create', 'lately');
      return {
        data: await change(actor, (db, companyId) => add(db, actor, sealer, companyId, body)),
      };
    },

    update: async ({ actor, params: { id }, body }) => {
      await check(body.url);
      await read(actor, (db) => mustFind(db, actor, id));
      await prove(actor, proofIn(body), 'ownWebhooks.update', 'lately');
      return { data: await change(actor, (db) => update(db, actor, id, body)) };
    },

    rotate: async ({ actor, params: { id }, body }) => {
      await read(actor, (db) => mustFind(db, actor, id));
      await prove(actor, proofIn(body), 'ownWebhooks.rotate', 'lately');
      return { data: await change(actor, (db) => rotate(db, actor, sealer, id, body.overlap)) };
    },

    remove: async ({ actor, params: { id } }) => {
      await change(actor, async (db) => {
        const row = await mustFind(db, actor, id);
        await deleteWebhook(db, id);
        await note(db, actor, 'remove', row);
      });
      return { data: null };
    },

    test: async ({ actor, params: { id } }) => {
      await database.within(platformScope, (db) => takeSendAgain(db, companyOf(actor)));
      const webhook = await read(actor, async (db) => {
        const row = await mustFind(db, actor, id);
        await note(db, actor, 'test', row);
        return row;
      });
      return { data: await sendTest(sender, webhook, database.unscoped.mode) };
    },

    deliveries: ({ actor, query }) =>
      read(actor, (db, companyId) => pageOfDeliveries(db, companyId, query, find)),

    delivery: async ({ actor, params: { deliveryId: id } }) => ({
      data: await read(actor, (db, companyId) => oneDelivery(db, companyId, id)),
    }),

    sendAgain: async ({ actor, params: { deliveryId: id } }) => {
      await database.within(platformScope, (db) => takeSendAgain(db, companyOf(actor)));
      const data = await read(actor, async (db, companyId) => {
        const { event_id: eventId, type } = await sendDeliveryAgain(db, companyId, id);
        await noteDetails(db, actor, 'sendAgain', { eventId, type });
        return oneDelivery(db, companyId, id);
      });
      return { data };
    },

    sendManyAgain: async ({ actor, params: { id }, body }) => {
      await database.within(platformScope, (db) => takeSendAgain(db, companyOf(actor), 'many'));
      return { data: await read(actor, (db) => sendManyAgain(db, actor, id, body)) };
    },
  };
}

async function listOwn(db: Db, companyId: string): Promise<OwnWebhook[]> {
  return viewOfOwn(db, await listWebhooks(db, companyId));
}

type Terms = Omit<BodyOf<typeof ownWebhooks.create>, 'currentPassword' | 'code' | 'passkey'>;

async function add(
  db: Db,
  actor: Actor,
  sealer: Sealer,
  companyId: string,
  body: Terms,
): Promise<NewOwnWebhook> {
  if ((await listWebhooks(db, companyId)).length >= maxWebhooks) {
    throw refused(`A company has at most ${maxWebhooks} webhooks. Remove one first.`);
  }
  const ref = { companyId, webhookId: uuidV7() };
  const secret = newWebhookSecret();
  const row = await insertWebhook(
    db,
    ref,
    termsOf(body),
    sealSecret(sealer, ref, secret),
    actor.userId,
  );
  await note(db, actor, 'create', row, { eventTypes: row.event_types ?? 'all' });
  await tell(db, actor, 'webhook-added', row);
  return { ...(await viewOf(db, row)), secret };
}

async function update(
  db: Db,
  actor: Actor,
  id: string,
  { updatedAt: basedOn, ...body }: BodyOf<typeof ownWebhooks.update>,
): Promise<OwnWebhook> {
  await holdOwnRecords(db, companyOf(actor));
  const before = await mustFind(db, actor, id);
  refuseOlder('this webhook', basedOn, before.updated_at);
  const terms = termsOf(body);
  const row = await updateWebhook(db, id, terms, actor.userId);
  const { url, description, event_types: eventTypes, is_active: isActive } = before;
  const changes = changesOf({ url, description, eventTypes, isActive }, terms);
  await note(db, actor, 'update', row, { ...changes });
  if (row.url !== url) await tell(db, actor, 'webhook-changed', row);
  return viewOf(db, row);
}

async function rotate(
  db: Db,
  actor: Actor,
  sealer: Sealer,
  webhookId: string,
  overlap: Overlap,
): Promise<NewOwnWebhook> {
  await mustFind(db, actor, webhookId);
  const secret = newWebhookSecret();
  const sealed = sealSecret(sealer, { companyId: companyOf(actor), webhookId }, secret);
  const row = await replaceSecret(db, webhookId, sealed, overlaps[overlap]);
  await note(db, actor, 'rotate', row, { overlap });
  await tell(db, actor, 'webhook-changed', row);
  return { ...(await viewOf(db, row)), secret };
}

async function sendManyAgain(
  db: Db,
  actor: Actor,
  id: string,
  range: BodyOf<typeof ownWebhooks.sendManyAgain>,
): Promise<Awaited<ReturnType<typeof sendRangeAgain>>> {
  const webhook = await mustFind(db, actor, id);
  const sent = await sendRangeAgain(db, webhook, range);
  await note(db, actor, 'sendManyAgain', webhook, { ...range, count: sent.count });
  return sent;
}

function termsOf({ url, description, eventTypes, isActive }: Terms) {
  return { url, description: description ?? null, eventTypes, isActive };
}

async function viewOf(db: Db, row: WebhookRow): Promise<OwnWebhook> {
  const [view] = await viewOfOwn(db, [row]);
  if (!view) throw new Error('A webhook has a view');
  return view;
}

async function mustFind(db: Db, actor: Actor, webhookId: string): Promise<WebhookRow> {
  const row = await findWebhook(db, { companyId: companyOf(actor), webhookId });
  if (!row) throw notFound('Webhook not found');
  return row;
}

/** Whoever has the address or the secret hears of all payments, or can make some up. */
function tell(
  db: Db,
  actor: Actor,
  what: 'webhook-added' | 'webhook-changed',
  { url }: WebhookRow,
): Promise<void> {
  const companyId = companyOf(actor);
  return tellAdministrators(db, actor, { what, companyId, apiKey: new URL(url).host });
}

type Action = Exclude<keyof typeof ownWebhooks, 'list' | 'deliveries' | 'delivery'>;

/** In the company's history, never with the secret. */
function note(
  db: Db,
  actor: Actor,
  action: Action,
  { url }: WebhookRow,
  more: object = {},
): Promise<void> {
  return noteDetails(db, actor, action, { url, ...more });
}

function noteDetails(db: Db, actor: Actor, action: Action, details: object): Promise<void> {
  const companyId = companyOf(actor);
  return audit(db, actor, {
    action: `ownWebhooks.${action}`,
    subject: { type: 'companies', id: companyId },
    companyId,
    details: { ...details },
  });
}
