import type { Logger } from 'pino';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Connector, NetworkFloat } from '../payments/networks/connector.ts';
import { keepCall, readBooks, type CallRow } from './float-calls.queries.ts';
import { readNetworks } from './float.ts';
import { lockReconciliation, tellFloats } from './run-matching.ts';

/** Asks each network for its float, and keeps the answer with what explains it. Staff are told of what nothing explains. */
export async function readFloatCalls(
  database: Database,
  connectors: readonly Connector[],
  logger: Logger,
): Promise<void> {
  for (const connector of connectors) {
    const { network } = connector;
    // Before the call: what is under way now may be in the answer or not, and all that is booked now is.
    const books = await database.within(platformScope, (db) => explain(db, network));
    const amount = sumOf(await connector.floats());
    if (amount === null) {
      logger.info({ network }, 'a network did not tell its float');
      continue;
    }
    const unexplained = books.explained === null ? null : unexplainedOf(amount, books);
    await database.within(platformScope, (db) =>
      keepCall(db, {
        network,
        amount: String(amount),
        explained: books.explained === null ? null : String(books.explained),
        under_way_in: String(books.in),
        under_way_out: String(books.out),
        unexplained: unexplained === null ? null : String(unexplained),
        ...books.parts,
      }),
    );
  }
  await database.within(platformScope, tellFloats);
}

/** Hundredths of UGX. */
interface Explained {
  readonly explained: bigint | null;
  readonly in: bigint;
  readonly out: bigint;
  readonly parts: Pick<CallRow, 'ledger' | 'opening' | 'not_booked' | 'open_cases'>;
}

async function explain(db: Db, network: Connector['network']): Promise<Explained> {
  // What is matched meanwhile would be in one sum and not in the other.
  await lockReconciliation(db);
  const floats = (await readNetworks(db)).get(network);
  const books = await readBooks(db, network);
  const ledger = BigInt(books.ledger);
  const since = floats?.sinceLedger() ?? null;
  return {
    explained: since && ledger + since.opening + since.notBooked + since.cases,
    in: BigInt(books.under_way_in),
    out: BigInt(books.under_way_out),
    parts: {
      ledger: since && String(ledger),
      opening: since && String(since.opening),
      not_booked: since && String(since.notBooked),
      open_cases: since && String(since.cases),
    },
  };
}

/** Null unless all wallets are told. */
function sumOf(floats: readonly NetworkFloat[]): bigint | null {
  if (floats.length === 0) return null;
  return floats.reduce<bigint | null>(
    (sum, { amount }) => (sum === null || amount === null ? null : sum + amount),
    0n,
  );
}

/** What is left of the difference after the network moved as much of what is under way as helps. */
function unexplainedOf(amount: bigint, books: Explained): bigint {
  const difference = amount - (books.explained ?? 0n);
  if (difference > 0n) return difference > books.in ? difference - books.in : 0n;
  return -difference > books.out ? difference + books.out : 0n;
}
