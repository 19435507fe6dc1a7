import type { accounts } from '@sente/contract/accounts';
import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import { fromHundredths, toHundredths } from '@sente/contract/money';
import type { Movement, MovementTotals } from '@sente/contract/movements';
import { phoneDigits } from '@sente/contract/phone';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { notFound } from '../http/app-error.ts';
import { openRangeOf } from '../http/day-range.ts';
import {
  listMovements,
  sumMovements,
  type EntrySpan,
  type MovementNarrowing,
  type MovementRow,
} from './movements.queries.ts';
import {
  balanceAfter,
  findStatementAccount,
  firstEntryAt,
  type StatementAccount,
} from './statement.queries.ts';

export type MovementListQuery = QueryOf<typeof accounts.movements>;
export type MovementTotalsQuery = QueryOf<typeof accounts.movementTotals>;
export interface MovementList {
  data: Movement[];
  meta: MetaOf<typeof accounts.movements>;
}

/**
 * The most entries that one call looks through: no index has their kind, and 20,000 are read in a few tens
 * of milliseconds.
 */
const mostWalked = 20_000;
/** Looked through first: with a common kind, the rows of a page are among them. */
const firstWalked = 500;

/**
 * The running balance is stored with every entry, so it is right on any page and with any filter.
 */
export async function readMovements(
  db: Db,
  accountId: string,
  { limit, before, ...filters }: MovementListQuery,
  walk = mostWalked,
): Promise<MovementList> {
  const account = await requireAccount(db, accountId);
  const days = await spanOf(db, account, filters);
  const span = { ...days, below: Math.min(days.below, before ?? days.below) };
  const narrowing = narrowingOf(filters);
  // One row more than returned shows whether there are more.
  const look = (most: number) =>
    listMovements(db, account, narrowing, { ...span, limit: limit + 1, walk: most });
  const isNarrowed = !isWhole(narrowing);
  const near = isNarrowed ? Math.min(walk, Math.max(firstWalked, limit + 1)) : limit + 1;
  const first = await look(near);
  const isEnough = first.rows.length > limit || first.walked < near || near === walk;
  const found = isEnough ? first : await look(walk);
  const rows = found.rows.slice(0, limit);
  const isFull = found.rows.length > limit;
  const isCutShort = !isFull && found.walked >= walk;
  const last = isFull ? rows.at(-1)?.number : isCutShort ? found.oldest?.number : undefined;
  return {
    data: rows.map(toMovement),
    meta: {
      nextBefore: last ?? null,
      searchedTo: isCutShort ? (found.oldest?.at.toISOString() ?? null) : null,
    },
  };
}

export async function readMovementTotals(
  db: Db,
  accountId: string,
  query: MovementTotalsQuery,
  walk = mostWalked,
): Promise<MovementTotals> {
  const account = await requireAccount(db, accountId);
  const span = await spanOf(db, account, query);
  const narrowing = narrowingOf(query);
  const opening = await balanceAfter(db, account, span.after);
  const closing = await balanceAfter(db, account, span.below - 1);
  const balances = {
    openingBalance: fromHundredths(opening),
    closingBalance: fromHundredths(closing),
  };
  const length = span.below - 1 - span.after;
  // More than can be added up: their numbers and balances still tell how many and the difference.
  if (isWhole(narrowing) && length > walk) {
    const net = fromHundredths(closing - opening);
    return { ...balances, count: length, isExact: true, credits: null, debits: null, net };
  }
  const sums = await sumMovements(db, account, narrowing, { ...span, walk });
  if (length > walk) {
    const { count } = sums;
    return { ...balances, count, isExact: false, credits: null, debits: null, net: null };
  }
  return {
    ...balances,
    count: sums.count,
    isExact: true,
    credits: toUgx(sums.credits),
    debits: toUgx(sums.debits),
    net: fromHundredths(BigInt(sums.credits) - BigInt(sums.debits)),
  };
}

async function requireAccount(db: Db, id: string): Promise<StatementAccount> {
  const account = await findStatementAccount(db, id);
  if (!account) throw notFound('Account not found');
  return account;
}

/** The entries of some days; later postings are not included. */
async function spanOf(
  db: Db,
  account: StatementAccount,
  query: MovementTotalsQuery,
): Promise<EntrySpan> {
  const { startMs, endMs } = openRangeOf(query);
  return {
    after: startMs === null ? 0 : (await firstEntryAt(db, account, startMs)) - 1,
    below: endMs === null ? account.entryCount + 1 : await firstEntryAt(db, account, endMs),
  };
}

function narrowingOf({ kind, type, search = '' }: MovementTotalsQuery): MovementNarrowing {
  return { kind: kind ?? null, type: type ?? null, search: search === '' ? null : sought(search) };
}

function sought(text: string): MovementNarrowing['search'] {
  const amount = Number(text.replace(/^UGX/i, '').replaceAll(/[\s,+-]/g, ''));
  const isAmount = amount > 0 && amount < 1e12;
  return { text, digits: phoneDigits(text), hundredths: isAmount ? toHundredths(amount) : null };
}

function isWhole({ kind, type, search }: MovementNarrowing): boolean {
  return kind === null && type === null && search === null;
}

function toMovement(row: MovementRow): Movement {
  return {
    number: row.number,
    transactionId: row.transaction_id,
    kind: row.kind,
    description: row.description,
    reference: row.reference,
    phoneNumber: row.phone_number,
    network: row.network,
    amount: toUgx(row.amount),
    balanceAfter: toUgx(row.balance_after),
    date: row.finished_at.toISOString(),
    reversalOf: row.reversal_of,
    reversedBy: row.reversed_by,
  };
}
