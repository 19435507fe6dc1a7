import type { site } from '@sente/contract/site';
import type { status as statusCalls } from '@sente/contract/status';
import { createOpenDemoService, type OpenDemo } from './auth/open-demo.service.ts';
import type { Database } from './db/database.ts';
import { enquiriesRoutes } from './enquiries/enquiries.routes.ts';
import { createEnquiriesService } from './enquiries/enquiries.service.ts';
import type { Handlers } from './http/serve.ts';
import type { Mailer } from './mail/mailer.ts';
import type { PaymentsEngine } from './payments/engine.ts';
import { createStatusService } from './status/status.service.ts';

interface SiteOptions {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly engine: Pick<PaymentsEngine, 'connectors'>;
  readonly contactEmail?: string | null;
  readonly openDemo?: OpenDemo;
}

/** For visitors of the public site. */
export function siteHandlers(options: SiteOptions) {
  const { database, mailer, contactEmail = null, openDemo = null } = options;
  const status = createStatusService(database, options.engine.connectors);
  const demo = createOpenDemoService(database, openDemo);
  const offers = {
    takesEnquiries: contactEmail !== null,
    hasOpenDemo: openDemo !== null,
    sendsMail: mailer.delivery !== 'none',
  };
  return {
    enquiries: enquiriesRoutes(createEnquiriesService(database, mailer, contactEmail)),
    site: {
      offers: async () => ({ data: offers }),
      openDemo: async ({ body, origin }) => ({ data: await demo.open(body.as, origin) }),
    } satisfies Handlers<typeof site>,
    status: {
      now: async () => ({ data: await status.now() }),
      history: async () => ({ data: await status.history() }),
    } satisfies Handlers<typeof statusCalls>,
  };
}
