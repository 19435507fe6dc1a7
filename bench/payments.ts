import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Db } from '../api/src/db/database.ts';
import { uuidV7 } from '../api/src/db/uuid.ts';
import { systemAccountsOf } from '../api/src/ledger/system-accounts.ts';
import { createSealer } from '../api/src/security/secrets.ts';
import { alternate, median } from './alternate.ts';
import { benchKey, simulatorSecret } from './app.ts';
import type { Bench } from './bench.ts';
import { askChild, startChild, type Child } from './child.ts';
import { asOwner, vacuum } from './databases.ts';
import type { BenchCaller, PaymentsLoadDone, PaymentsLoadStart } from './payments-load.ts';
import type { PaymentsServerStart, PaymentsServerStarted } from './payments-server.ts';
import { profileOptions, showProfile } from './profile.ts';
import { requireNoViolations } from './proof.ts';
import { rounded, showRates, writeResults } from './results.ts';
import { createMigrated } from './server.ts';
import { createCompanies } from './world.ts';

const companyCount = 200;
const connections = 100;
const database = 'bench_payments';
const warmUpCount = 1_500;

/** Collections: accepted per second, and requested, paid and posted per second. */
export async function measurePayments(bench: Bench): Promise<void> {
  const simulator = await startSimulator();
  try {
    await measureWith(bench, simulator.url);
  } finally {
    simulator.process.kill();
  }
  if (bench.profile) showProfile();
}

async function measureWith(bench: Bench, simulatorUrl: string): Promise<void> {
  const url = await createMigrated(bench.server, database);
  const callers = await asOwner(url, createPaymentCallers);
  await vacuum(url);
  const latencies: PaymentsLoadDone[] = [];
  const run = (networksAt: string | null, work: (port: number) => Promise<number>) => () =>
    atServer(bench, { url, networksAt }, work);
  const { seconds } = bench;
  const load = (port: number) => loadFor(port, { callers, seconds });
  const standings = await alternate(
    { name: 'pgbench TPC-B', run: await bench.pgbench() },
    [
      {
        name: 'collections accepted through HTTP',
        run: run(null, async (port) => {
          const done = await load(port);
          latencies.push(done);
          await forgetDue(url);
          return done.perSecond;
        }),
      },
      {
        name: 'collections settled end to end',
        run: run(simulatorUrl, async (port) => {
          // Until functions are compiled and every connection has its plans.
          await loadFor(port, { callers, seconds, count: warmUpCount });
          await untilAllPaid(url);
          const done = await load(port);
          const loadedAt = performance.now();
          await untilAllPaid(url);
          // Without the time that the load generator takes to start.
          const took = done.seconds + (performance.now() - loadedAt) / 1_000;
          const rate = done.accepted / took;
          await requireNoViolations(url);
          return rate;
        }),
      },
    ],
    bench.rounds,
  );
  showRates(`Payments API, ${companyCount} companies, ${connections} connections`, standings);
  const medianMs = rounded(median(latencies.map((done) => done.medianMs)));
  const p99Ms = rounded(median(latencies.map((done) => done.p99Ms)));
  const refused = latencies.reduce((sum, done) => sum + done.refused, 0);
  console.table([
    {
      what: 'accepted',
      'median ms': medianMs,
      '99 of 100 within ms': p99Ms,
      'refused (503)': refused,
    },
  ]);
  writeResults(bench, 'payments', {
    companyCount,
    connections,
    seconds,
    standings,
    medianMs,
    p99Ms,
  });
  await bench.server.dropDatabase(database);
}

/** The networks in a separate process; every payer approves within a tenth of a second. */
export async function startSimulator(): Promise<{ url: string; process: ChildProcess }> {
  const file = fileURLToPath(new URL('../api/src/programs/simulate.ts', import.meta.url));
  const child = spawn(process.execPath, [file], {
    env: {
      ...process.env,
      SENTE_SIMULATOR_PORT: '0',
      SENTE_SIMULATOR_DELAY_MS: '100',
      SENTE_SIMULATOR_SECRET: simulatorSecret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const url of createInterface({ input: child.stdout })) return { url, process: child };
  throw new Error('The simulator exited before it was running');
}

/**
 * The whole server and, if payments are processed, the simulated networks, as separate processes.
 */
async function atServer(
  bench: Bench,
  start: PaymentsServerStart,
  work: (port: number) => Promise<number>,
): Promise<number> {
  const options = bench.profile ? profileOptions() : [];
  const program: Child = startChild(new URL('./payments-server.ts', import.meta.url), options);
  try {
    const { port } = await askChild<PaymentsServerStarted>(program, start);
    return await work(port);
  } finally {
    await program.stop();
  }
}

export async function loadFor(
  port: number,
  what: Pick<PaymentsLoadStart, 'callers' | 'seconds' | 'count'>,
): Promise<PaymentsLoadDone> {
  const generator = startChild(new URL('./payments-load.ts', import.meta.url));
  const start: PaymentsLoadStart = { port, connections, ...what };
  const done = await askChild<PaymentsLoadDone>(generator, start);
  await generator.stop();
  return done;
}

/** Payments that were only accepted must not be processed by the next round. */
async function forgetDue(url: string): Promise<void> {
  await asOwner(url, (owner) =>
    owner.rows(
      `with forgotten as (delete from open_payments returning payment_id)
       update payments set status = 'ACCEPTED' where id in (select payment_id from forgotten)`,
    ),
  );
}

/** Asks the queue, which is small: counting all payments takes a share of the processor. */
export async function untilAllPaid(url: string): Promise<void> {
  await asOwner(url, async (owner) => {
    const isLeft = () =>
      owner.row<{ is_left: boolean }>('select exists (select from open_payments) as is_left');
    while ((await isLeft())?.is_left) await wait(50);
    const failed = await owner.rows("select from payments where status = 'FAILED' limit 1");
    if (failed.length > 0) throw new Error('A payment failed');
  });
}

export async function createPaymentCallers(owner: Db): Promise<BenchCaller[]> {
  const companies = await createCompanies(owner, companyCount, 1);
  const sealer = createSealer(benchKey);
  const callers: BenchCaller[] = [];
  for (const { id: companyId, settlement } of companies) {
    // The base data has only one of these; the others are created on first use.
    await owner.rows('delete from accounts where id = $1', [settlement]);
    await systemAccountsOf(owner, companyId);
    const id = uuidV7();
    const caller = { channelId: `bench-${id}`, secretKey: `secret of ${id}` };
    const { sealed, keyName } = sealer.seal(caller.secretKey, { id, companyId });
    await owner.rows(
      `insert into company_credentials (id, company_id, channel_id, secret_sealed, key_name)
       values ($1, $2, $3, $4, $5)`,
      [id, companyId, caller.channelId, sealed, keyName],
    );
    callers.push(caller);
  }
  return callers;
}
