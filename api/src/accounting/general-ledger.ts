import { dayMs, startOfDay } from '@sente/contract/kampala';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { correctedDay } from '../ledger/corrected-days.queries.ts';
import { nameOf, type LegRow } from '../ledger/legs.ts';

/** One entry of the ledger, as accountants read it. */
export interface LedgerLine extends Omit<LegRow, 'available'> {
  readonly transactionId: string;
  readonly moved_at: Date;
  readonly transaction_kind: string;
  readonly company_name: string;
  readonly account_number: string | null;
  readonly number: string;
  readonly reference: string | null;
  readonly description: string;
  readonly corrects_day: string | null;
  readonly hash: string | null;
}

export interface LedgerRange {
  readonly startDate: string;
  readonly endDate: string;
  readonly companyId?: string | undefined;
  /** Of the account, as in the trial balance. */
  readonly kind?: string | undefined;
  readonly network?: string | undefined;
}

const transactionsAtOnce = 500;

const values = ({ startDate, endDate, companyId }: LedgerRange) => [
  new Date(startOfDay(startDate)),
  new Date(startOfDay(endDate) + dayMs),
  companyId ?? null,
];

/** Completed transactions by when the money moved. Each part fits an index. */
function moved(more: string): string {
  const of = (type: string) => `(
    select t.* from transactions t
    where t.status = 'completed' and t.type = '${type}' and t.finished_at >= $1 and t.finished_at < $2
      and ($3::uuid is null or t.company_id = $3) ${more})`;
  return `${of('credit')} union all ${of('debit')}`;
}

/** Null if there are more. */
export async function countLines(db: Db, range: LedgerRange, most: number): Promise<number | null> {
  const { kind = null, network = null } = range;
  // Without a filter no account has to be read.
  const ofAccount = `join accounts a on a.id = e.account_id
    where a.kind = $5 and ($6::text is null or a.network = $6)`;
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from (
       select from (${moved('')}) t
       join entries e on e.company_id = t.company_id and e.transaction_id = t.id
       ${kind ? ofAccount : ''} limit $4
     ) found`,
    [...values(range), most + 1, ...(kind ? [kind, network] : [])],
  );
  const count = row?.count ?? 0;
  return count > most ? null : count;
}

/** The entries of the next transactions in the order in which money moved. */
export async function readLines(
  db: Db,
  range: LedgerRange,
  after: string | null,
): Promise<{ lines: LedgerLine[]; nextAfter: string | null }> {
  const following = `
    and ($4::uuid is null or (t.finished_at, t.id) > (
      select b.finished_at, b.id from transactions b where b.id = $4))
    order by t.finished_at, t.id limit ${transactionsAtOnce}`;
  const lines = await db.rows<LedgerLine>(
    `with page as materialized (
       select * from (${moved(following)}) parts
       order by finished_at, id limit ${transactionsAtOnce}
     )
     select t.id as "transactionId", t.finished_at as moved_at, t.kind as transaction_kind,
       c.name as company_name, a.kind, a.name, a.network, a.number as account_number, e.number,
       e.amount, e.balance_after, t.reference, t.description,
       ${correctedDay} as corrects_day, encode(t.chain_hash, 'hex') as hash
     from page t
     join entries e on e.company_id = t.company_id and e.transaction_id = t.id
     join accounts a on a.id = e.account_id
     join companies c on c.id = t.company_id
     order by t.finished_at, t.id, a.kind <> 'customer', a.id`,
    [...values(range), after],
  );
  const count = new Set(lines.map(({ transactionId }) => transactionId)).size;
  const last = lines.at(-1)?.transactionId ?? null;
  // The place in the ledger is that of the last transaction, also if none of its entries is asked for.
  return {
    lines: lines.filter((line) => isAsked(line, range)),
    nextAfter: count < transactionsAtOnce ? null : last,
  };
}

/**
 * What the accounts that are asked for had together before the entry that follows: what they have now, without what
 * moved since, in one statement, so that nothing is booked between both.
 */
export async function readBalanceBefore(
  db: Db,
  { startDate, kind, network }: LedgerRange,
  after: string | null,
): Promise<bigint> {
  const of = (type: string) => `(
    select t.company_id, t.id from transactions t
    where t.status = 'completed' and t.type = '${type}' and t.finished_at >= $1
      and ($2::uuid is null or (t.finished_at, t.id) > (
        select b.finished_at, b.id from transactions b where b.id = $2)))`;
  const row = await db.row<{ balance: string }>(
    `with asked as (
       select id, balance from accounts
       where ($3::text is null or kind = $3) and ($4::text is null or network = $4)
     )
     select (select coalesce(sum(balance), 0) from asked) - coalesce(sum(e.amount), 0) as balance
     from (${of('credit')} union all ${of('debit')}) t
     join entries e on e.company_id = t.company_id and e.transaction_id = t.id
     join asked a on a.id = e.account_id`,
    [new Date(startOfDay(startDate)), after, kind ?? null, network ?? null],
  );
  return BigInt(row?.balance ?? 0);
}

function isAsked(line: LedgerLine, { kind, network }: LedgerRange): boolean {
  return (!kind || line.kind === kind) && (!network || line.network === network);
}

/** What the provider owes is a credit, so a gain of an account is one. */
export function debitOf({ amount }: LedgerLine): number | null {
  return amount.startsWith('-') ? toUgx(amount.slice(1)) : null;
}

export function creditOf({ amount }: LedgerLine): number | null {
  return amount.startsWith('-') ? null : toUgx(amount);
}

export function accountOf(line: LedgerLine): string {
  return nameOf(line);
}
