import type { paymentLinkCalls } from '@sente/contract/payment-links-api';
import type { paymentLinks } from '@sente/contract/payment-links';
import type { Handlers } from '../http/serve.ts';
import type { Database } from '../db/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import { createLinksApiService, type LinksApiService } from './payment-links-api.service.ts';
import { createPaymentLinksService, type PaymentLinksService } from './payment-links.service.ts';

interface LinkOptions {
  readonly database: Database;
  readonly mailer: Mailer;
  /** Not null with the demo data. */
  readonly openDemo?: unknown;
}

export function linkHandlers({ database, mailer, openDemo = null }: LinkOptions) {
  const urlOf = (path: string): string => mailer.portalUrl(path);
  const tools = { database, urlOf, isDemo: openDemo !== null };
  return {
    portal: paymentLinksRoutes(createPaymentLinksService(tools)),
    signed: linksApiRoutes(createLinksApiService(tools)),
  };
}

function paymentLinksRoutes(service: PaymentLinksService): Handlers<typeof paymentLinks> {
  return {
    list: ({ actor, query }) => service.list(actor, query),
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    checkouts: ({ actor, params, query }) => service.checkouts(actor, params.id, query),
    create: async ({ actor, body }) => ({ data: await service.create(actor, body) }),
    standing: async ({ actor, body }) => ({ data: await service.standing(actor, body.accountId) }),
    end: async ({ actor, params }) => ({ data: await service.end(actor, params.id) }),
    stop: async ({ actor, params, body }) => ({
      data: await service.stop(actor, params.id, body.reason),
    }),
  };
}

function linksApiRoutes(service: LinksApiService): Handlers<typeof paymentLinkCalls> {
  return {
    createLink: ({ caller, body, idempotencyKey }) => service.create(caller, body, idempotencyKey),
    listLinks: ({ caller, query }) => service.list(caller, query),
    getLink: async ({ caller, params }) => ({ data: await service.get(caller, params.linkId) }),
    endLink: async ({ caller, params }) => ({ data: await service.end(caller, params.linkId) }),
  };
}
