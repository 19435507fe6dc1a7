import { contract } from '@sente/contract';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { serveRoots } from './accounting/accounting.routes.ts';
import { recordRequests, type RequestDatabases } from './api-requests/recorder.ts';
import { createFindActor } from './auth/find-actor.ts';
import { createApiCallers } from './credentials/api-callers.ts';
import { createCredentialLimits, type CredentialLimit } from './credentials/credential-limits.ts';
import { createSignedRoute } from './credentials/signed-route.ts';
import { serveApiPage } from './docs-site/api-page.ts';
import { serveDocs } from './docs-site/docs-site.ts';
import { latestMigration } from './db/migrate.ts';
import type { Database } from './db/database.ts';
import { watchDisks } from './db/disk.ts';
import { createDatabaseProbe, limited } from './db/probe.ts';
import { readBackupState } from './db/backup-state.ts';
import { platformScope } from './db/scope.ts';
import { uuidV7 } from './db/uuid.ts';
import { AppError } from './http/app-error.ts';
import { compressAnswers } from './http/compress.ts';
import { replyWithError } from './http/error-reply.ts';
import { addSecurityHeaders, refuseMalformed, requireTls } from './http/headers.ts';
import { serveHealth, type Readiness } from './http/health.ts';
import { acceptJson } from './http/json-body.ts';
import { serveMetrics } from './http/metrics.ts';
import { logRequests } from './http/request-log.ts';
import { serve } from './http/serve.ts';
import { shedLoad, type LoadLimits } from './http/shed-load.ts';
import { serveWeb } from './http/web.ts';
import type { Live } from './live/live.ts';
import { serveLive } from './live/live.routes.ts';
import { countsAlone } from './live/shared-counts.ts';
import { readLastCheck } from './ledger/check.ts';
import { paymentsGuide } from './payments/api/api-guide.ts';
import { countCircuits } from './payments/networks/networks.queries.ts';
import type { Callbacks } from './payments/running/callbacks.ts';
import { serveCallbacks } from './payments/running/callbacks.routes.ts';
import { countUndelivered } from './mail/mails.queries.ts';
import { countUnsealed } from './product-codes/sealing.ts';
import { measureBrakes } from './payments/brakes/payout-brakes.queries.ts';
import { audit } from './security/audit.ts';
import { servePictures } from './pictures/pictures.routes.ts';
import { serveSigningKeys } from './signing-keys/signing-keys.routes.ts';
import { serveCheckout } from './payment-links/checkout.routes.ts';
import { createFindTill } from './tills/till-sessions.ts';
import { createHandlers, type HandlerOptions } from './handlers.ts';
import { readModes } from './http/mode.ts';
import {
  callersOfBoth,
  createTestMode,
  findTillOfBoth,
  pairingInBoth,
  type TestMode,
  type TestWorldPlace,
} from './test-world.ts';

export interface AppOptions extends HandlerOptions, LoadLimits {
  readonly logger: Logger;
  readonly proxies: readonly string[];
  /** Where people reach this server; null for this machine. */
  readonly publicUrl?: string | null;
  readonly webDir: string | null;
  readonly webApiBase: string;
  readonly metricsToken: string | null;
  /** Signed requests of one credential. */
  readonly credentialLimit: CredentialLimit;
  readonly readiness: Readiness;
  /** Tells open portals and systems that wait for events what changes; the server does without. */
  readonly live?: Live;
  /** Folders that must not fill, by their names for operators. */
  readonly disks?: Readonly<Record<string, string>>;
  /** Connections of its own for what operators ask, so that it is answered under any load. */
  readonly forOperators?: Database;
  /** Null: there is no test mode. */
  readonly testWorld?: TestWorldPlace | null;
}

const defaultBodyLimit = 1024 * 1024;

