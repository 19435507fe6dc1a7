import { preparePgbench } from './pgbench.ts';
import type { BenchServer } from './server.ts';

/** What each measurement gets. */
export interface Bench {
  readonly server: BenchServer;
  readonly rounds: number;
  /** How long a rate is measured. */
  readonly seconds: number;
  /** A try: figures are shown, not kept. */
  readonly quick: boolean;
  /** Whether kept histories are made anew. */
  readonly fresh: boolean;
  /** Whether the processor time of the HTTP server is taken apart. */
  readonly profile: boolean;
  /** Ready to run; filled by whoever asks first. */
  pgbench(): Promise<() => Promise<number>>;
}

export function createBench(
  server: BenchServer,
  options: Pick<Bench, 'quick' | 'fresh' | 'profile'>,
): Bench {
  let pgbench: Promise<() => Promise<number>> | undefined;
  return {
    ...options,
    server,
    rounds: options.quick ? 1 : 3,
    seconds: options.quick ? 3 : 8,
    pgbench: () => (pgbench ??= preparePgbench(server, options.quick ? 3 : 15)),
  };
}
