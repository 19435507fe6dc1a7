import { buildApp, type AppOptions } from '../api/src/app.ts';
import type { Database } from '../api/src/db/database.ts';
import { createLogger } from '../api/src/http/logger.ts';
import { createMailer } from '../api/src/mail/mailer.ts';
import { createEngine } from '../api/src/payments/engine.ts';
import { createSealer } from '../api/src/security/secrets.ts';
import { resolveBySystem } from '../api/src/webhooks/target.ts';

/** Encrypts the companies' secrets. */
export const benchKey = Buffer.alloc(32, 7);
/** The seed of the keys of the simulated networks and the server. */
export const simulatorSecret = 'bench';
export const sessionIdleMs = 2 * 3_600_000;
const logger = createLogger('silent');

/** The whole server as in production, but without logs and without a rate limit per address. */
export function buildBenchApp(
  database: Database,
  engine = createEngine({ database, connectors: [], logger }),
  others: Partial<AppOptions> = {},
): ReturnType<typeof buildApp> {
  return buildApp({
    database,
    logger,
    engine,
    webhookAddresses: { allowPrivate: true, resolve: resolveBySystem },
    sessionLengthMs: 8 * 3_600_000,
    sessionIdleMs,
    proxies: [],
    webDir: null,
    webApiBase: '/api',
    metricsToken: null,
    requestsPerMinute: 1_000_000_000,
    credentialLimit: { requestsPerSecond: 1_000_000, burst: 1_000_000 },
    busyAfterMs: 1_000,
    readiness: { stopping: false },
    sealer: createSealer(benchKey),
    mailer: createMailer(createSealer(benchKey), 'none', () => ''),
    ...others,
  });
}
