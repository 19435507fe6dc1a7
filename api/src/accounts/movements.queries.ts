import type { Db } from '../db/database.ts';
import { reversedBy } from '../ledger/reversal.queries.ts';
import type { StatementAccount } from './statement.queries.ts';

export interface MovementRow {
  readonly number: number;
  readonly transaction_id: string;
  readonly kind: string;
  readonly description: string;
  readonly reference: string | null;
  readonly phone_number: string | null;
  readonly network: string | null;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly balance_after: string;
  readonly finished_at: Date;
  readonly reversal_of: string | null;
  readonly reversed_by: string | null;
}

/** Entries after one number and below another. */
export interface EntrySpan {
  readonly after: number;
  readonly below: number;
}

export interface MovementNarrowing {
  readonly kind: string | null;
  readonly type: 'credit' | 'debit' | null;
  readonly search: MovementSearch | null;
}

interface MovementSearch {
  readonly text: string;
  /** Null if the text is no part of a phone number, or no amount. */
  readonly digits: string | null;
  readonly hundredths: bigint | null;
}

interface Slice extends EntrySpan {
  readonly limit: number;
  /** The most entries to look through. */
  readonly walk: number;
}

export interface MovementPage {
  readonly rows: MovementRow[];
  /** How many entries were looked through, and the oldest of them. */
  readonly walked: number;
  readonly oldest: { readonly number: number; readonly at: Date } | null;
}

interface Walk {
  readonly walked: number;
  readonly oldest: number | null;
  readonly oldest_at: Date | null;
}

function parameters(account: StatementAccount, { after, below }: EntrySpan) {
  const values: unknown[] = [account.companyId, account.id, after, below];
  return { values, bind: (value: unknown): string => `$${values.push(value)}` };
}

const ofSpan = 'company_id = $1 and account_id = $2 and number > $3 and number < $4';

/**
 * Of an entry `e`; a kind needs its transaction `k`, a search also the payment `m`. "offset 0" makes it one
 * look-up each: a join may read all transactions of the company instead.
 */
function passing({ kind, type, search }: MovementNarrowing, bind: (value: unknown) => string) {
  const joins = [
    ...(kind === null && search === null
      ? []
      : [
          `join lateral (
             select id, kind, description, reference from transactions
             where company_id = $1 and id = e.transaction_id offset 0
           ) k on true`,
        ]),
    ...(search === null
      ? []
      : [
          `left join lateral (
             select phone_number, network_reference from payments
             where transaction_id = k.id and company_id = $1 limit 1
           ) m on true`,
        ]),
  ];
  const tests = [
    ...(kind === null ? [] : [`k.kind = ${bind(kind)}`]),
    ...(type === null ? [] : [type === 'credit' ? 'e.amount > 0' : 'e.amount < 0']),
    ...(search === null ? [] : [found(search, bind)]),
  ];
  return { join: joins.join(' '), where: tests.length === 0 ? 'true' : tests.join(' and ') };
}

function found({ text, digits, hundredths }: MovementSearch, bind: (value: unknown) => string) {
  const part = bind(text);
  const tests = [
    ...['k.description', 'k.reference', 'm.network_reference'].map(
      (column) => `position(lower(${part}) in lower(${column})) > 0`,
    ),
    // A description may name the number too.
    ...(digits === null
      ? []
      : [`position(${bind(digits)} in concat_ws(' ', m.phone_number, k.description)) > 0`]),
    ...(hundredths === null ? [] : [`abs(e.amount) = ${bind(hundredths)}`]),
  ];
  return `(${tests.join(' or ')})`;
}

/** Matching entries, newest first along the primary key, among those that one call looks through. */
export async function listMovements(
  db: Db,
  account: StatementAccount,
  narrowing: MovementNarrowing,
  { limit, walk, ...span }: Slice,
): Promise<MovementPage> {
  const { values, bind } = parameters(account, span);
  const { join, where } = passing(narrowing, bind);
  const rows = await db.rows<MovementRow & Walk>(
    `with walked as materialized (
       select number, transaction_id, amount, balance_after from entries
       where ${ofSpan} order by number desc limit ${bind(walk)}
     ),
     found as (
       select e.* from walked e ${join} where ${where} order by e.number desc limit ${bind(limit)}
     ),
     listed as (
       select e.number::float8 as number, e.transaction_id, t.kind, t.description, t.reference,
         p.phone_number, p.network, e.amount, e.balance_after, t.finished_at, t.reversal_of,
         ${reversedBy} as reversed_by
       from found e
       join transactions t on t.company_id = $1 and t.id = e.transaction_id
       left join lateral (
         select phone_number, network from payments
         where transaction_id = t.id and company_id = $1 limit 1
       ) p on true
     )
     select w.*, l.* from (
       select s.walked, s.oldest::float8 as oldest, t.finished_at as oldest_at
       from (select count(*)::int as walked, min(number) as oldest from walked) s
       left join walked e on e.number = s.oldest
       left join transactions t on t.company_id = $1 and t.id = e.transaction_id
     ) w left join listed l on true
     order by l.number desc`,
    values,
  );
  const { walked = 0, oldest = null, oldest_at: at = null } = rows[0] ?? {};
  return {
    rows: rows.filter((row) => row.number !== null),
    walked,
    oldest: oldest === null || at === null ? null : { number: oldest, at },
  };
}

interface SumsRow {
  readonly count: number;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly credits: string;
  readonly debits: string;
}

/** Of the matches among the newest entries of the span. */
export async function sumMovements(
  db: Db,
  account: StatementAccount,
  narrowing: MovementNarrowing,
  { walk, ...span }: Omit<Slice, 'limit'>,
): Promise<SumsRow> {
  const { values, bind } = parameters(account, span);
  const { join, where } = passing(narrowing, bind);
  const row = await db.row<SumsRow>(
    `with walked as materialized (
       select transaction_id, amount from entries
       where ${ofSpan} order by number desc limit ${bind(walk)}
     )
     select count(*)::int as count,
       coalesce(sum(e.amount) filter (where e.amount > 0), 0)::text as credits,
       coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::text as debits
     from walked e ${join} where ${where}`,
    values,
  );
  return row ?? { count: 0, credits: '0', debits: '0' };
}
