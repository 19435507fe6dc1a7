import type { dashboards } from '@sente/contract/dashboards';
import type { Handlers } from '../http/serve.ts';
import type { DashboardsService } from './dashboards.service.ts';

export function dashboardsRoutes(service: DashboardsService): Pick<Handlers<typeof dashboards>, 'admin' | 'company'> {
  return {
    admin: async ({ actor }) => ({ data: await service.admin(actor) }),
    company: async ({ actor }) => ({ data: await service.company(actor) }),
  };
}
