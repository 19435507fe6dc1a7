import type { dashboards } from '@sente/contract/dashboards';
import type { Handlers } from '../http/serve.ts';
import type { DashboardsService } from './dashboards.service.ts';

export function dashboardsRoutes(service: DashboardsService): Handlers<typeof dashboards> {
  return {
    admin: async ({ actor }) => ({ data: await service.admin(actor) }),
    transactions: ({ actor, query }) => service.transactions(actor, query),
    attention: async ({ actor }) => ({ data: await service.attention(actor) }),
    report: async ({ actor, query }) => ({ data: await service.report(actor, query) }),
    overview: async ({ actor, params }) => ({
      data: await service.overview(actor, params.companyId),
    }),
    company: async ({ actor }) => ({ data: await service.company(actor) }),
    analytics: async ({ actor, query }) => ({ data: await service.analytics(actor, query) }),
  };
}
