import type { contract } from '@sente/contract';
import type { FastifyRequest } from 'fastify';
import { createBulkRunner } from './bulk-payouts/bulk-runner.ts';
import {
  createApiCallers,
  namedChannel,
  readClaim,
  type ApiCallers,
} from './credentials/api-callers.ts';
import { openDatabase, type Database } from './db/database.ts';
import { platformScope } from './db/scope.ts';
import { createProve } from './factors/factor-proof.ts';
import { createHandlers, type HandlerOptions } from './handlers.ts';
import { fromShortId } from './db/short-id.ts';
import { disturbOrders } from './examinations/disturbed-orders.ts';
import { disturbPolls } from './examinations/disturbed-polls.ts';
import { createExaminer, type ExaminerTimes } from './examinations/examiner.ts';
import { findDisturbance } from './examinations/examination-orders.queries.ts';
import { AppError } from './http/app-error.ts';
import type { FindTill } from './http/actor.ts';
import { takeMode, takeModeOfKey, type Visiting } from './http/mode.ts';
import type { HandlerTable, TestWorldDoor } from './http/serve.ts';
import { startWorker } from './jobs/worker.ts';
import { createLive } from './live/live.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { createEngine, type PaymentsEngine } from './payments/engine.ts';
import { openConnectors } from './payments/networks/connectors.ts';
import { startSimulator, type SimulatorOptions } from './payments/simulator/simulator.ts';
import { audit } from './security/audit.ts';
import { createPasswords } from './security/passwords.ts';
import type { Prove } from './security/proof.ts';
import type { Sealer } from './security/secrets.ts';
import { createOwnPasswordService } from './users/own-password.service.ts';
import { createFindTill, modeOfCode, modeOfDevice } from './tills/till-sessions.ts';
import { createMirror, type OnNewCompany } from './test-mode/mirror.ts';
import { readActivity, type TestWindow } from './test-mode/test-window.ts';
import { onOneServer } from './test-mode/one-runner.ts';
import { prepareTestDatabase } from './test-mode/test-database.ts';

/** Where the test world is. */
export interface TestWorldPlace {
  /** Of its database, which is created if need be: for migrations, and for everything else. */
  readonly databaseUrls: () => Promise<{ readonly ownerUrl: string; readonly url: string }>;
  /** It was used before: what is under way in it goes on when the server starts. */
  readonly isInUse: boolean;
  readonly simulator: Pick<SimulatorOptions, 'delayMs' | 'lateAfterMs' | 'stateFile'>;
  readonly examiner?: ExaminerTimes;
  /** Demo data. */
  readonly onNewCompany?: OnNewCompany;
}

