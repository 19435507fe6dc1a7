import type { debts } from '@sente/contract/debts';
import type { Handlers } from '../http/serve.ts';
import type { DebtsService } from './debts.service.ts';

export function debtsRoutes(service: DebtsService): Handlers<typeof debts> {
  return {
    ofCompany: async ({ actor, params }) => ({ data: await service.ofCompany(actor, params.id) }),
  };
}
