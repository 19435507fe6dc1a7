import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { listKeys } from './signing-keys.service.ts';

/** Outside the API, at an address that stays: whoever checks a statement has no session. */
export function serveSigningKeys(app: FastifyInstance, database: Database): void {
  app.get('/.well-known/sente-keys.json', async (_request, reply) => {
    const keys = await listKeys(database);
    return (
      reply
        .header('cache-control', 'public, max-age=300')
        // Pages of others may check statements, too.
        .header('access-control-allow-origin', '*')
        .send({ keys })
    );
  });
}
