import { readFileSync } from 'node:fs';
import type { StatusHistory, StatusNow } from '@sente/contract/status';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Connector } from '../payments/networks/connector.ts';
import { readPublicHealth } from '../payments/networks/networks.service.ts';
import { readLastCheck } from '../ledger/check.ts';
import { readAllStopped } from '../payments/brakes/all-stopped.ts';
import { readHistory, readToday, readWaits } from './status.queries.ts';

export interface StatusService {
  now(): Promise<StatusNow>;
  history(): Promise<StatusHistory>;
}

const nowForMs = 5_000;
/** Shorter than it takes until the pages hear of a brake and ask. */
const stoppedForMs = 250;
/** All payments of an hour are sorted for it. */
const waitsForMs = 30_000;
const historyForMs = 60_000;
/** Figures that are older say nothing about now. */
const oldAfterMs = 60_000;
const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

/** For anybody, so however many ask, the database is read at most once in some seconds. */
export function createStatusService(
  database: Database,
  connectors: readonly Connector[],
  /** Milliseconds; visitors' clocks may be wrong. */
  clock: () => number = () => performance.now(),
): StatusService {
  const remembered = createMemory(clock);
  const names = connectors.map(({ network }): string => network);
  const waits = remembered(waitsForMs, () =>
    database.within(platformScope, (db) => readWaits(db, names)),
  );
  const stopped = remembered(stoppedForMs, () => database.within(platformScope, readAllStopped));
  const lastRead = remembered(nowForMs, async () => {
    const readMs = clock();
    const [check, health, waited] = await Promise.all([
      readLastCheck(database),
      database.within(platformScope, (db) => readPublicHealth(db, connectors)),
      waits(),
    ]);
    return {
      readMs,
      readAt: new Date(databaseNow()).toISOString(),
      version,
      books: check && {
        isBalanced: check.violations.length === 0,
        checkedAt: check.finishedAt.toISOString(),
        entries: check.entries,
      },
      networks: health.map((network) => ({
        ...network,
        wait: waited.find((row) => row.network === network.network) ?? null,
      })),
    };
  });
  return {
    async now() {
      const [{ readMs, ...last }, stoppedAt] = await Promise.all([lastRead(), stopped()]);
      const payoutsStoppedSince = stoppedAt?.toISOString() ?? null;
      return { ...last, payoutsStoppedSince, isOld: clock() - readMs > oldAfterMs };
    },
    history: remembered(historyForMs, () =>
      database.within(platformScope, async (db) => {
        const days = await readHistory(db);
        const of = (name: string | null) => days.filter(({ network }) => network === name);
        return {
          today: await readToday(db),
          books: of(null),
          networks: names.map((network) => ({ network, days: of(network) })),
        };
      }),
    ),
  };
}

/** Callers share one reading. If it fails, the one before stays, and nobody tries again for as long. */
const createMemory =
  (clock: () => number) =>
  <T>(forMs: number, read: () => Promise<T>): (() => Promise<T>) => {
    let last: Promise<T> | undefined;
    let readAt = -Infinity;
    return () => {
      if (last && clock() - readAt < forMs) return last;
      const before = last;
      readAt = clock();
      last = read().catch((error: unknown) => {
        if (before) return before;
        throw error;
      });
      return last;
    };
  };
