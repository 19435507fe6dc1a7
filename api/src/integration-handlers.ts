import { apiRequestsRoutes } from './api-requests/api-requests.service.ts';
import { apiKeyRoutes } from './credentials/api-keys.service.ts';
import { credentialsRoutes } from './credentials/credentials.routes.ts';
import { createCredentialsService } from './credentials/credentials.service.ts';
import type { Database } from './db/database.ts';
import { eventsRoutes } from './events/events.service.ts';
import type { Prove } from './security/proof.ts';
import type { Sealer } from './security/secrets.ts';
import { createDeliveriesService } from './webhooks/deliveries.service.ts';
import { ownWebhooksRoutes } from './webhooks/own-webhooks.service.ts';
import type { AddressRules } from './webhooks/target.ts';
import { webhooksRoutes } from './webhooks/webhooks.routes.ts';
import { createWebhooksService } from './webhooks/webhooks.service.ts';

interface IntegrationOptions {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly webhookAddresses: AddressRules;
}

/** Keys, webhooks, events and requests of a company's own systems. */
export function integrationHandlers(
  { database, sealer, webhookAddresses: addresses }: IntegrationOptions,
  prove: Prove,
) {
  return {
    apiRequests: apiRequestsRoutes(database),
    events: eventsRoutes(database),
    ownWebhooks: ownWebhooksRoutes({ database, sealer, addresses, prove }),
    credentials: credentialsRoutes(createCredentialsService(database, sealer, prove)),
    apiKeys: apiKeyRoutes(database, sealer, prove),
    webhooks: webhooksRoutes(
      createWebhooksService(database, sealer, addresses),
      createDeliveriesService(database),
    ),
  };
}
