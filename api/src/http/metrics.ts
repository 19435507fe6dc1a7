import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { databaseNow } from '../db/clock.ts';
import type { BackupState } from '../db/backup-state.ts';
import type { Database } from '../db/database.ts';
import type { DatabaseProbe } from '../db/probe.ts';
import { bearerToken } from './actor.ts';
import { AppError } from './app-error.ts';
import type { LedgerState, ReadBrakes, ReadLedgerState } from './health.ts';
import { isSameText } from './same-text.ts';
import {
  measureDatabase,
  measureLoad,
  measureReplica,
  type LoadSources,
} from './server-metrics.ts';

/** Open circuits of the networks, none if unknown; see payments/networks/breaker.ts. */
export type ReadCircuits = () => Promise<
  readonly {
    readonly network: string;
    readonly operation: string;
    readonly forAll: number;
    readonly forOne: number;
  }[]
>;

export interface MetricSources extends LoadSources {
  readonly probe: () => Promise<DatabaseProbe>;
  readonly readLedgerState: ReadLedgerState;
  readonly readCircuits: ReadCircuits;
  /** Vouchers that are not encrypted with the current key; null if unknown. */
  readonly countUnsealed: () => Promise<number | null>;
  readonly readBrakes: ReadBrakes;
  /** Null if unknown. */
  readonly readBackups: () => Promise<BackupState | null>;
  /** Null if unknown. */
  readonly readMails: () => Promise<{ readonly waiting: number; readonly gaveUp: number } | null>;
}

/** Figures for operators. Each server instance has its own registry, so tests can run many. */
export function serveMetrics(
  app: FastifyInstance,
  database: Database,
  metricsToken: string | null,
  sources: MetricSources,
): void {
  const { probe, readLedgerState, readCircuits, countUnsealed, readBrakes, readMails } = sources;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'sente_request_seconds',
    help: 'Time to answer, by endpoint and status class',
    labelNames: ['endpoint', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'sente_database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(database.poolStatus()))
        this.set({ state }, count);
    },
  });

  measureDatabase(registry, probe);
  measureReplica(registry, database);
  measureLoad(registry, sources);
  measureNotices(registry, probe);
  measureLedger(registry, readLedgerState);
  measureCircuits(registry, readCircuits);
  measureVouchers(registry, countUnsealed);
  measureBrakes(registry, readBrakes);
  measureMails(registry, readMails);
  measureBackups(registry, sources.readBackups);

  app.addHook('onResponse', (request, reply, done) => {
    const endpoint = request.routeOptions.config.endpointName ?? 'other';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    durations.observe({ endpoint, status }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) throw new AppError('not_found');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** No value while the database cannot be asked. */
function measureNotices(registry: Registry, probe: MetricSources['probe']): void {
  new Gauge({
    name: 'sente_network_notices_open',
    help: 'Payments that do not exist here, that networks reported and somebody has to look at',
    labelNames: ['proven'],
    registers: [registry],
    async collect() {
      const { notices } = await probe();
      this.set({ proven: 'yes' }, notices?.proven ?? Number.NaN);
      this.set({ proven: 'no' }, notices?.unproven ?? Number.NaN);
    },
  });
}

/**
 * Infinite before the first backup, so that a rule about old ones matches; nothing without an embedded database, and no
 * value while the database cannot be asked.
 */
function measureBackups(registry: Registry, read: MetricSources['readBackups']): void {
  new Gauge({
    name: 'sente_backup_age_seconds',
    help: 'Time since the last backup of the embedded database; +Inf if there was none',
    registers: [registry],
    async collect() {
      const state = await read();
      if (state?.ageSeconds === null) this.remove();
      else this.set(state?.ageSeconds ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'sente_archive_failing',
    help: 'Whether the database archives and cannot: 1 or 0',
    registers: [registry],
    async collect() {
      const state = await read();
      this.set(state ? Number(state.isArchiveFailing) : Number.NaN);
    },
  });
}

/**
 * The age is infinite before the first check, and nothing has a value while the database cannot be asked. Each gauge
 * reads by itself, because gauges are collected in parallel.
 */
function measureLedger(registry: Registry, readLedgerState: ReadLedgerState): void {
  const gauge = (
    name: string,
    help: string,
    valueOf: (state: LedgerState) => number,
    before = Number.NaN,
  ): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const state = await readLedgerState();
        this.set(state ? valueOf(state) : state === null ? before : Number.NaN);
      },
    });
  };
  gauge(
    'sente_ledger_violations',
    'Rows of the ledger that broke an invariant at the last check; anything but 0 is an alarm',
    ({ violations }) => violations.reduce((sum, { count }) => sum + count, 0),
  );
  gauge(
    'sente_ledger_check_age_seconds',
    'Time since all of the ledger was checked; +Inf if it never was',
    ({ finishedAt }) => (databaseNow() - finishedAt.getTime()) / 1000,
    Number.POSITIVE_INFINITY,
  );
  gauge(
    'sente_ledger_check_seconds',
    'Time that the last check of the ledger took',
    ({ durationMs }) => durationMs / 1000,
  );
}

