import type { Db } from '../api/src/db/database.ts';
import { alternate, median, type Contestant, type Standing } from './alternate.ts';
import type { Bench } from './bench.ts';
import { askChild, startChild } from './child.ts';
import { asOwner, vacuum } from './databases.ts';
import type { LoadDone, LoadStart } from './http-load.ts';
import type { Sender } from './posting-request.ts';
import type { ServerStart, ServerStarted } from './http-server.ts';
import { signInMember } from './people.ts';
import { profileOptions, showProfile } from './profile.ts';
import { requireNoViolations } from './proof.ts';
import { rounded, showRates, writeResults } from './results.ts';
import { createMigrated } from './server.ts';
import { createCompanies, hotOf, type BenchCompany } from './world.ts';

const companyCount = 200;
const accountsEach = 100;
const connections = 100;

/** From the request to the complete answer, as seen by the load generator; one value per round. */
interface Latency {
  readonly spread: string;
  readonly medianMs: number[];
  readonly p99Ms: number[];
}

/** Sign-in, access, validation, ledger, reply. Server and load are processes on the same cores. */
export async function measureHttpPosting(bench: Bench): Promise<void> {
  const url = await createMigrated(bench.server, 'bench_http');
  const companies = await asOwner(url, (owner) =>
    createCompanies(owner, companyCount, accountsEach),
  );
  const program = startChild(
    new URL('./http-server.ts', import.meta.url),
    bench.profile ? profileOptions() : [],
  );
  try {
    const start: ServerStart = { url, settlements: settlementsOf(companies) };
    const { port } = await askChild<ServerStarted>(program, start);
    await measureAt(bench, url, port, companies);
  } finally {
    await program.stop();
  }
  await bench.server.dropDatabase('bench_http');
  if (bench.profile) showProfile();
}

async function measureAt(
  bench: Bench,
  url: string,
  port: number,
  companies: readonly BenchCompany[],
): Promise<void> {
  const hot = companies.flatMap(() => hotOf(companies));
  const loads = await asOwner(url, async (owner) => [
    {
      spread: `uniform over ${companyCount} companies`,
      senders: await signInAll(owner, companies),
    },
    { spread: 'one hot account', senders: await signInAll(owner, hot) },
  ]);
  await vacuum(url);
  const latencies = loads.map(({ spread }): Latency => ({ spread, medianMs: [], p99Ms: [] }));
  const standings = await alternate(
    { name: 'pgbench TPC-B', run: await bench.pgbench() },
    loads.map(({ spread, senders }, index) => {
      const load: LoadStart = { port, connections, seconds: bench.seconds, senders };
      return httpContestant(`HTTP, ${spread}`, url, load, (done) => {
        latencies[index]?.medianMs.push(done.medianMs);
        latencies[index]?.p99Ms.push(done.p99Ms);
      });
    }),
    bench.rounds,
  );
  show(standings, latencies);
  const { seconds } = bench;
  writeResults(bench, 'http-posting', { companyCount, connections, seconds, standings, latencies });
}

function httpContestant(
  name: string,
  url: string,
  load: LoadStart,
  keep: (done: LoadDone) => void,
): Contestant {
  return {
    name,
    run: async () => {
      const generator = startChild(new URL('./http-load.ts', import.meta.url));
      const done = await askChild<LoadDone>(generator, load);
      await generator.stop();
      keep(done);
      await requireNoViolations(url);
      return done.perSecond;
    },
  };
}

/** One signed-in user per given company, with permission to post to its accounts. */
async function signInAll(owner: Db, companies: readonly BenchCompany[]): Promise<Sender[]> {
  const senders: Sender[] = [];
  for (const { id, accounts } of companies) {
    senders.push({ token: await signInMember(owner, id), companyId: id, accounts });
  }
  return senders;
}

function settlementsOf(companies: readonly BenchCompany[]): ServerStart['settlements'] {
  return Object.fromEntries(companies.map(({ id, settlement }) => [id, settlement]));
}

function show(standings: readonly Standing[], latencies: readonly Latency[]): void {
  showRates(`Posting through HTTP, signed in and validated, ${connections} connections`, standings);
  console.table(
    latencies.map(({ spread, medianMs, p99Ms }) => ({
      what: spread,
      'median ms': rounded(median(medianMs)),
      '99 of 100 within ms': rounded(median(p99Ms)),
    })),
  );
}
