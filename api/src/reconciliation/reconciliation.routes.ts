import type { reconciliation } from '@sente/contract/reconciliation';
import type { Handlers } from '../http/serve.ts';
import type { ReconciliationService } from './reconciliation.service.ts';

export function reconciliationRoutes(
  service: ReconciliationService,
): Handlers<typeof reconciliation> {
  return {
    days: async ({ actor, query }) => ({ data: await service.days(actor, query) }),
    bridge: async ({ actor, query }) => ({ data: await service.bridge(actor, query) }),
    cases: ({ actor, query }) => service.cases(actor, query),
    case: async ({ actor, params }) => ({ data: await service.case(actor, params.id) }),
    assign: async ({ actor, params, body }) => ({
      data: await service.assign(actor, params.id, body.isMine),
    }),
    note: async ({ actor, params, body }) => ({
      data: await service.note(actor, params.id, body.text),
    }),
    preview: async ({ actor, params, body }) => ({
      data: await service.preview(actor, params.id, body),
    }),
    propose: async ({ actor, params, body }) => ({
      data: await service.propose(actor, params.id, body),
    }),
    previewMany: async ({ actor, body }) => ({ data: await service.previewMany(actor, body) }),
    proposeMany: ({ actor, body }) => service.proposeMany(actor, body),
  };
}
