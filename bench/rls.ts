import { alternate, type Contestant, type Standing } from './alternate.ts';
import type { Bench } from './bench.ts';
import { rateOf } from './callers.ts';
import { asOwner, asRequests, vacuum } from './databases.ts';
import { openHistory } from './history.ts';
import { postingRate } from './posting.ts';
import { requireNoViolations } from './proof.ts';
import { withReadings } from './reading.ts';
import { rounded, writeResults } from './results.ts';
import { createOrdinarilyOwned } from './server.ts';
import { createCompanies } from './world.ts';

const historySize = 1_000_000;
const callers = 1_024;

/** The cost of row-level security: each call with and without it, alternating. */
export async function measureRowLevelSecurity(bench: Bench): Promise<void> {
  const posting = await comparePosting(bench);
  const page = await comparePage(bench);
  const rows = [
    { what: `posting, uniform, ${callers} callers`, ...sides(posting) },
    { what: `10-row page out of ${historySize} transactions`, ...sides(page) },
  ];
  console.log('\nRow-level security on against off');
  console.table(rows);
  writeResults(bench, 'rls', { historySize, callers, posting, page });
}

async function comparePosting(bench: Bench): Promise<Standing[]> {
  const url = await createOrdinarilyOwned(bench.server, 'bench_rls');
  const companies = await asOwner(url, (owner) => createCompanies(owner, 1_000, 100));
  await vacuum(url);
  const standings = await compare(bench, url, async () => {
    const load = { callers, seconds: bench.seconds };
    const rate = await asRequests(url, (database) => postingRate(database, companies, load));
    await requireNoViolations(url);
    return rate;
  });
  await bench.server.dropDatabase('bench_rls');
  return standings;
}

async function comparePage(bench: Bench): Promise<Standing[]> {
  const history = await openHistory(bench, historySize);
  const url = await bench.server.createDatabase('bench_rls', history.database);
  const standings = await withReadings({ ...history, url }, (readings) =>
    compare(bench, url, () =>
      rateOf(async () => readings[0]?.call(), { callers: 1, seconds: bench.seconds }),
    ),
  );
  await bench.server.dropDatabase('bench_rls');
  return standings;
}

function compare(bench: Bench, url: string, run: () => Promise<number>): Promise<Standing[]> {
  const [off, on] = (['off', 'on'] as const).map((state): Contestant => ({
    name: `row-level security ${state}`,
    run: async () => {
      await switchPolicies(url, state);
      return run();
    },
  }));
  if (!off || !on) throw new Error('Two sides');
  return alternate(off, [on], bench.rounds);
}

async function switchPolicies(url: string, state: 'on' | 'off'): Promise<void> {
  const words = state === 'on' ? ['enable', 'force'] : ['disable', 'no force'];
  await asOwner(url, async (owner) => {
    const tables = await owner.rows<{ name: string }>(
      'select distinct polrelid::regclass::text as name from pg_policy',
    );
    for (const { name } of tables) {
      for (const word of words) await owner.rows(`alter table ${name} ${word} row level security`);
    }
  });
}

function sides([off, on]: readonly Standing[]) {
  return {
    'per second off': Math.round(off?.perSecond ?? Number.NaN),
    'per second on': Math.round(on?.perSecond ?? Number.NaN),
    'on over off': rounded(on?.ratio ?? Number.NaN),
  };
}
