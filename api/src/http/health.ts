import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { latestMigration } from '../db/migrate.ts';

/** What the last check of the ledger found; see ledger/check.ts. */
export interface LedgerState {
  readonly finishedAt: Date;
  readonly durationMs: number;
  readonly violations: readonly { readonly invariant: string; readonly count: number }[];
}
export type ReadLedgerState = () => Promise<LedgerState | null>;

export interface Readiness {
  /** Set when the program is about to stop: balancers then send no more work. */
  stopping: boolean;
  /** Whether this instance takes part in the work of the queue; left out where it never does. */
  isWorkerRunning?: () => boolean;
}

/** /healthz: the process answers. /readyz: it can do its work. */
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
      // Shown, but no reason to go: whoever has to look into it needs this very server.
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
