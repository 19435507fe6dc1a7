import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { latestMigration } from '../db/migrate.ts';

/** Result of the last ledger check; see ledger/check.ts. */
export interface LedgerState {
  readonly finishedAt: Date;
  readonly durationMs: number;
  readonly violations: readonly { readonly invariant: string; readonly count: number }[];
}
export type ReadLedgerState = () => Promise<LedgerState | null>;

export interface Readiness {
  /** True while the program is stopping, so that load balancers send no more requests. */
  stopping: boolean;
  /** Whether this instance processes jobs; omitted if it never does. */
  isWorkerRunning?: () => boolean;
}

/** /healthz: the process responds. /readyz: it can serve requests. */
export async function serveHealth(
  app: FastifyInstance,
  database: Database,
  readiness: Readiness,
  readLedgerState: ReadLedgerState,
): Promise<void> {
  const expected = await latestMigration();
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const checks = {
      database: await migrationState(database, expected),
      process: readiness.stopping ? 'stopping' : 'ok',
      ...(readiness.isWorkerRunning && {
        worker: readiness.isWorkerRunning() ? 'ok' : 'not running',
      }),
    };
    const ready = Object.values(checks).every((state) => state === 'ok');
    return reply.status(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      checks,
      // Reported without affecting readiness: operators need this server to investigate.
      ledger: await ledgerSummary(readLedgerState),
    });
  });
}

async function ledgerSummary(readLedgerState: ReadLedgerState) {
  const state = await readLedgerState().catch(() => null);
  if (!state) return { state: 'not checked', checkedAt: null, violations: [] };
  return {
    state: state.violations.length === 0 ? 'ok' : 'violated',
    checkedAt: state.finishedAt.toISOString(),
    violations: state.violations.map(({ invariant }) => invariant),
  };
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
