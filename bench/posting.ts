import type { Database } from '../api/src/db/database.ts';
import { uuidV7 } from '../api/src/db/uuid.ts';
import { createLedger } from '../api/src/ledger/ledger.ts';
import { alternate, type Contestant } from './alternate.ts';
import type { Bench } from './bench.ts';
import { BenchError } from './bench-error.ts';
import { pick, rateOf } from './callers.ts';
import { asOwner, asRequests, vacuum } from './databases.ts';
import { plainContestants } from './plain-posting.ts';
import { requireNoViolations } from './proof.ts';
import { showRates, writeResults } from './results.ts';
import { createMigrated } from './server.ts';
import { createCompanies, hotOf, type BenchCompany } from './world.ts';

const companyCount = 1_000;
const accountsEach = 100;
const manyCallers = 1_024;
const fewCallers = 64;

/**
 * Posting within one process, with every guarantee: keys, minimum balances, balanced entries,
 * figures, fsync.
 */
export async function measurePosting(bench: Bench): Promise<void> {
  const { server, seconds } = bench;
  const url = await createMigrated(server, 'bench_posting');
  const companies = await asOwner(url, (owner) =>
    createCompanies(owner, companyCount, accountsEach),
  );
  const plain = await plainContestants(url, companies, seconds);
  await vacuum(url);
  const standings = await alternate(
    { name: 'pgbench TPC-B', run: await bench.pgbench() },
    [
      ...[manyCallers, fewCallers].flatMap((callers) => [
        ledgerContestant(url, 'uniform', companies, { callers, seconds }),
        ledgerContestant(url, 'one hot account', hotOf(companies), { callers, seconds }),
      ]),
      ...plain,
    ],
    bench.rounds,
  );
  await server.dropDatabase('bench_posting');
  showRates(
    `Posting in process; uniform is over ${companyCount} companies with ${accountsEach} accounts each`,
    standings,
  );
  writeResults(bench, 'posting', { companyCount, accountsEach, seconds, standings });
}

function ledgerContestant(
  url: string,
  spread: string,
  companies: readonly BenchCompany[],
  load: { callers: number; seconds: number },
): Contestant {
  return {
    name: `ledger, ${spread}, ${load.callers} callers`,
    run: async () => {
      const rate = await asRequests(url, (database) => postingRate(database, companies, load));
      await requireNoViolations(url);
      return rate;
    },
  };
}

/** Every posting has its own key and two legs. */
export function postingRate(
  database: Database,
  companies: readonly BenchCompany[],
  load: { callers: number; seconds: number },
): Promise<number> {
  const ledger = createLedger(database);
  return rateOf(async () => {
    const company = pick(companies);
    const accountId = pick(company.accounts);
    const amount = 100_00n;
    const outcome = await ledger.post({
      companyId: company.id,
      accountId,
      type: 'credit',
      amount,
      legs: [
        { accountId: company.settlement, amount: -amount },
        { accountId, amount },
      ],
      kind: 'deposit',
      key: uuidV7(),
      reference: 'BENCH-1',
      description: 'Deposit of the day',
    });
    if (outcome.status !== 'completed' || outcome.replayed) {
      throw new BenchError(`A posting was not made: ${JSON.stringify(outcome)}`);
    }
  }, load);
}