interface TestWorld {
  readonly sealer: Sealer;
  readonly mailer: Mailer;
  readonly database: Database;
  readonly engine: PaymentsEngine;
  readonly handlers: HandlerTable<typeof contract>;
  readonly callers: ApiCallers;
  readonly findTill: FindTill;
  readonly enter: (who: Visiting) => Promise<void>;
  /** Answers the calls that wait for events: the server closes when all calls have ended. */
  stopWaiting(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestMode extends TestWorldDoor<typeof contract> {
  world(): Promise<TestWorld>;
  /** Null before anybody used it: a stranger's request does not make it. */
  usedWorld(): Promise<TestWorld> | null;
  /** What the live world sees of it. */
  readonly window: TestWindow;
  stopWaiting(): Promise<void>;
  stop(): Promise<void>;
}

/** Few people try things out at the same time. */
const poolSize = 4;
const jobsAtOnce = 4;

/**
 * The whole server a second time, on a database of its own and with networks that are not real. It starts when
 * somebody first needs it: a server whose companies never test costs nothing.
 */
export function createTestMode(
  live: HandlerOptions,
  place: TestWorldPlace,
  /** Where the networks of the test world find this server; null before it listens. */
  ownUrl: () => string | null,
): TestMode {
  let opened: Promise<TestWorld> | null = null;
  let isStopped = false;
  const world = (): Promise<TestWorld> => {
    if (isStopped) throw new AppError('unavailable', { retryAfterSeconds: 5 });
    opened ??= open(live, place, ownUrl).catch((error: unknown) => {
      opened = null;
      live.logger.error({ err: error }, 'the test world could not start');
      throw new AppError('unavailable', { retryAfterSeconds: 5 });
    });
    return opened;
  };
  const usedWorld = () => (opened !== null || place.isInUse ? world() : null);
  return {
    world,
    usedWorld,
    window: {
      activityOf: async (companyId) => {
        const used = await usedWorld();
        return used && used.database.within(platformScope, (db) => readActivity(db, companyId));
      },
    },
    async enter(who) {
      const { enter, handlers } = await world();
      await enter(who);
      return handlers;
    },
    onRefused: async (actor, refusal) => {
      const { enter, database } = await world();
      if (actor.isStaff || !actor.companyId) return;
      await enter({ companyId: actor.companyId, userId: actor.userId });
      await database.within(platformScope, (db) =>
        audit(db, actor, { ...refusal, result: 'refused' }),
      );
    },
    async stopWaiting() {
      isStopped = true;
      await (await opened?.catch(() => null))?.stopWaiting();
    },
    async stop() {
      await (await opened?.catch(() => null))?.stop();
    },
  };
}

/** The test world knows nobody: people prove in the live one who they are. */
function proveIn({ database, mailer, sealer, passwordCost }: HandlerOptions): Prove {
  const ownPassword = createOwnPasswordService(database, createPasswords(passwordCost), mailer);
  return createProve({ database, ownPassword, sealer, mailer });
}

type OwnParts = Pick<HandlerOptions, 'database' | 'engine' | 'live' | 'logger' | 'mailer'>;

function testHandlers(live: HandlerOptions, own: OwnParts): HandlerTable<typeof contract> {
  const handlers = createHandlers({
    ...live,
    ...own,
    prove: proveIn(live),
    simulatorUrl: null,
    openDemo: null,
    contactEmail: null,
  });
  const payments = disturbPolls(own.database, disturbOrders(own.database, handlers.payments));
  return { ...handlers, payments };
}

async function open(
  live: HandlerOptions,
  place: TestWorldPlace,
  ownUrl: () => string | null,
): Promise<TestWorld> {
  const { ownerUrl, url } = await place.databaseUrls();
  await prepareTestDatabase(ownerUrl);
  const { sealer, webhookAddresses } = live;
  const logger = live.logger.child({ mode: 'test' });
  const database = openDatabase({
    url,
    poolSize,
    statementTimeoutMs: 5_000,
    role: 'sente_app',
    mode: 'test',
    onIdleError: (error) => logger.warn({ err: error }, 'a database connection broke'),
  });
  const mailer = createMailer(sealer, 'none', () => live.mailer.portalUrl(''));
  const callbackBase = () => `${ownUrl() ?? 'http://localhost'}/test`;
  const chosenFor = async ({ transactionId }: { readonly transactionId: string }) =>
    database.within(platformScope, (db) => findDisturbance(db, fromShortId(transactionId)));
  // Only this machine reaches it.
  const simulator = await startSimulator(
    { host: '127.0.0.1', port: 0 },
    { ...place.simulator, callbackBase, chosenFor },
  );
  const settings = { ...simulator.keys, isSimulated: true, callbackBase };
  const engine = createEngine({ database, connectors: openConnectors(settings, sealer), logger });
  const webhooks = { sealer, addresses: webhookAddresses };
  const work = { webhooks, mail: null, logger };
  const lateQuestions = engine.lateQuestions;
  const examiner = createExaminer({ database, engine, ...webhooks, logger }, place.examiner);
  const bulks = createBulkRunner({ database, engine, logger });
  const changes = createLive({ url, database, logger });
  let worker: ReturnType<typeof startWorker> | null = null;
  const running = onOneServer(url, () => {
    engine.runner.start();
    examiner.start();
    bulks.start();
    worker = startWorker({ url, database, ...work, lateQuestions, concurrency: jobsAtOnce });
  });
  return {
    sealer,
    mailer,
    database,
    engine,
    handlers: testHandlers(live, { database, engine, live: changes, logger, mailer }),
    callers: createApiCallers(database, sealer),
    findTill: createFindTill(database),
    enter: createMirror(live.database, database, place.onNewCompany ?? (async () => {})),
    stopWaiting: () => changes.stop(),
    async stop() {
      await running.stop();
      await Promise.all([examiner.stop(), bulks.stop(), engine.runner.stop(), worker?.stop()]);
      await simulator.stop();
      await database.close();
    },
  };
}

/** Keys of test mode are only looked for in the test world, and others only in the live one. */
export function callersOfBoth(live: ApiCallers, test: TestMode | null): ApiCallers {
  const callersFor = async (request: FastifyRequest): Promise<ApiCallers> => {
    if (request.mode === 'live') return live;
    if (!test) throw new AppError('test_mode_off');
    // Without a test world there is no key of it: the live one knows none either, and says so as slowly.
    return (await test.usedWorld())?.callers ?? live;
  };
  return {
    async look(request) {
      // The answer to what cannot be read is of the world that it was meant for, too.
      takeModeOfKey(request, namedChannel(request));
      takeModeOfKey(request, readClaim(request).channelId);
      return (await callersFor(request)).look(request);
    },
    async verify(request, claimed, bodyText) {
      return (await callersFor(request)).verify(request, claimed, bodyText);
    },
    async use(request, claimed) {
      return (await callersFor(request)).use(request, claimed);
    },
  };
}

/** A device is looked for in the world that its cookies name. Without cookies it is nobody's in either. */
export function findTillOfBoth(live: FindTill, test: TestMode | null): FindTill {
  return async (request, needs) => {
    const mode = modeOfDevice(request.headers.cookie);
    if (mode === null && needs === 'device-if-any') return null;
    if (mode === null) throw new AppError('till_unpaired');
    takeMode(request, mode);
    const find = mode === 'live' ? live : (await test?.usedWorld())?.findTill;
    if (!find) throw new AppError('till_unpaired');
    return find(request, needs);
  };
}

/** Nobody is known yet when a device is paired: its code says in which world. */
export function pairingInBoth(
  live: HandlerTable<typeof contract>,
  test: TestMode | null,
): HandlerTable<typeof contract> {
  const { pair } = live.till;
  return {
    ...live,
    till: {
      ...live.till,
      pair: async (call) => {
        // In the live world there is no such code, and it says so.
        const world = modeOfCode(call.body.code) === 'test' ? await test?.usedWorld() : null;
        return (world?.handlers.till.pair ?? pair)(call);
      },
    },
  };
}
