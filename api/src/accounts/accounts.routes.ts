import type { accounts } from '@sente/contract/accounts';
import type { Handlers } from '../http/serve.ts';
import type { AccountsService } from './accounts.service.ts';
import type { SignedStatementsService } from './signed-statement.service.ts';

export function accountsRoutes(
  service: AccountsService,
  statements: SignedStatementsService,
): Handlers<typeof accounts> {
  return {
    list: ({ actor, query }) => service.list(actor, query),
    ofCompany: async ({ actor, params }) => ({
      data: await service.ofCompany(actor, params.companyId),
    }),
    suspense: async ({ actor, params }) => ({
      data: await service.suspense(actor, params.companyId),
    }),
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    byNumber: async ({ actor, params }) => ({
      data: await service.byNumber(actor, params.number),
    }),
    balance: async ({ actor, params }) => ({ data: await service.balance(actor, params.id) }),
    holds: async ({ actor, params }) => ({ data: await service.holds(actor, params.id) }),
    movements: ({ actor, params, query }) => service.movements(actor, params.id, query),
    movementTotals: async ({ actor, params, query }) => ({
      data: await service.movementTotals(actor, params.id, query),
    }),
    statement: ({ actor, params, query }) => service.statement(actor, params.id, query),
    signedStatement: ({ actor, params, query }) => statements.signed(actor, params.id, query),
    statementPdf: ({ actor, params, query }) => statements.pdf(actor, params.id, query),
    create: ({ actor, body }) => service.create(actor, body),
    update: async ({ actor, params, body }) => ({
      data: await service.update(actor, params.id, body),
    }),
    deactivate: async ({ actor, params }) => ({
      data: await service.deactivate(actor, params.id),
    }),
    freeze: async ({ actor, params, body }) => ({
      data: await service.freeze(actor, params.id, body.reason),
    }),
    unfreeze: async ({ actor, params }) => ({ data: await service.unfreeze(actor, params.id) }),
  };
}
