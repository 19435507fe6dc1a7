import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { demoPassword, demoPeople, demoSignIns } from '../../demo/sign-ins.ts';
import { createDayProofsService } from '../accounting/day-proofs.service.ts';
import { buildApp } from '../app.ts';
import { startBulkRunner } from '../bulk-payouts/bulk-runner.ts';
import { startDatabaseServer } from './database-server.ts';
import { clockAheadMs, isClockOff, onClockChange } from '../db/clock.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { keepArchiveSmall } from '../db/embedded/archive.ts';
import { forwardTo } from '../db/embedded/server-log.ts';
import { StartError } from '../db/embedded/start-error.ts';
import { latestMigration } from '../db/migrate.ts';
import { withReplica } from '../db/replica.ts';
import { readEnv, type Env } from '../env.ts';
import { ensureFirstData, type DatabaseFacts } from './first-data.ts';
import type { Readiness } from '../http/health.ts';
import { createLogger } from '../http/logger.ts';
import { startWorker } from '../jobs/worker.ts';
import { createLive } from '../live/live.ts';
import { findDayViolations } from '../accounting/check-days.ts';
import { watchLedger } from '../ledger/watch.ts';
import { runProgram, say } from './program.ts';
import { publicDemoNotice } from './public-demo.ts';
import { startWatcher } from './start-watcher.ts';
import { announceMail, startMail } from './start-mail.ts';
import { startNetworks, type StartedNetworks } from './start-networks.ts';
import { findTestWorld } from './test-world-place.ts';
import { createEngine } from '../payments/engine.ts';
import { keepAuditChain } from '../security/audit-chain.ts';
import { watchClearCodes } from '../product-codes/sealing.ts';
import { openSealer } from '../security/credential-key.ts';
import { watchFormerKeys } from '../security/resealing.ts';
import type { Sealer } from '../security/secrets.ts';
import { resolveBySystem, type AddressRules } from '../webhooks/target.ts';

/** A stop that takes longer, after its wait, is aborted; PostgreSQL recovers without loss. */
const stopWithinMs = 15_000;
const drainWithinMs = 8_000;

// The reader of our output may close first (a terminal, a pipe); that must not crash the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

await runProgram('Sente could not start.', () => start(readEnv(process.env)));

function endWithDatabase(server: Awaited<ReturnType<typeof startDatabaseServer>>): void {
  server.onExit((lastWords) => {
    process.stderr.write(`\nThe database stopped by itself. Start Sente again.\n${lastWords}\n`);
    process.exit(1);
  });
}

