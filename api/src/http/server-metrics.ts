import { Gauge, type Registry } from 'prom-client';
import { clockAheadMs } from '../db/clock.ts';
import type { Database, ReplicaStatus } from '../db/database.ts';
import type { ReadDisks } from '../db/disk.ts';
import type { DatabaseProbe } from '../db/probe.ts';
import type { AdmissionFigures } from './admission.ts';

/* Figures of the server itself: what it is asked, and what it stands on. */

export interface LoadSources {
  readonly readAdmission: () => AdmissionFigures;
  readonly readDisks: ReadDisks;
}

export function measureLoad(registry: Registry, { readAdmission, readDisks }: LoadSources): void {
  new Gauge({
    name: 'sente_requests',
    help: 'Requests that are worked on, that wait for their turn, and that were refused since the start',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(readAdmission())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'sente_disk_free_bytes',
    help: 'What is left on the disks of the embedded database and of its archive',
    labelNames: ['folder'],
    registers: [registry],
    async collect() {
      for (const { folder, freeBytes } of await readDisks()) this.set({ folder }, freeBytes);
    },
  });
}

/** No value without a replica. */
export function measureReplica(registry: Registry, database: Database): void {
  const gauge = (name: string, help: string, valueOf: (status: ReplicaStatus) => number | null) => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const status = database.replica();
        this.set((status && valueOf(status)) ?? Number.NaN);
      },
    });
  };
  gauge('sente_replica_fit', 'Whether reports are read from the replica: 1 or 0', ({ state }) =>
    Number(state === 'ok'),
  );
  gauge(
    'sente_replica_lag_seconds',
    'How old the data of the replica is at most',
    ({ lagSeconds }) => lagSeconds,
  );
  new Gauge({
    name: 'sente_replica_readings',
    help: 'Readings that a replica may answer, by where they were answered',
    labelNames: ['where'],
    registers: [registry],
    collect() {
      for (const [where, count] of Object.entries(database.replica()?.answered ?? {}))
        this.set({ where }, count);
    },
  });
}

/** No value while the database cannot be asked. */
export function measureDatabase(registry: Registry, probe: () => Promise<DatabaseProbe>): void {
  const gauge = (name: string, help: string, value: () => Promise<number | null>): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set((await value()) ?? Number.NaN);
      },
    });
  };
  gauge('sente_database_writable', 'Whether the database accepts writes: 1 or 0', async () =>
    (await probe()).state === 'ok' ? 1 : 0,
  );
  gauge(
    'sente_jobs_oldest_due_seconds',
    'How long the oldest due job waits; 0 if none is due',
    async () => (await probe()).oldestJobSeconds,
  );
  gauge(
    'sente_clock_ahead_seconds',
    "How far this machine's clock is ahead of the database's",
    async () => clockAheadMs() / 1000,
  );
}
