import type { accounting } from '@sente/contract/accounting';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/serve.ts';
import type { AccountingService } from './accounting.service.ts';
import { readRoots, type DayProofsService } from './day-proofs.service.ts';

export function accountingRoutes(
  service: AccountingService,
  proofs: DayProofsService,
): Handlers<typeof accounting> {
  return {
    days: () => service.days(),
    closeDay: async ({ actor, params, body }) => {
      const data = await service.closeDay(actor, params.day, body);
      return { data, message: data.isClosed ? 'Day signed' : 'A second person has to approve it' };
    },
    trialBalance: async ({ actor, query }) => ({
      data: await service.trialBalance(actor, query.day),
    }),
    entries: ({ actor, query }) => service.entries(actor, query),
    months: async ({ actor }) => ({ data: await service.months(actor) }),
    liabilityProofs: async ({ params }) => ({ data: await proofs.list(params.id) }),
    liabilityProof: ({ params }) => proofs.file(params.id, params.day),
  };
}

/** Beside the keys, for whoever compares the roots that companies were shown. */
export function serveRoots(app: FastifyInstance, database: Database): void {
  app.get('/.well-known/sente-liabilities.json', async (_request, reply) => {
    const days = await readRoots(database);
    return reply
      .header('cache-control', 'public, max-age=300')
      .header('access-control-allow-origin', '*')
      .send({ days });
  });
}
