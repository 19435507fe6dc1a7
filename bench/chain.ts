import { alternate, type Contestant, type Standing } from './alternate.ts';
import type { Bench } from './bench.ts';
import { asOwner, asRequests, vacuum } from './databases.ts';
import { postingRate } from './posting.ts';
import { requireNoViolations } from './proof.ts';
import { rounded, writeResults } from './results.ts';
import { createMigrated } from './server.ts';
import { createCompanies, hotOf, type BenchCompany } from './world.ts';

const callers = 1_024;

/** The cost of the chain of hashes: posting with it, and with nothing but the check that entries balance. */
export async function measureChain(bench: Bench): Promise<void> {
  const chained = await createSide(bench, 'bench_chained');
  const plain = await createSide(bench, 'bench_unchained');
  await unchain(plain.url);
  const uniform = await compare(bench, plain, chained, (companies) => companies);
  const hot = await compare(bench, plain, chained, hotOf);
  await bench.server.dropDatabase('bench_chained');
  await bench.server.dropDatabase('bench_unchained');
  console.log('\nPosting with the chain of hashes against without it');
  console.table([
    { what: `uniform, ${callers} callers`, ...sides(uniform) },
    { what: `one hot account, ${callers} callers`, ...sides(hot) },
  ]);
  writeResults(bench, 'chain', { callers, uniform, hot });
}

interface Side {
  readonly url: string;
  readonly companies: readonly BenchCompany[];
}

async function createSide(bench: Bench, name: string): Promise<Side> {
  const url = await createMigrated(bench.server, name);
  const companies = await asOwner(url, (owner) => createCompanies(owner, 1_000, 100));
  await vacuum(url);
  return { url, companies };
}

/** Hashes nothing: the functions of the chain return constants. */
async function unchain(url: string): Promise<void> {
  await asOwner(url, async (owner) => {
    for (const [name, value] of [
      ['ledger_leg', "''"],
      ['ledger_link', 'null'],
    ]) {
      const row = await owner.row<{ header: string }>(
        `select format('%I(%s)', proname, pg_get_function_arguments(oid)) as header
         from pg_proc where proname = $1`,
        [name],
      );
      await owner.rows(
        `create or replace function ${row?.header} returns bytea language sql stable
         return ${value}::bytea`,
      );
    }
  });
}

async function compare(
  bench: Bench,
  plain: Side,
  chained: Side,
  choose: (companies: readonly BenchCompany[]) => readonly BenchCompany[],
): Promise<Standing[]> {
  const contestant = (name: string, { url, companies }: Side): Contestant => ({
    name,
    run: () =>
      asRequests(url, (database) =>
        postingRate(database, choose(companies), { callers, seconds: bench.seconds }),
      ),
  });
  const standings = await alternate(
    contestant('without the chain', plain),
    [contestant('with the chain', chained)],
    bench.rounds,
  );
  await requireNoViolations(chained.url);
  return standings;
}

function sides([without, withIt]: readonly Standing[]) {
  return {
    'per second without': Math.round(without?.perSecond ?? Number.NaN),
    'per second with': Math.round(withIt?.perSecond ?? Number.NaN),
    'with over without': rounded(withIt?.ratio ?? Number.NaN),
  };
}
