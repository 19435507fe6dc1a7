import type { BodyOf } from '@sente/contract/endpoint';
import type { Webhook, WebhookAttempt, webhooks } from '@sente/contract/webhooks';
import { databaseNow } from '../db/clock.ts';
import type { Database, Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { invalidField, notFound } from '../http/app-error.ts';
import { changesOf } from '../security/audit.ts';
import type { Sealer } from '../security/secrets.ts';
import { note, noWebhook, within } from './company-webhook.ts';
import { sealNewSecret } from './secret.ts';
import { createSender } from './sender.ts';
import { AddressRefused, resolveTarget, type AddressRules } from './target.ts';
import { toAttempt, toWebhook, withoutSecret, type WebhookAnswer } from './webhook-view.ts';
import {
  deleteWebhook,
  findWebhook,
  lockWebhook,
  replaceSecret,
  saveWebhook,
  type WebhookRow,
} from './webhooks.queries.ts';

type Body = BodyOf<typeof webhooks.save>;

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
        const row = await findWebhook(db, companyId);
        if (!row) return { data: null };
        await note(db, actor, 'get', companyId, { url: row.url });
        return mayReadSecret(actor) ? toWebhook(sealer, row) : withoutSecret(row);
      }),

    save: async (actor, companyId, body) => {
      // Before the transaction, because it may wait for DNS.
      await resolveTarget(body.url, addresses).catch(refuseAddress);
      return inCompany(actor, companyId, async (db) => {
        const before = await lockWebhook(db, companyId);
        const row = await saveWebhook(db, companyId, body, sealNewSecret(sealer, companyId));
        await note(db, actor, 'save', companyId, {
          ...changesOf({ url: before?.url, isActive: before?.is_active }, body),
        });
        return toWebhook(sealer, row);
      });
    },

    replaceSecret: (actor, companyId) =>
      inCompany(actor, companyId, async (db) => {
        await lockOrRefuse(db, companyId);
        const row = await replaceSecret(db, companyId, sealNewSecret(sealer, companyId));
        await note(db, actor, 'replaceSecret', companyId, { url: row.url });
        return toWebhook(sealer, row);
      }),

    remove: (actor, companyId) =>
      inCompany(actor, companyId, async (db) => {
        const row = await lockOrRefuse(db, companyId);
        await deleteWebhook(db, companyId);
        await note(db, actor, 'remove', companyId, { url: row.url });
      }),

    test: async (actor, companyId) => {
      const webhook = await inCompany(actor, companyId, async (db) => {
        const row = await findWebhook(db, companyId);
        if (!row) throw notFound(noWebhook);
        await note(db, actor, 'test', companyId, { url: row.url });
        return row;
      });
      const timestamp = new Date(databaseNow()).toISOString();
      const payload = { type: 'webhook.test', timestamp, data: { companyId } };
      const attempt = await sender.send(webhook, { id: uuidV7(), payload, voucher: null });
      return { data: toAttempt(1, attempt) };
    },
  };
}

/** The secret signs events, so it is for those who manage keys. */
function mayReadSecret({ isStaff, permissions }: Actor): boolean {
  return !isStaff || permissions.has('staffKeys');
}

async function lockOrRefuse(db: Db, companyId: string): Promise<WebhookRow> {
  const row = await lockWebhook(db, companyId);
  if (!row) throw notFound(noWebhook);
  return row;
}

function refuseAddress(error: unknown): never {
  if (!(error instanceof AddressRefused)) throw error;
  throw invalidField('url', error.message);
}