function measureVouchers(registry: Registry, countUnsealed: MetricSources['countUnsealed']): void {
  new Gauge({
    name: 'sente_vouchers_unsealed',
    help: 'Vouchers that are still in clear or encrypted by another key than the current one',
    registers: [registry],
    async collect() {
      this.set((await countUnsealed()) ?? Number.NaN);
    },
  });
}

function measureBrakes(registry: Registry, readBrakes: MetricSources['readBrakes']): void {
  // All gauges collect at once: one query serves the three of them.
  let underWay: ReturnType<typeof readBrakes> | null = null;
  const read = (): ReturnType<typeof readBrakes> => {
    underWay ??= readBrakes().finally(() => (underWay = null));
    return underWay;
  };
  new Gauge({
    name: 'sente_payout_brakes_on',
    help: 'Payout brakes that are on; anything but 0 waits for two people',
    registers: [registry],
    async collect() {
      this.set((await read())?.on ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'sente_payouts_braked',
    help: 'Payouts that wait because of a payout brake',
    registers: [registry],
    async collect() {
      this.set((await read())?.held ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'sente_watcher_seconds_since_look',
    help: 'Time since the watcher last looked at payouts; it looks every second. +Inf if it never did',
    registers: [registry],
    async collect() {
      const figures = await read();
      this.set(figures ? (figures.secondsSinceLook ?? Number.POSITIVE_INFINITY) : Number.NaN);
    },
  });
}

function measureMails(registry: Registry, readMails: MetricSources['readMails']): void {
  new Gauge({
    name: 'sente_mails_undelivered',
    help: 'Mails that were tried and wait for another attempt, and those of the last hour that were given up',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const mails = await readMails();
      this.set({ state: 'waiting' }, mails?.waiting ?? Number.NaN);
      this.set({ state: 'gave_up' }, mails?.gaveUp ?? Number.NaN);
    },
  });
}

function measureCircuits(registry: Registry, readCircuits: ReadCircuits): void {
  new Gauge({
    name: 'sente_network_circuits_open',
    help: 'Open circuits of a network by operation: for all companies, and for single ones',
    labelNames: ['network', 'operation', 'companies'],
    registers: [registry],
    async collect() {
      for (const { forAll, forOne, ...labels } of await readCircuits()) {
        this.set({ ...labels, companies: 'all' }, forAll);
        this.set({ ...labels, companies: 'single' }, forOne);
      }
    },
  });
}

/**
 * With a configured token, callers that send it; otherwise only this machine, and not through a
 * proxy.
 */
function mayReadMetrics(request: FastifyRequest, metricsToken: string | null): boolean {
  if (metricsToken !== null) {
    const given = bearerToken(request.headers.authorization);
    return given !== null && isSameText(given, metricsToken);
  }
  const isLocal = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(
    request.socket.remoteAddress ?? '',
  );
  return (
    isLocal &&
    request.headers['x-forwarded-for'] === undefined &&
    request.headers.forwarded === undefined
  );
}
