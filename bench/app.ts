import { buildApp } from '../api/src/app.ts';
import type { Database } from '../api/src/db/database.ts';
import { createLogger } from '../api/src/http/logger.ts';
import { createSealer } from '../api/src/security/secrets.ts';

export const sessionIdleMs = 2 * 3_600_000;

/** The whole server as the program puts it together, but silent and without a limit per address. */
export function buildBenchApp(database: Database): ReturnType<typeof buildApp> {
  return buildApp({
    database,
    logger: createLogger('silent'),
    sessionLengthMs: 8 * 3_600_000,
    sessionIdleMs,
    proxies: [],
    webDir: null,
    webApiBase: '/api',
    metricsToken: null,
    requestsPerMinute: 1_000_000_000,
    busyAfterMs: 1_000,
    readiness: { stopping: false },
    sealer: createSealer(Buffer.alloc(32, 7)),
  });
}
