import { preparePgbench } from './pgbench.ts';
import type { BenchServer } from './server.ts';

/** The options of each measurement. */
export interface Bench {
  readonly server: BenchServer;
  readonly rounds: number;
  /** Duration of a rate measurement. */
  readonly seconds: number;
  /** A trial run: figures are printed, not stored. */
  readonly quick: boolean;
  /** Whether to recreate stored histories. */
  readonly fresh: boolean;
  /** Whether to profile the HTTP server. */
  readonly profile: boolean;
  /** Ready to run; created on first use. */
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
