import type { Found } from '@sente/contract/search';
import { phoneDigits } from '@sente/contract/phone';
import type { Db } from '../db/database.ts';
import { digitsOf } from '../db/digits.ts';
import type { IdRange } from './id-range.ts';

/*
 * Under row-level security no index supports "contains", because its operators are not leakproof.
 * Companies, users and accounts are therefore scanned, and of the transactions only as many as take
 * no longer. Each record is searched as one lowercased text, with a separator that nobody can type.
 * Prefix matches come first.
 */

export function findCompanies(db: Db, text: string, limit: number): Promise<Found['companies']> {
  return db.rows<Found['companies'][number]>(
    `select c.id, c.name, c.email from companies c
     where c.archived_at is null and (
       position(lower($1) in lower(c.name)) > 0
       or position(lower($1) in lower(c.email)) > 0
       or position($1 in c.phone) > 0
       or position($3::text in ${digitsOf('c.phone')}) > 0
     )
     order by position(lower($1) in lower(c.name)) <> 1, lower(c.name) collate "C", c.id
     limit $2`,
    [text, limit, phoneDigits(text)],
  );
}

export function findUsers(db: Db, text: string, limit: number): Promise<Found['users']> {
  return db.rows<Found['users'][number]>(
    `select u.id, u.name, u.email, c.name as "companyName"
     from (
       select id, company_id, email, username, phone_number, first_name || ' ' || last_name as name
       from users where deleted_at is null
     ) u
     left join companies c on c.id = u.company_id
     where c.archived_at is null
       and (
         position(lower($1) in lower(u.name || chr(1) || u.email || chr(1) || u.username)) > 0
         or position($3::text in ${digitsOf('u.phone_number')}) > 0
       )
     order by position(lower($1) in lower(u.name)) <> 1, lower(u.name) collate "C", u.id
     limit $2`,
    [text, limit, phoneDigits(text)],
  );
}

export function findAccounts(db: Db, text: string, limit: number): Promise<Found['accounts']> {
  return db.rows<Found['accounts'][number]>(
    `select a.id, a.company_id as "companyId", a.name as "accountName", a.number as "accountNumber",
       c.name as "companyName"
     from accounts a join companies c on c.id = a.company_id
     where a.kind = 'customer' and c.archived_at is null
       and position(lower($1) in lower(a.name || chr(1) || a.number || chr(1) || a.id::text)) > 0
     order by position(lower($1) in lower(a.name)) <> 1, lower(a.name) collate "C", a.id
     limit $2`,
    [text, limit],
  );
}

export interface FoundTransactionRow {
  readonly id: string;
  readonly company_id: string;
  readonly account_id: string;
  readonly company_name: string;
  readonly reference: string | null;
  readonly description: string;
  readonly type: 'credit' | 'debit';
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly status: 'completed' | 'pending' | 'failed';
  readonly created_at: Date;
}

const transactionColumns = `t.id, t.company_id, t.account_id, c.name as company_name, t.reference,
  t.description, t.type, t.amount, t.status, t.created_at`;

/** Archived companies have neither pending nor new transactions, so few rows are skipped. */
export function findTransactionsById(
  db: Db,
  { from, to }: IdRange,
  limit: number,
): Promise<FoundTransactionRow[]> {
  return db.rows<FoundTransactionRow>(
    `select ${transactionColumns}
     from (select * from transactions where id between $1 and $2 order by id desc limit 100) t
     join companies c on c.id = t.company_id
     where c.archived_at is null
     order by t.id desc limit $3`,
    [from, to, limit],
  );
}

const newestRead = 3_000;

export function findNewestTransactions(
  db: Db,
  text: string,
  limit: number,
): Promise<FoundTransactionRow[]> {
  return db.rows<FoundTransactionRow>(
    `select ${transactionColumns}
     from (select * from transactions order by id desc limit ${newestRead}) t
     join companies c on c.id = t.company_id
     where c.archived_at is null and (
       position(lower($1) in lower(t.description)) > 0
       or position(lower($1) in lower(t.reference)) > 0
       or position(lower($1) in t.id::text) > 0
       or position($3::text in t.description) > 0
     )
     order by t.id desc limit $2`,
    [text, limit, phoneDigits(text)],
  );
}
