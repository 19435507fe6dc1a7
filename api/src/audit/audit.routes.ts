import type { audit } from '@sente/contract/audit';
import type { Handlers } from '../http/serve.ts';
import type { AuditService } from './audit.service.ts';

export function auditRoutes(service: AuditService): Handlers<typeof audit> {
  return {
    list: ({ actor, query }) => service.list(actor, query),
    ofCompany: ({ actor, params, query }) => service.ofCompany(actor, params.companyId, query),
  };
}
