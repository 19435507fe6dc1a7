import type { Found } from '@sente/contract/search';
import { phoneDigits } from '@sente/contract/phone';
import { plainArray, textArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';
import { digitsOf } from '../db/digits.ts';
import type { StoredVoucher } from '../security/vouchers.ts';

/*
 * There are few of these compared with payments, so they are read one by one: under row-level security
 * no index supports "contains", because its operators are not leakproof. Prefix matches come first.
 */

export function findCompanies(db: Db, text: string, limit: number): Promise<Found['companies']> {
  return db.rows<Found['companies'][number]>(
    `select c.id, c.name, c.email,
       case when position(lower($1) in lower(c.name)) > 0 then 'name'
         when position(lower($1) in lower(c.email)) > 0 then 'email'
         when c.id::text = lower($1) then 'id' else 'phone' end as match
     from companies c
     where c.archived_at is null and (
       position(lower($1) in lower(c.name)) > 0
       or position(lower($1) in lower(c.email)) > 0
       or c.id::text = lower($1)
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
    `select u.id, u.name, u.email, c.name as "companyName",
       case when position(lower($1) in lower(u.name)) > 0 then 'name'
         when position(lower($1) in lower(u.email)) > 0 then 'email'
         when position(lower($1) in lower(u.username)) > 0 then 'username'
         when u.id::text = lower($1) then 'id'
         when position($3::text in ${digitsOf('u.phone_number')}) > 0 then 'phone'
         else 'companyName' end as match
     from (
       select id, company_id, email, username, phone_number, first_name || ' ' || last_name as name
       from users where deleted_at is null
     ) u
     left join companies c on c.id = u.company_id
     where c.archived_at is null
       and (
         position(lower($1) in lower(u.name || chr(1) || u.email || chr(1) || u.username)) > 0
         or u.id::text = lower($1)
         or position($3::text in ${digitsOf('u.phone_number')}) > 0
         or position(lower($1) in lower(c.name)) = 1
       )
     order by position(lower($1) in lower(u.name || chr(1) || u.email || chr(1) || u.username)) = 0,
       position(lower($1) in lower(u.name)) <> 1, lower(u.name) collate "C", u.id
     limit $2`,
    [text, limit, phoneDigits(text)],
  );
}

export function findAccounts(db: Db, text: string, limit: number): Promise<Found['accounts']> {
  return db.rows<Found['accounts'][number]>(
    `select a.id, a.company_id as "companyId", a.name as "accountName", a.number as "accountNumber",
       c.name as "companyName",
       case when position(lower($1) in lower(a.name)) > 0 then 'name'
         when position(lower($1) in a.number) > 0 then 'accountNumber'
         when position(lower($1) in a.id::text) > 0 then 'id' else 'companyName' end as match
     from accounts a join companies c on c.id = a.company_id
     where a.kind = 'customer' and c.archived_at is null
       and (
         position(lower($1) in lower(a.name || chr(1) || a.number || chr(1) || a.id::text)) > 0
         or position(lower($1) in lower(c.name)) = 1
       )
     order by position(lower($1) in lower(a.name || chr(1) || a.number || chr(1) || a.id::text)) = 0,
       position(lower($1) in lower(a.name)) <> 1, lower(a.name) collate "C", a.id
     limit $2`,
    [text, limit],
  );
}

/** Of one company, which has a few hundred at most. */
export function findRecipients(
  db: Db,
  companyId: string,
  text: string,
  limit: number,
): Promise<Found['recipients']> {
  return db.rows<Found['recipients'][number]>(
    `select r.id, r.label as name, r.phone_number as "phoneNumber", r.network,
       r.checked_name as "checkedName",
       case when position(lower($1) in lower(r.label)) > 0 then 'name'
         when position(lower($1) in lower(r.checked_name)) > 0 then 'checkedName'
         else 'phone' end as match
     from recipients r
     where r.company_id = $4 and (
       position(lower($1) in lower(r.label || chr(1) || coalesce(r.checked_name, ''))) > 0
       or position($3::text in r.phone_number) > 0
     )
     order by position(lower($1) in lower(r.label)) <> 1,
       right(r.phone_number, length($3::text)) is distinct from $3::text, lower(r.label) collate "C", r.id
     limit $2`,
    [text, limit, phoneDigits(text), companyId],
  );
}

export function findRoles(db: Db, text: string, limit: number): Promise<Found['roles']> {
  return db.rows<Found['roles'][number]>(
    `select r.id, r.name, coalesce(r.description, '') as description, 'name' as match
     from roles r where position(lower($1) in lower(r.name)) > 0
     order by position(lower($1) in lower(r.name)) <> 1, lower(r.name) collate "C", r.id
     limit $2`,
    [text, limit],
  );
}

export interface FoundProductRow {
  readonly id: string;
  readonly companyId: string;
  readonly companyName: string;
  readonly name: string;
  readonly code: string;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly match: 'name' | 'productCode';
}

export function findProducts(db: Db, text: string, limit: number): Promise<FoundProductRow[]> {
  return db.rows<FoundProductRow>(
    `select r.id, r.company_id as "companyId", c.name as "companyName", r.name, r.code, r.amount,
       case when position(lower($1) in lower(r.name)) > 0 then 'name' else 'productCode' end as match
     from internet_products r join companies c on c.id = r.company_id and c.archived_at is null
     where r.deleted_at is null
       and position(lower($1) in lower(r.name || chr(1) || r.code)) > 0
     order by position(lower($1) in lower(r.name)) <> 1, lower(r.name) collate "C", r.id
     limit $2`,
    [text, limit],
  );
}

export interface FoundCaseRow extends Omit<Found['cases'][number], 'number' | 'effect'> {
  readonly number: string;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly effect: string;
}

/** As many lines or payments with one reference are looked at. */
const maxReferences = 100;

/** "12", "#12" or "case 12". */
const caseNumber = /^(?:case\s*)?#?\s*(\d{1,9})$/i;

/** A reference is one of a statement's line or of a payment, as typed or in capitals or small letters. */
export function findCases(db: Db, text: string, limit: number): Promise<FoundCaseRow[]> {
  const number = caseNumber.exec(text)?.[1] ?? null;
  const references = [...new Set([text, text.toUpperCase(), text.toLowerCase()])];
  // Each way by itself: with OR between them PostgreSQL reads all cases.
  return db.rows<FoundCaseRow>(
    `with lines as materialized (
       select id from statement_lines
       where network in ('MTN', 'AIRTEL', 'BANK') and reference = any($2::text[]) limit $4
     ), hits as (
       select id from reconciliation_cases where number = $1::bigint
       union
       select c.id from lines l join reconciliation_cases c on c.line_id = l.id and c.state = 'open'
       union
       select c.id from lines l join reconciliation_cases c on c.line_id = l.id and c.state = 'settled'
       union
       select c.id from (
         select id from payments where network_reference collate "C" = any($2::text[]) limit $4
       ) p join reconciliation_cases c on c.payment_id = p.id
     )
     select c.id, c.number, c.kind, c.state, c.network, c.day::text, c.effect,
       case when c.number = $1::bigint then 'caseNumber' else 'networkReference' end as match
     from hits join reconciliation_cases c using (id)
     order by c.number is distinct from $1::bigint, c.state, c.number desc limit $3`,
    [number, textArray(references), limit, maxReferences],
  );
}

/** Companies that have vouchers, for the hash of a code is that of one company. */
export async function companiesWithVouchers(db: Db): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select c.id from companies c
     where c.archived_at is null and exists (select from voucher_counts v where v.company_id = c.id)`,
  );
  return rows.map(({ id }) => id);
}

export type FoundVoucherRow = StoredVoucher & {
  readonly company_name: string;
  readonly product_name: string;
  readonly state: Found['codes'][number]['state'];
  readonly payment_id: string | null;
};

/** `hashes` are those of the code for each company, in the order of `companyIds`. */
export function findVouchers(
  db: Db,
  code: string,
  companyIds: readonly string[],
  hashes: readonly string[],
  limit: number,
): Promise<FoundVoucherRow[]> {
  return db.rows<FoundVoucherRow>(
    `select v.company_id, v.id, v.code, v.sealed, v.key_name, v.hint, v.state, v.payment_id,
       c.name as company_name, r.name as product_name
     from (
       select p.* from unnest($1::uuid[], $2::text[]) u(company_id, hash)
       join product_codes p on p.company_id = u.company_id and p.code_hash = u.hash
       union all
       -- In clear until the servers have encrypted it.
       select p.* from unnest($1::uuid[]) u(company_id)
       join product_codes p on p.company_id = u.company_id and p.code = $3
     ) v
     join companies c on c.id = v.company_id
     join internet_products r on r.company_id = v.company_id and r.id = v.product_id
     order by c.name collate "C", v.id limit $4`,
    [plainArray(companyIds), textArray(hashes), code, limit],
  );
}
