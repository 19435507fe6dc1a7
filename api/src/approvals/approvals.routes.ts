import type { approvals } from '@sente/contract/approvals';
import type { Handlers } from '../http/serve.ts';
import type { ApprovalsService } from './approvals.service.ts';

export function approvalsRoutes(service: ApprovalsService): Handlers<typeof approvals> {
  return {
    list: ({ actor, query }) => service.list(actor, query),
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    approve: async ({ actor, params, body }) => ({
      data: await service.approve(actor, params.id, body),
    }),
    reject: async ({ actor, params, body }) => ({
      data: await service.reject(actor, params.id, body.askedAt, body.reason),
    }),
    withdraw: async ({ actor, params }) => ({ data: await service.withdraw(actor, params.id) }),
    cancel: async ({ actor, params, body }) => ({
      data: await service.cancel(actor, params.id, body.reason),
    }),
    decide: async ({ actor, body }) => ({ data: await service.decide(actor, body) }),
  };
}
