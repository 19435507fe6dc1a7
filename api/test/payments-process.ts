import { buildApp } from '../src/app.ts';
import { createBulkRunner } from '../src/bulk-payouts/bulk-runner.ts';
import { openDatabase } from '../src/db/database.ts';
import { createLogger } from '../src/http/logger.ts';
import { defaultPolling } from '../src/payments/settling/poll-schedule.ts';
import { createEngine } from '../src/payments/engine.ts';
import { openConnectors } from '../src/payments/networks/connectors.ts';
import { simulatorKeys } from '../src/payments/simulator/keys.ts';
import { createMailer } from '../src/mail/mailer.ts';
import { createSealer } from '../src/security/secrets.ts';

/**
 * A separate process that acts as one server until it is killed: either the API, which accepts
 * orders and callbacks, or the worker, which processes payments and bulk payouts. Delays of seconds are milliseconds
 * here. Prints a line once it is running.
 */
export interface ProcessStart {
  readonly does: 'api' | 'worker';
  readonly url: string;
  readonly port: number;
  readonly networksAt: string;
  readonly networksSecret: string;
  /** Hexadecimal. */
  readonly credentialKey: string;
}

const start = JSON.parse(process.argv[2] ?? '{}') as ProcessStart;
const logger = createLogger('silent');
const sealer = createSealer(Buffer.from(start.credentialKey, 'hex'));
const database = openDatabase({
  url: start.url,
  poolSize: 8,
  statementTimeoutMs: 5_000,
  role: 'sente_app',
  onIdleError: () => {},
});
const connectors = openConnectors(
  {
    ...simulatorKeys(start.networksSecret, start.networksAt),
    isSimulated: true,
    callbackBase: () => `http://127.0.0.1:${start.port}`,
    timeoutMs: 2_000,
  },
  sealer,
);
const engine = createEngine(
  { database, connectors, logger },
  {
    polling: {
      ...defaultPolling,
      schedule: [
        { untilMs: 300, everyMs: 300 },
        { untilMs: 600_000, everyMs: 600 },
      ],
    },
    breaker: { minCalls: 1_000_000 },
    running: { pollMs: 50, leaseMs: 3_000 },
  },
);
if (start.does === 'worker') {
  engine.runner.start();
  const options = { pollMs: 50, restMs: 0, pauseMs: 50, leaseMs: 2_000 };
  createBulkRunner({ database, engine, logger }, options).start();
} else {
  const app = await buildApp({
    database,
    logger,
    engine,
    sealer,
    sessionLengthMs: 3_600_000,
    sessionIdleMs: 3_600_000,
    proxies: [],
    webDir: null,
    webApiBase: '/api',
    metricsToken: null,
    requestsPerMinute: 1_000_000,
    credentialLimit: { requestsPerSecond: 100_000, burst: 100_000 },
    busyAfterMs: 60_000,
    mailer: createMailer(sealer, 'none', () => ''),
    readiness: { stopping: false },
    simulatorUrl: null,
    webhookAddresses: { allowPrivate: true, resolve: async () => [] },
  });
  await app.listen({ host: '127.0.0.1', port: start.port });
}
process.stdout.write('running\n');
