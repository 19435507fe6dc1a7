import type { FastifyInstance } from 'fastify';
import { clockAheadMs, isClockOff } from '../db/clock.ts';
import type { Database, ReplicaStatus } from '../db/database.ts';
import type { ReadDisks } from '../db/disk.ts';
import type { DatabaseProbe } from '../db/probe.ts';

/** Result of the last ledger check; see ledger/check.ts. */
export interface LedgerState {
  readonly finishedAt: Date;
  readonly durationMs: number;
  readonly violations: readonly { readonly invariant: string; readonly count: number }[];
}
/** Null if it was never checked, undefined if that cannot be read now. */
export type ReadLedgerState = () => Promise<LedgerState | null | undefined>;

export interface BrakeFigures {
  /** Payout brakes that are on, and the payouts that wait. */
  readonly on: number;
  readonly held: number;
  /** Of the watcher; null if it never looked. */
  readonly secondsSinceLook: number | null;
}
/** Null if it cannot be read now. */
export type ReadBrakes = () => Promise<BrakeFigures | null>;

export interface Readiness {
  /** True while the program is stopping, so that load balancers send no more requests. */
  stopping: boolean;
  /** Whether this instance processes jobs; omitted if it never does. */
  isWorkerRunning?: () => boolean;
}

interface States {
  readonly readLedgerState: ReadLedgerState;
  readonly readBrakes: ReadBrakes;
  readonly readReplica: Database['replica'];
  readonly readDisks: ReadDisks;
}

/** /healthz: the process responds. /readyz: it can serve requests. */
export function serveHealth(
  app: FastifyInstance,
  readiness: Readiness,
  probe: () => Promise<DatabaseProbe>,
  { readLedgerState, readBrakes, readReplica, readDisks }: States,
): void {
  // Clients and proxies then open other connections, which lead to other servers.
  app.addHook('onSend', async (_request, reply) => {
    if (readiness.stopping) reply.header('connection', 'close');
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    // At once, whatever hangs: balancers have to hear it while the others of this server are still answered.
    if (readiness.stopping) {
      return reply.status(503).send({ status: 'not ready', checks: { process: 'stopping' } });
    }
    const [database, ledger, brakes, disks] = await Promise.all([
      probe(),
      ledgerSummary(readLedgerState),
      readBrakes(),
      readDisks(),
    ]);
    const checks = {
      database: database.state,
      // It may have begun to stop meanwhile.
      process: readiness.stopping ? 'stopping' : 'ok',
      ...(disks.length > 0 && {
        disk: disks.some(({ state }) => state === 'full') ? 'full' : 'ok',
      }),
      ...(readiness.isWorkerRunning && {
        worker: readiness.isWorkerRunning() ? 'ok' : 'not running',
      }),
    };
    const ready = Object.values(checks).every((state) => state === 'ok');
    return reply.status(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      checks,
      // Reported without affecting readiness: fewer servers would not help, and operators need this
      // one to investigate.
      jobs: jobsSummary(database.oldestJobSeconds),
      clock: {
        state: isClockOff() ? 'differs' : 'ok',
        aheadSeconds: clockAheadMs() / 1000,
      },
      ...replicaSummary(readReplica()),
      disks,
      ledger,
      watcher: { secondsSinceLook: brakes?.secondsSinceLook ?? null },
    });
  });
}

/** Without a fit replica the primary answers. */
function replicaSummary(status: ReplicaStatus | null) {
  return status && { replica: { state: status.state, lagSeconds: status.lagSeconds } };
}

/** Every due job is normally taken up at once. */
const lateAfterSeconds = 300;

function jobsSummary(oldestDueSeconds: number | null) {
  const isLate = oldestDueSeconds !== null && oldestDueSeconds > lateAfterSeconds;
  return { state: isLate ? 'late' : 'ok', oldestDueSeconds };
}

async function ledgerSummary(readLedgerState: ReadLedgerState) {
  const state = await readLedgerState();
  if (!state) return { state: 'not checked', checkedAt: null, violations: [] };
  return {
    state: state.violations.length === 0 ? 'ok' : 'violated',
    checkedAt: state.finishedAt.toISOString(),
    violations: state.violations.map(({ invariant }) => invariant),
  };
}
