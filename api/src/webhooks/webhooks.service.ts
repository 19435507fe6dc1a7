import type { BodyOf } from '@sente/contract/endpoint';
import type { Webhook, WebhookAttempt, webhooks } from '@sente/contract/webhooks';
import type { Mode } from '@sente/contract/test-mode';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/database.ts';
import { holdOwnRecords } from '../db/own-records.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { invalidField, notFound } from '../http/app-error.ts';
import { refuseOutdated } from '../http/stale.ts';
import { changesOf } from '../security/audit.ts';
import type { Sealer } from '../security/secrets.ts';
import { note, noWebhook, within } from './company-webhook.ts';
import { newWebhookSecret, sealSecret } from './secret.ts';
import { createSender, type Sender } from './sender.ts';
import { AddressRefused, resolveTarget, type AddressRules } from './target.ts';
import { toAttempt, toWebhook, withoutSecret, type WebhookAnswer } from './webhook-view.ts';
import {
  deleteWebhook,
  findFirstWebhook,
  insertWebhook,
  replaceSecret,
  updateWebhook,
  type WebhookRow,
} from './webhooks.queries.ts';

type Body = BodyOf<typeof webhooks.save>;

/** For staff: a view of the company's oldest webhook. */
export interface WebhooksService {
  get(actor: Actor, companyId: string): Promise<WebhookAnswer<Webhook | null>>;
  save(actor: Actor, companyId: string, body: Body): Promise<WebhookAnswer<Webhook>>;
  replaceSecret(actor: Actor, companyId: string): Promise<WebhookAnswer<Webhook>>;
  remove(actor: Actor, companyId: string): Promise<void>;
  test(actor: Actor, companyId: string): Promise<{ data: WebhookAttempt }>;
}

export function createWebhooksService(
  database: Database,
  sealer: Sealer,
  addresses: AddressRules,
): WebhooksService {
  const sender = createSender({ sealer, addresses });
  const inCompany = within(database);

  return {
    get: (actor, companyId) =>
      inCompany(actor, companyId, async (db) => {
        const row = await findFirstWebhook(db, companyId);
        if (!row) return { data: null };
        await note(db, actor, 'get', companyId, { url: row.url });
        return mayReadSecret(actor) ? toWebhook(db, sealer, row) : withoutSecret(db, row);
      }),

    save: async (actor, companyId, { updatedAt, ...body }) => {
      // Before the transaction, because it may wait for DNS.
      await resolveTarget(body.url, addresses).catch(refuseAddress);
      return inCompany(actor, companyId, async (db) => {
        await holdOwnRecords(db, companyId);
        const before = await findFirstWebhook(db, companyId);
        refuseOutdated('this webhook', updatedAt, before?.updated_at.toISOString() ?? null);
        const row = before
          ? await updateWebhook(db, before.id, { ...termsOf(before), ...body }, actor.userId)
          : await insertFirst(db, sealer, companyId, body, actor.userId);
        await note(db, actor, 'save', companyId, {
          ...changesOf({ url: before?.url, isActive: before?.is_active }, body),
        });
        return toWebhook(db, sealer, row);
      });
    },

    replaceSecret: (actor, companyId) =>
      inCompany(actor, companyId, async (db) => {
        const { id } = await lockOrRefuse(db, companyId);
        const sealed = sealSecret(sealer, { companyId, webhookId: id }, newWebhookSecret());
        const row = await replaceSecret(db, id, sealed, 0);
        await note(db, actor, 'replaceSecret', companyId, { url: row.url });
        return toWebhook(db, sealer, row);
      }),

    remove: (actor, companyId) =>
      inCompany(actor, companyId, async (db) => {
        const row = await lockOrRefuse(db, companyId);
        await deleteWebhook(db, row.id);
        await note(db, actor, 'remove', companyId, { url: row.url });
      }),

    test: async (actor, companyId) => {
      const webhook = await inCompany(actor, companyId, async (db) => {
        const row = await findFirstWebhook(db, companyId);
        if (!row) throw notFound(noWebhook);
        await note(db, actor, 'test', companyId, { url: row.url });
        return row;
      });
      return { data: await sendTest(sender, webhook, database.unscoped.mode) };
    },
  };
}

/** The secret signs events, so it is for those who manage keys. */
function mayReadSecret({ isStaff, permissions }: Actor): boolean {
  return !isStaff || permissions.has('staffKeys');
}

async function lockOrRefuse(db: Db, companyId: string): Promise<WebhookRow> {
  await holdOwnRecords(db, companyId);
  const row = await findFirstWebhook(db, companyId);
  if (!row) throw notFound(noWebhook);
  return row;
}

function termsOf({ description, event_types }: WebhookRow) {
  return { description, eventTypes: event_types };
}

/** Staff choose no events: it is sent all. */
function insertFirst(
  db: Db,
  sealer: Sealer,
  companyId: string,
  body: Body,
  by: string,
): Promise<WebhookRow> {
  const ref = { companyId, webhookId: uuidV7() };
  const terms = { ...body, description: null, eventTypes: null };
  return insertWebhook(db, ref, terms, sealSecret(sealer, ref, newWebhookSecret()), by);
}

/** At once, and not in the list of deliveries. */
export async function sendTest(
  sender: Sender,
  webhook: WebhookRow,
  mode: Mode,
): Promise<WebhookAttempt> {
  const timestamp = new Date(databaseNow()).toISOString();
  const data = { companyId: webhook.company_id };
  const message = {
    id: uuidV7(),
    payload: { type: 'webhook.test', timestamp, mode, data },
    voucher: null,
  };
  return toAttempt(1, await sender.send(webhook, message));
}

export function refuseAddress(error: unknown): never {
  if (!(error instanceof AddressRefused)) throw error;
  throw invalidField('url', error.message);
}
