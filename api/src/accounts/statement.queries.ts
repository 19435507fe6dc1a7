import type { Db } from '../db/database.ts';

export interface StatementAccount {
  readonly id: string;
  readonly companyId: string;
  readonly number: string;
  /** The number of its last entry. */
  readonly entryCount: number;
}

export interface StatementEntry {
  readonly number: number;
  readonly transactionId: string;
  readonly reference: string | null;
  readonly description: string;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly balanceAfter: string;
  readonly movedAt: Date;
}

/** Few round trips, and a few hundred kilobytes of text per page. */
export const entriesPerPiece = 2_000;

export function findStatementAccount(db: Db, id: string): Promise<StatementAccount | undefined> {
  return db.row<StatementAccount>(
    `select a.id, a.company_id as "companyId", a.number, a.entry_count::float8 as "entryCount"
     from accounts a join companies c on c.id = a.company_id
     where a.id = $1 and a.kind = 'customer' and c.archived_at is null`,
    [id],
  );
}

/**
 * The number of the first entry at or after a moment, or the entry count plus one. Entries are
 * numbered in posting order, so a binary search needs twenty steps for a million. Entries posted in
 * the same instant may be slightly out of order: of the entries just before the one found, the
 * earliest that is not before the moment counts, so that the statements of consecutive days neither
 * overlap nor leave a gap.
 */
export async function firstEntryAt(
  db: Db,
  account: StatementAccount,
  momentMs: number,
): Promise<number> {
  const row = await db.row<{ number: number }>(
    `with recursive halving(low, high, middle) as (
       select 0::bigint, $3::bigint + 1, ($3::bigint + 1) / 2
       union all
       select b.low, b.high, (b.low + b.high) / 2
       from halving h
       -- The middle is a column of its own: beneath row-level security no index is searched by a
       -- division.
       join entries e on e.company_id = $1 and e.account_id = $2 and e.number = h.middle
       join transactions t on t.company_id = $1 and t.id = e.transaction_id
       cross join lateral (
         select case when t.finished_at < $4 then h.middle else h.low end as low,
           case when t.finished_at < $4 then h.high else h.middle end as high
       ) b
       where h.high - h.low > 1
     ),
     found as (select min(high) as number from halving)
     select least(f.number, min(e.number))::float8 as number
     from found f
     left join lateral (
       select number, transaction_id from entries
       where company_id = $1 and account_id = $2 and number < f.number
       order by number desc limit ${entriesPerPiece}
     ) e on exists (
       select from transactions t
       where t.company_id = $1 and t.id = e.transaction_id and t.finished_at >= $4
     )
     group by f.number`,
    [account.companyId, account.id, account.entryCount, new Date(momentMs)],
  );
  return row?.number ?? 1;
}

/** The balance in hundredths of UGX after the entry with that number; 0 before the first. */
export async function balanceAfter(
  db: Db,
  account: StatementAccount,
  number: number,
): Promise<bigint> {
  const row = await db.row<{ balance: string }>(
    `select balance_after as balance from entries
     where company_id = $1 and account_id = $2 and number = $3`,
    [account.companyId, account.id, number],
  );
  return BigInt(row?.balance ?? 0);
}

/** The next entries after one and up to another. */
export function listEntries(
  db: Db,
  account: StatementAccount,
  after: number,
  last: number,
): Promise<StatementEntry[]> {
  return db.rows<StatementEntry>(
    `select e.number::float8 as number, e.transaction_id as "transactionId", t.reference,
       t.description, e.amount, e.balance_after as "balanceAfter", t.finished_at as "movedAt"
     from (
       select number, transaction_id, amount, balance_after from entries
       where company_id = $1 and account_id = $2 and number > $3 and number <= $4
       order by number limit ${entriesPerPiece}
     ) e
     join transactions t on t.company_id = $1 and t.id = e.transaction_id
     order by e.number`,
    [account.companyId, account.id, after, last],
  );
}

/** What a statement that proves itself says about its account. */
export interface ProvedAccount {
  readonly name: string;
  readonly companyName: string;
  /** The number of the last entry that no hash proves. */
  readonly chainFrom: string;
}

export function findProvedAccount(
  db: Db,
  account: StatementAccount,
): Promise<ProvedAccount | undefined> {
  return db.row<ProvedAccount>(
    `select a.name, c.name as "companyName", a.chain_from as "chainFrom"
     from accounts a join companies c on c.id = a.company_id where a.id = $1`,
    [account.id],
  );
}

/** The account's hash after the entry with that number; empty where the chain had not begun. */
export async function hashAfter(
  db: Db,
  account: StatementAccount,
  number: number,
): Promise<string> {
  const row = await db.row<{ hash: string | null }>(
    `select encode(case
         when $3 = a.chain_from
           then ledger_opening(a.company_id, a.id, a.chain_from, coalesce(e.balance_after, 0))
         when $3 > a.chain_from then t.chain_hash
       end, 'hex') as hash
     from accounts a
     left join entries e on e.company_id = $1 and e.account_id = $2 and e.number = $3
     left join transactions t on t.company_id = $1 and t.id = e.transaction_id
     where a.id = $2`,
    [account.companyId, account.id, number],
  );
  return row?.hash ?? '';
}

/** A movement with everything that its hash covers; numbers as texts. */
export interface StatementLink {
  readonly number: string;
  readonly transactionId: string;
  readonly reference: string | null;
  readonly description: string;
  readonly amount: string;
  readonly balanceAfter: string;
  /** Microseconds since 2000-01-01 00:00 UTC. */
  readonly movedAt: string;
  readonly type: string;
  readonly gross: string;
  readonly kind: string;
  /** Null before the chain began. */
  readonly legs: string | null;
  readonly hash: string | null;
}

/** Like listEntries, with the legs of each transaction in the order in which its hash has them. */
export function listLinks(
  db: Db,
  account: StatementAccount,
  after: number,
  last: number,
): Promise<StatementLink[]> {
  return db.rows<StatementLink>(
    `with page as materialized (
       select number, transaction_id, amount, balance_after from entries
       where company_id = $1 and account_id = $2 and number > $3 and number <= $4
       order by number limit ${entriesPerPiece}
     )
     select e.number, e.transaction_id as "transactionId", t.reference, t.description, e.amount,
       e.balance_after as "balanceAfter", t.type, t.amount as gross, t.kind, l.legs,
       ((extract(epoch from t.finished_at) - 946684800) * 1000000)::bigint as "movedAt",
       encode(t.chain_hash, 'hex') as hash
     from page e
     join transactions t on t.company_id = $1 and t.id = e.transaction_id
     left join lateral (
       select string_agg(concat_ws(':', l.account_id, l.number, l.amount, l.balance_after, encode(
           case when l.number > a.chain_from + 1 then b.chain_hash
             else ledger_opening($1, l.account_id, a.chain_from, l.balance_after - l.amount) end,
           'hex')), ' '
         order by l.account_id <> t.account_id, l.account_id) as legs
       from entries l
       join accounts a on a.id = l.account_id
       -- By order, not by the number before: beneath row-level security no index is searched by a
       -- subtraction.
       left join lateral (
         select p.chain_hash from entries b
         join transactions p on p.company_id = $1 and p.id = b.transaction_id
         where b.company_id = $1 and b.account_id = l.account_id and b.number < l.number
         order by b.number desc limit 1
       ) b on true
       where l.company_id = $1 and l.transaction_id = e.transaction_id and t.chain_hash is not null
     ) l on true
     order by e.number`,
    [account.companyId, account.id, after, last],
  );
}
