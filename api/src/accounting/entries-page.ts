import type { accounting } from '@sente/contract/accounting';
import type { MetaOf, QueryOf, ReplyOf } from '@sente/contract/endpoint';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { invalidField } from '../http/app-error.ts';
import {
  accountOf,
  creditOf,
  debitOf,
  readBalanceBefore,
  readLines,
  type LedgerLine,
} from './general-ledger.ts';

export type EntriesQuery = QueryOf<typeof accounting.entries>;
export interface EntriesPage {
  readonly data: ReplyOf<typeof accounting.entries>;
  readonly meta: MetaOf<typeof accounting.entries>;
}

const pageSize = 50;
/** Of few entries among many transactions; the next page goes on from there. */
const mostReads = 20;

export function requireOrder({ startDate, endDate }: EntriesQuery): void {
  if (startDate > endDate) {
    throw invalidField('startDate', 'Start date must not be after end date');
  }
}

/** The entries of a transaction are on one page, since a page begins after a transaction. */
export async function readEntries(db: Db, query: EntriesQuery): Promise<EntriesPage> {
  const lines: LedgerLine[] = [];
  let after: string | null = query.after ?? null;
  for (let reads = 0; reads < mostReads && lines.length <= pageSize; reads++) {
    const found: Awaited<ReturnType<typeof readLines>> = await readLines(db, query, after);
    lines.push(...found.lines);
    after = found.nextAfter;
    if (after === null) break;
  }
  const last = lines[pageSize - 1]?.transactionId;
  const end = lines.findLastIndex(({ transactionId }) => transactionId === last) + 1;
  const isCut = last !== undefined && end < lines.length;
  const shown = isCut ? lines.slice(0, end) : lines;
  const before = await readBalanceBefore(db, query, query.after ?? null);
  return { data: withBalances(shown, before), meta: { nextAfter: isCut ? last : after } };
}

/** With a running balance of all accounts that are listed, over all companies: its last one is in the trial balance. */
function withBalances(lines: readonly LedgerLine[], before: bigint): EntriesPage['data'] {
  let balance = before;
  return lines.map((line) => {
    balance += BigInt(line.amount);
    return toEntry(line, balance);
  });
}

function toEntry(line: LedgerLine, balance: bigint): EntriesPage['data'][number] {
  return {
    transactionId: line.transactionId,
    at: line.moved_at.toISOString(),
    companyName: line.company_name,
    account: accountOf(line),
    accountNumber: line.account_number,
    description: line.description,
    reference: line.reference,
    debit: debitOf(line),
    credit: creditOf(line),
    balanceAfter: toUgx(String(balance)),
  };
}
