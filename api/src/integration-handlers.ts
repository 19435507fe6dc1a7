import { apiRequestsRoutes } from './api-requests/api-requests.service.ts';
import { apiKeyRoutes } from './credentials/api-keys.service.ts';
import { createRequirement } from './credentials/live-key-rule.ts';
import { credentialsRoutes } from './credentials/credentials.routes.ts';
import { createCredentialsService } from './credentials/credentials.service.ts';
import type { Database } from './db/database.ts';
import { examinationsRoutes } from './examinations/examinations.service.ts';
import { testActivityRoutes, type TestWindow } from './test-mode/test-window.ts';
import { searchEvents } from './search/event-search.ts';
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
  readonly testWindow?: TestWindow | null;
}

/** Keys, webhooks, events and requests of a company's own systems. */
export function integrationHandlers(
  { database, sealer, webhookAddresses: addresses, testWindow = null }: IntegrationOptions,
  prove: Prove,
) {
  const requirement = createRequirement(
    database,
    async (companyId) => (await testWindow?.activityOf(companyId))?.lastPassedAt ?? null,
  );
  return {
    examinations: examinationsRoutes({ database, requirement }),
    testActivity: testActivityRoutes(database, testWindow),
    apiRequests: apiRequestsRoutes(database),
    events: eventsRoutes(database, searchEvents),
    ownWebhooks: ownWebhooksRoutes({ database, sealer, addresses, prove, find: searchEvents }),
    credentials: credentialsRoutes(createCredentialsService(database, sealer, prove, requirement)),
    apiKeys: apiKeyRoutes(database, sealer, prove, requirement),
    webhooks: webhooksRoutes(
      createWebhooksService(database, sealer, addresses),
      createDeliveriesService(database, searchEvents),
    ),
  };
}
