import { kampalaDay } from '@sente/contract/kampala';
import { openDatabase, type Database } from '../src/db/database.ts';
import { StartError } from '../src/db/embedded/start-error.ts';
import { postAll } from '../src/ledger/posting.queries.ts';
import type { Posting } from '../src/ledger/posting.ts';
import { createChance, type Chance } from './chance.ts';
import { createLargeWorld, type LargeCompany } from './large-world.ts';
import { incoming, initialDeposit, outgoing } from './stories.ts';

export interface LargeHistory {
  readonly transactions: number;
  /** Created first; the transactions are theirs alone. */
  readonly companies: number;
  readonly accounts: number;
  /** How many days it covers. */
  readonly days: number;
}

export interface LargeHistoryFacts {
  /** The first few, one per connection, have half of all transactions. */
  readonly companyIds: readonly string[];
  /** A user of the first one. */
  readonly email: string;
  readonly seconds: number;
}

interface Period {
  readonly startMs: number;
  readonly endMs: number;
}

const dayMs = 86_400_000;
const perCall = 256;
/** More than there are cores, so that one prepares while another waits for the disk. */
const connections = 4;
const reportEveryMs = 5_000;

/**
 * Companies and accounts with a long history, posted through the ledger, each call in its own
 * commit. Another run adds the same amount.
 */
export async function addLargeHistory(
  url: string,
  wanted: LargeHistory,
  say: (line: string) => void,
): Promise<LargeHistoryFacts> {
  const options = { url, statementTimeoutMs: 600_000, onIdleError: () => {} };
  const owner = openDatabase({ ...options, poolSize: 1, role: null });
  const database = openDatabase({ ...options, poolSize: connections, role: 'sente_app' });
  try {
    const endMs = Date.now();
    const period = { startMs: endMs - wanted.days * dayMs, endMs };
    if (wanted.transactions > 0) await requireOpenDays(owner, period.startMs);
    const began = performance.now();
    const world = await createLargeWorld(owner, wanted, new Date(period.startMs - dayMs));
    say(`Added ${amount(wanted.companies)} companies and ${amount(wanted.accounts)} accounts.`);
    await postInLanes(database, world.companies, wanted.transactions, period, say);
    // Vacuum first, so that the next measurement does not include it.
    await owner.unscoped.rows('vacuum (analyze)');
    return {
      companyIds: world.companies.map(({ id }) => id),
      email: world.email,
      seconds: (performance.now() - began) / 1_000,
    };
  } finally {
    await database.close();
    await owner.close();
  }
}

/** Before anything is made: in the middle the database would refuse it. */
async function requireOpenDays(owner: Database, startMs: number): Promise<void> {
  const row = await owner.unscoped.row<{ last: string | null }>(
    'select max(day)::text as last from closed_days',
  );
  const last = row?.last ?? null;
  if (last === null || last < kampalaDay(startMs)) return;
  throw new StartError(
    `The days up to ${last} are closed, and nothing is booked into them: choose fewer --days, or start over with npm run reset.`,
  );
}

/** Companies never share an account, so each connection has its own companies. */
async function postInLanes(
  database: Database,
  companies: readonly LargeCompany[],
  transactions: number,
  period: Period,
  say: (line: string) => void,
): Promise<void> {
  const inUse = companies.filter(({ accounts }) => accounts.length > 0);
  const count = Math.min(connections, inUse.length);
  const report = createReport(transactions, say);
  const lanes = Array.from({ length: count }, async (_, lane) => {
    const mine = inUse.filter((_company, index) => index % count === lane);
    const share = Math.floor((transactions + lane) / count);
    const next = createPostings(mine, share, period, createChance(lane));
    for (let posted = 0; posted < share; posted += perCall) {
      const batch = Array.from({ length: Math.min(perCall, share - posted) }, next);
      await postAll(database.unscoped, batch);
      report(batch.length);
    }
  });
  await Promise.all(lanes);
}

/**
 * In time order, with the last one now, so that today has some at any hour. At least half belong to
 * the first company.
 */
function createPostings(
  companies: readonly LargeCompany[],
  count: number,
  { startMs, endMs }: Period,
  chance: Chance,
): () => Posting {
  const stepMs = (endMs - startMs) / Math.max(1, count - 1);
  const opened = new Set<string>();
  let made = 0;
  return () => {
    const index = chance.next() < 0.5 ? 0 : chance.between(0, companies.length - 1);
    const company = companies[index];
    const accountId = company?.accounts[chance.between(0, company.accounts.length - 1)];
    if (!company || accountId === undefined) throw new Error('A company without an account');
    const at = new Date(startMs + Math.floor(made++ * stepMs));
    const isNew = !opened.has(accountId);
    opened.add(accountId);
    return { ...postingOf(company, accountId, isNew, chance), key: `history-${made}`, at };
  };
}

/**
 * An opening deposit, then slightly more credits than debits; one in a hundred exceeds the balance.
 */
function postingOf(
  company: LargeCompany,
  accountId: string,
  isNew: boolean,
  chance: Chance,
): Omit<Posting, 'key' | 'at'> {
  const isIncoming = isNew || chance.next() < 0.55;
  const { via, ...story } = storyOf(isNew, isIncoming, chance);
  const usual = BigInt(chance.between(1, 400)) * 50_000n;
  const size = isNew ? 100_000_000n : isIncoming || chance.next() > 0.02 ? usual : usual * 100_000n;
  const moved = isIncoming ? size : -size;
  const { settlement, clearing } = company.otherSide;
  return {
    ...story,
    companyId: company.id,
    accountId,
    type: isIncoming ? 'credit' : 'debit',
    amount: size,
    legs: [
      { accountId: clearing.get(via) ?? settlement, amount: -moved },
      { accountId, amount: moved },
    ],
  };
}

function storyOf(isNew: boolean, isIncoming: boolean, chance: Chance) {
  if (isNew) return initialDeposit;
  return isIncoming ? incoming(chance) : outgoing(chance);
}

/** Prints a line every few seconds. */
function createReport(total: number, say: (line: string) => void): (more: number) => void {
  const began = performance.now();
  let done = 0;
  let lastReport = began;
  return (more) => {
    done += more;
    const now = performance.now();
    if (done < total && now - lastReport < reportEveryMs) return;
    lastReport = now;
    const perSecond = Math.round((done * 1_000) / (now - began));
    say(`  ${amount(done)} of ${amount(total)} transactions, ${amount(perSecond)} a second`);
  };
}

function amount(count: number): string {
  return count.toLocaleString('en-US');
}
