import type { accounts } from '@sente/contract/accounts';
import type { QueryOf } from '@sente/contract/endpoint';
import { kampalaTime } from '@sente/contract/kampala';
import type { Mode } from '@sente/contract/test-mode';
import type { Database, Db } from '../db/database.ts';
import type { Scope } from '../db/scope.ts';
import { notFound } from '../http/app-error.ts';
import { csvLine } from '../http/csv.ts';
import type { FileResult } from '../http/file-reply.ts';
import { dayRangeOf, type DayRange } from '../http/day-range.ts';
import {
  balanceAfter,
  findStatementAccount,
  firstEntryAt,
  listEntries,
  type StatementAccount,
  type StatementEntry,
} from './statement.queries.ts';

export type StatementQuery = QueryOf<typeof accounts.statement>;

export interface Statement {
  readonly account: StatementAccount;
  readonly days: DayRange;
  readonly openingBalance: bigint;
  /** The range of entry numbers; later postings are not included. */
  readonly afterNumber: number;
  readonly lastNumber: number;
}

const heading = [
  'Date',
  'Transaction ID',
  'Reference',
  'Description',
  'Debit',
  'Credit',
  'Balance',
];

/** The name of the file says so too, but a name is changed easily. */
const testMark = 'TEST MODE: no real money moved';

export async function writeStatement(
  database: Database,
  scope: Scope,
  accountId: string,
  query: StatementQuery,
  /** In the same transaction that fixes the range of the statement; null if nothing is written. */
  onFixed: ((db: Db, statement: Statement) => Promise<void>) | null = null,
): Promise<FileResult> {
  const days = dayRangeOf(query);
  const statement = await (onFixed ? database.within : database.reading)(scope, async (db) => {
    const fixed = await fixStatement(db, accountId, days);
    await onFixed?.(db, fixed);
    return fixed;
  });
  // One transaction per page, so that a slow download does not hold a connection.
  const nextEntries = (after: number): Promise<StatementEntry[]> =>
    database.reading(scope, async (db) => {
      const entries = await listEntries(db, statement.account, after, statement.lastNumber);
      // On a replica they may not have arrived.
      if (entries.length > 0) return entries;
      throw new Error('The entries of an account are numbered without gaps');
    });
  const { number } = statement.account;
  return {
    fileName: `statement-${number}-${days.firstDay}-${days.lastDay}.csv`,
    pieces: piecesOf(statement, nextEntries, database.unscoped.mode),
  };
}

/** What a statement of these days covers, at this moment. */
export async function fixStatement(db: Db, accountId: string, days: DayRange): Promise<Statement> {
  const account = await findStatementAccount(db, accountId);
  if (!account) throw notFound('Account not found');
  const afterNumber = (await firstEntryAt(db, account, days.startMs)) - 1;
  const lastNumber = (await firstEntryAt(db, account, days.endMs)) - 1;
  const openingBalance = await balanceAfter(db, account, afterNumber);
  return { account, days, openingBalance, afterNumber, lastNumber };
}

async function* piecesOf(
  { days, openingBalance, afterNumber, lastNumber }: Statement,
  nextEntries: (after: number) => Promise<StatementEntry[]>,
  mode: Mode,
): AsyncGenerator<string> {
  let balance = openingBalance;
  // Below the heading, so that a spreadsheet still finds its columns.
  const mark = mode === 'test' ? csvLine(['', '', '', testMark, '', '', '']) : '';
  let text = csvLine(heading) + mark + balanceLine(days.firstDay, 'Opening balance', balance);
  for (let after = afterNumber; after < lastNumber;) {
    const entries = await nextEntries(after);
    yield text + entries.map(entryLine).join('');
    text = '';
    after = entries.at(-1)?.number ?? lastNumber;
    balance = BigInt(entries.at(-1)?.balanceAfter ?? balance);
  }
  yield text + balanceLine(days.lastDay, 'Closing balance', balance);
}

function balanceLine(day: string, description: string, balance: bigint): string {
  return csvLine([day, '', '', description, '', '', decimal(balance)]);
}

function entryLine(entry: StatementEntry): string {
  const amount = BigInt(entry.amount);
  return csvLine([
    kampalaTime(entry.movedAt),
    entry.transactionId,
    entry.reference ?? '',
    entry.description,
    amount < 0n ? decimal(-amount) : '',
    amount > 0n ? decimal(amount) : '',
    decimal(BigInt(entry.balanceAfter)),
  ]);
}

/** UGX with two decimals and no separators, so that every spreadsheet reads a number. */
export function decimal(hundredths: bigint): string {
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
