import type { ClientConfig, PoolConfig } from 'pg';

/** Work whose statements may take longer than others. */
export const longWorkMs = {
  'ledger check': 30 * 60_000,
  /** Of a batch; the bridges of all days after a large statement, from a cold disk. */
  matching: 60_000,
  'day proof': 30 * 60_000,
  'code upload': 60_000,
};
export type LongWork = keyof typeof longWorkMs;

/** A connection that does not come about in this time does not exist. */
const connectWithinMs = 5_000;

/**
 * The server ends a statement that takes too long. If even that does not arrive, because the server
 * or the network hangs, the client gives up a little later.
 */
export function clientLimitMs(statementTimeoutMs: number): number {
  return statementTimeoutMs === 0 ? 0 : statementTimeoutMs + 3_000;
}

/** For a connection that asks for little, such as one of a program. */
export const briefLimits: ClientConfig = {
  connectionTimeoutMillis: 2 * connectWithinMs,
  query_timeout: 30_000,
  keepAlive: true,
};

/** For a connection whose statements take as long as they take: migrations, copies of the whole server. */
export const lengthyLimits: ClientConfig = { ...briefLimits, query_timeout: 0 };

/** For every pool: no wait is without limit, and a vanished server is noticed while idle. */
export function poolLimits(statementTimeoutMs: number): PoolConfig {
  return {
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: clientLimitMs(statementTimeoutMs),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}