async function start(env: Env): Promise<void> {
  await refuseTakenPort(env);
  const logger = createLogger(env.logLevel);
  logClockChanges(logger);
  const server = await startDatabaseServer(env, say, forwardTo(logger));
  const readiness: Readiness = { stopping: false };
  try {
    const sealer = openSealer(env, say);
    const facts = await ensureFirstData(server.ownerUrl, env, say);
    const notice = publicDemoNotice(env, facts);
    const openOwn = (poolSize: number) => openPool(server.url, poolSize, logger);
    const database = await addReplica(openOwn(env.poolSize), env, logger);
    const mail = startMail(env, database, sealer, facts.demo);
    const networks = await startNetworks(env, sealer, mail.serveMailbox);
    const { connectors, simulatorUrl } = networks;
    const mailer = mail.mailerWith(simulatorUrl, () => app.listeningOrigin);
    const engine = createEngine({ database, connectors, logger });
    const webhookAddresses = addressRulesOf(env);
    const app = await buildApp({
      ...env,
      database,
      logger,
      readiness,
      sealer,
      engine,
      simulatorUrl,
      openDemo: facts.demo ? demoPeople : null,
      mailer,
      webhookAddresses,
      ...operatingOf(env, openOwn),
      live: createLive({ url: server.url, database, logger }),
      testWorld: await findTestWorld(server.ownerUrl, env, say, facts.demo),
    });
    const work = {
      webhooks: { sealer, addresses: webhookAddresses },
      mail: mail.sendingWith(mailer),
      lateQuestions: engine.lateQuestions,
      dayProofs: createDayProofsService({ database, sealer, mailer, logger }),
    };
    const statements = { dir: env.statementsDir, layouts: env.statementLayouts, connectors };
    const worker = startWorker({ ...env, url: server.url, database, logger, ...work, statements });
    readiness.isWorkerRunning = () => worker.isRunning();
    const address = await listen(env, (options) => app.listen(options));
    networks.listensAt(app.listeningOrigin);
    engine.runner.start();
    const bulks = startBulkRunner({ database, engine, logger });
    // On its own connection, which is not awaited at the end: a check may take minutes.
    const watch = watchLedger(openOwn(1), env.verifyEveryMs, logger, findDayViolations);
    const keepers = startKeepers(database, sealer, logger, env);
    const watcher = env.watcher ? startWatcher(logger) : null;
    stopOnSignals(env.stopWaitMs, async (waitMs) => {
      readiness.stopping = true;
      // The load balancer still sends requests until it has asked for readiness again.
      await sleep(waitMs);
      watch.stop();
      // A request that never ends must not hold up the rest.
      setTimeout(() => app.server.closeAllConnections(), drainWithinMs).unref();
      const ending = [worker.stop(), engine.runner.stop(), keepers.stop(), watcher?.stop()];
      await Promise.all([app.close(), bulks.stop(), ...ending]);
      await networks.stop();
      await database.close();
      await server.stop();
    });
    endWithDatabase(server);
    announce(address, facts, notice);
    announceNetworks(networks);
    announceMail(mailer, simulatorUrl);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** What is sealed, chained and compressed while the server runs. */
function startKeepers(
  database: Database,
  sealer: Sealer,
  logger: Logger,
  { databaseUrl, archive, dataDir }: Env,
) {
  const auditChain = keepAuditChain(database, logger);
  const formerKeys = watchFormerKeys(database, sealer, logger);
  const clearCodes = watchClearCodes(database, sealer, logger);
  const segments = databaseUrl === null && archive && keepArchiveSmall(archive, dataDir, logger);
  const stop = async (): Promise<void> => {
    auditChain.stop();
    formerKeys.stop();
    await Promise.all([clearCodes.stop(), segments && segments.stop()]);
  };
  return { stop };
}

function addressRulesOf({ webhooksPrivate, webhookHosts }: Env): AddressRules {
  return { allowPrivate: webhooksPrivate, hosts: webhookHosts, resolve: resolveBySystem };
}

function logClockChanges(logger: Logger): void {
  onClockChange(() => {
    const about = { aheadSeconds: clockAheadMs() / 1000 };
    if (isClockOff()) logger.warn(about, 'the clock differs from that of the database');
    else logger.info(about, 'the clock agrees with that of the database again');
  });
}

/** How much it takes on, and what operators look at. */
function operatingOf({ databaseUrl, dataDir, archive }: Env, open: (poolSize: number) => Database) {
  // Of another machine's disks the database itself has to tell.
  const disks = databaseUrl === null && { data: dataDir, ...(archive && { archive: archive.dir }) };
  return {
    requestsPerMinute: 3_000,
    busyAfterMs: 1_000,
    forOperators: open(2),
    disks: disks || {},
  };
}

async function addReplica(
  database: Database,
  { read, poolSize }: Env,
  logger: Logger,
): Promise<Database> {
  if (!read) return database;
  const open = (size: number) => openPool(read.url, size, logger, true);
  return withReplica(database, { ...read, open, poolSize, version: await latestMigration() });
}

function openPool(url: string, poolSize: number, logger: Logger, isReplica = false): Database {
  return openDatabase({
    url,
    poolSize,
    isReplica,
    statementTimeoutMs: 5_000,
    role: 'sente_app',
    onIdleError: (error) => logger.warn({ err: error }, 'a database connection broke'),
  });
}

type Address = { host: string; port: number };

/** Checked before the database starts, so that the error appears at once. */
async function refuseTakenPort({ host, port }: Env): Promise<void> {
  const probe = createServer();
  const listening = once(probe, 'listening');
  probe.listen({ host, port });
  await listening.catch((error: unknown) => {
    throw explainListenError(error, { host, port });
  });
  probe.close();
  await once(probe, 'close');
}

async function listen(env: Env, bind: (address: Address) => Promise<string>): Promise<string> {
  try {
    const address = new URL(await bind({ host: env.host, port: env.port }));
    if (env.webPort !== env.port) return `http://localhost:${env.webPort}`;
    // Prefer the name over the IP address.
    if (env.host === 'localhost') address.hostname = 'localhost';
    return address.origin;
  } catch (error) {
    throw explainListenError(error, env);
  }
}

function explainListenError(error: unknown, { host, port }: Address): unknown {
  const { code } = error as { code?: string };
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is already in use. Stop the other program, or set PORT to another number.`,
    );
  }
  if (code === 'EACCES' || code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return new StartError(
      `Sente may not listen on ${host}:${port} (${code}). Set HOST and PORT to others.`,
    );
  }
  return error;
}

function stopOnSignals(usualWaitMs: number, stop: (waitMs: number) => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    // Ctrl-C comes from a person, who waits for it.
    const waitMs = signal === 'SIGTERM' ? usualWaitMs : 0;
    say(waitMs > 0 ? `Stopping in ${waitMs / 1000} s ...` : 'Stopping ...');
    setTimeout(() => process.exit(1), waitMs + stopWithinMs).unref();
    stop(waitMs).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

function announce(address: string, facts: DatabaseFacts, notice: string | null): void {
  say(
    `\nSente is running at ${address}\n  Documentation: ${address}/docs\n  API page: ${address}/api/docs`,
  );
  if (!facts.demo) return;
  if (notice) say(`\n${notice}`);
  say(`\nDemo sign-ins, all with the password ${demoPassword}`);
  for (const { email, is } of demoSignIns) say(`  ${email.padEnd(28)} ${is}`);
}

/** Printed last, because people who try out payments need it first. */
function announceNetworks({ simulatorUrl, connectors }: StartedNetworks): void {
  if (simulatorUrl) {
    say(`\nNo mobile-money network is configured; a simulator stands in for MTN and Airtel.`);
    say(`  Its phones, and the numbers for each outcome: ${simulatorUrl}`);
  } else if (connectors.length === 0) {
    say('\nNo mobile-money network is configured: payments are refused.');
    say('  Set the keys of MTN or Airtel, or SENTE_SIMULATOR_PORT for a simulator.');
  }
}
