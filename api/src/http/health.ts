import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { latestMigration } from '../db/migrate.ts';

export interface Readiness {
  /** Set when the program is about to stop: balancers then send no more work. */
  stopping: boolean;
}

/** /healthz: the process answers. /readyz: it can do its work. */
export async function serveHealth(
  app: FastifyInstance,
  database: Database,
  readiness: Readiness,
): Promise<void> {
  const expected = await latestMigration();
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const checks = {
      database: await migrationState(database, expected),
      process: readiness.stopping ? 'stopping' : 'ok',
    };
    const ready = Object.values(checks).every((state) => state === 'ok');
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks });
  });
}

async function migrationState(database: Database, expected: number): Promise<string> {
  try {
    const row = await database.unscoped.row<{ version: number }>(
      'select max(version) as version from schema_migrations',
    );
    return row?.version === expected ? 'ok' : 'not migrated';
  } catch {
    return 'unreachable';
  }
}
