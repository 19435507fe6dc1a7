import type { Bench } from './bench.ts';
import { askChild, startChild } from './child.ts';
import { asOwner, vacuum } from './databases.ts';
import { measureStages } from './payment-stages.ts';
import type { BenchCaller } from './payments-load.ts';
import type { PaymentsServerStart, PaymentsServerStarted } from './payments-server.ts';
import { createPaymentCallers, loadFor, startSimulator, untilAllPaid } from './payments.ts';
import { familyMs, parentOf, processMs } from './processor-time.ts';
import { profileOptions, showProfile } from './profile.ts';
import { requireNoViolations } from './proof.ts';
import { rounded, writeResults } from './results.ts';
import { createMigrated } from './server.ts';
import { forgetStatements, showStatements } from './statement-counts.ts';

const database = 'bench_payment_costs';

type Process = 'postgres' | 'server' | 'simulator' | 'load';
/** Milliseconds of processor time. */
type Times = Readonly<Record<Process, number>>;

/** What a payment costs: says nearly the same on a busy machine, on which no rate means anything. Needs Linux. */
export async function measurePaymentCosts(bench: Bench): Promise<void> {
  const url = await createMigrated(bench.server, database);
  const callers = await asOwner(url, createPaymentCallers);
  await vacuum(url);
  const count = bench.quick ? 1_000 : 3_000;
  const rounds = await settleByProcess(bench, url, { callers, count });
  console.log('\nMilliseconds of processor time for each payment, from the order to its end');
  console.table(rounds);
  await requireNoViolations(url);
  const stages = await measureStages(bench, url);
  writeResults(bench, 'payment-costs', { count, rounds, stages });
  if (bench.profile) showProfile();
  await bench.server.dropDatabase(database);
}

async function settleByProcess(
  bench: Bench,
  url: string,
  { callers, count }: { callers: readonly BenchCaller[]; count: number },
): Promise<object[]> {
  const simulator = await startSimulator();
  const options = bench.profile ? profileOptions() : [];
  const server = startChild(new URL('./payments-server.ts', import.meta.url), options);
  try {
    const start: PaymentsServerStart = { url, networksAt: simulator.url };
    const { port } = await askChild<PaymentsServerStarted>(server, start);
    const postmaster = await postmasterOf(url);
    const used = (load: number): Times => ({
      postgres: familyMs(postmaster),
      server: processMs(server.process.pid ?? 0),
      simulator: processMs(simulator.process.pid ?? 0),
      load,
    });
    const measure = async (name: string, payments: number): Promise<object> => {
      const before = used(0);
      const load = await loadFor(port, { callers, seconds: 0, count: payments });
      await untilAllPaid(url);
      return { name, ...perPayment(before, used(load.processorMs), payments) };
    };
    // Until functions are compiled and every connection has its plans.
    const rounds = [await measure('after the start', count / 2)];
    if (bench.profile) await forgetStatements(url);
    for (let round = 1; round <= bench.rounds; round++) {
      rounds.push(await measure(`round ${round}`, count));
    }
    if (bench.profile) await showStatements(url, count * bench.rounds);
    return rounds;
  } finally {
    await server.stop();
    simulator.process.kill();
  }
}

function perPayment(before: Times, after: Times, payments: number): object {
  const each = (name: Process): number => rounded((after[name] - before[name]) / payments);
  const times = {
    postgres: each('postgres'),
    server: each('server'),
    simulator: each('simulator'),
    load: each('load'),
  };
  return { ...times, all: rounded(Object.values(times).reduce((sum, time) => sum + time)) };
}

/** The parent of all processes of PostgreSQL. */
async function postmasterOf(url: string): Promise<number> {
  return asOwner(url, async (owner) => {
    const row = await owner.row<{ pid: number }>('select pg_backend_pid() as pid');
    return parentOf(row?.pid ?? 0);
  });
}