/** Assembles the server without listening, for the program and for tests. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { database } = options;
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => uuidV7(),
    requestIdHeader: false,
    trustProxy: options.proxies.length > 0 ? [...options.proxies] : false,
    bodyLimit: defaultBodyLimit,
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
    // Who was sent here a moment too late is answered as well; the database is closed after the last of them.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: refuseMalformed,
    frameworkErrors: (error, request, reply) => void replyWithError(error, request, reply),
  }) as unknown as FastifyInstance;

  app.setErrorHandler(replyWithError);
  acceptJson(app);
  logRequests(app);
  addSecurityHeaders(app);
  requireTls(app, options);
  const readAdmission = await shedLoad(app, database, options);
  const sources = { ...(await createReadings(options)), readAdmission };
  serveMetrics(app, database, options.metricsToken, sources);
  serveHealth(app, options.readiness, sources.probe, sources);
  const test = options.testWorld ? openTestMode(app, options, options.testWorld) : null;
  await app.register(async (api) => serveContract(api, options, test), { prefix: '/api' });
  serveCallbacks(app, options.engine.callbacks);
  serveCheckout(app, options, async () => (await test?.usedWorld()) ?? null);
  servePictures(app, database);
  serveSigningKeys(app, database);
  serveRoots(app, database);
  serveDocs(app, () => options.mailer.portalUrl(''));
  if (options.webDir) {
    await serveWeb(app, { webDir: options.webDir, apiBase: options.webApiBase });
  } else {
    app.setNotFoundHandler(() => {
      throw new AppError('not_found');
    });
  }
  return app;
}

/** What operators are shown. Each answers in limited time, whatever hangs. */
async function createReadings({ database, forOperators, sealer, disks }: AppOptions) {
  const watched = forOperators ?? database;
  const probe = createDatabaseProbe(watched, await latestMigration());
  const readLedgerState = limited(() => readLastCheck(watched).catch(() => undefined), undefined);
  const readCircuits = limited(
    () => watched.within(platformScope, countCircuits).catch(() => []),
    [],
  );
  const readUnsealed = limited(
    () =>
      watched.within(platformScope, (db) => countUnsealed(db, sealer.keyName)).catch(() => null),
    null,
  );
  const readBrakes = limited(
    () => watched.within(platformScope, measureBrakes).catch(() => null),
    null,
  );
  const readMails = limited(
    () => watched.within(platformScope, countUndelivered).catch(() => null),
    null,
  );
  const readDisks = watchDisks(disks ?? {});
  const readBackups = limited(
    () => watched.within(platformScope, readBackupState).catch(() => null),
    null,
  );
  return {
    probe,
    readLedgerState,
    readCircuits,
    countUnsealed: readUnsealed,
    readBrakes,
    readMails,
    readBackups,
    readDisks,
    readReplica: () => database.replica(),
  };
}

/** With the calls of its networks, which come to an address of their own. */
function openTestMode(app: FastifyInstance, options: AppOptions, place: TestWorldPlace): TestMode {
  const ownUrl = () => (app.server.listening ? app.listeningOrigin : null);
  const test = createTestMode(options, place, ownUrl);
  const receive: Callbacks['receive'] = async (...call) =>
    (await test.usedWorld())?.engine.callbacks.receive(...call) ?? 'unreadable';
  void app.register(async (scope) => serveCallbacks(scope, { receive }), { prefix: '/test' });
  if (place.isInUse) app.addHook('onListen', () => void test.world().catch(() => {}));
  app.addHook('preClose', () => test.stopWaiting());
  app.addHook('onClose', () => test.stop());
  return test;
}

/** A test world that nobody uses is not opened for them. */
function requestLogs(database: Database, test: TestMode | null): RequestDatabases {
  return {
    live: async () => database,
    test: async () => (await test?.usedWorld())?.database ?? null,
  };
}

function serveContract(api: FastifyInstance, options: AppOptions, test: TestMode | null): void {
  readModes(api);
  compressAnswers(api);
  const { database } = options;
  const findActor = createFindActor(database, options.sessionIdleMs);
  if (options.live) serveLive(api, options.live, findActor);
  const handlers = createHandlers({ ...options, testWindow: test?.window ?? null });
  serve(api, contract, pairingInBoth(handlers, test), {
    findActor,
    findTill: findTillOfBoth(createFindTill(database), test),
    signedRoute: {
      ...createSignedRoute(
        api,
        callersOfBoth(createApiCallers(database, options.sealer), test),
        createCredentialLimits(options.credentialLimit, options.live?.counts ?? countsAlone),
      ),
      ...recordRequests(api, requestLogs(database, test), options.logger),
    },
    onRefused: (actor, refusal) =>
      database.within(platformScope, (db) => audit(db, actor, { ...refusal, result: 'refused' })),
    test,
  });
  serveApiPage(api, { payments: paymentsGuide });
}
