import type {
  CompanyBody,
  CompanyDetails,
  CompanyListItem,
  CompanySortKey,
  CompanyState,
} from '@sente/contract/companies';
import type { Direction } from '@sente/contract/paging';
import { phoneDigits } from '@sente/contract/phone';
import type { Db } from '../db/database.ts';
import { digitsOf } from '../db/digits.ts';
import { debtOf } from '../ledger/debt.queries.ts';

/** Named as in the contract, so that a new field needs no mapping. */
interface CompanyFields extends Omit<
  CompanyListItem,
  'balance' | 'suspension' | 'createdAt' | 'updatedAt' | 'status' | 'lastActiveOn'
> {
  readonly suspended_at: Date | null;
  readonly suspension_reason: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface CompanyRow extends CompanyFields {
  readonly has_active_account: boolean;
  readonly brake: CompanyDetails['payoutBrake'];
}

export interface CompanyListRow extends CompanyFields {
  /** Hundredths of UGX; bigint arrives as text. */
  readonly balance: string;
  readonly has_active_account: boolean;
  readonly last_active_on: string | null;
}

export interface CompanyListTotals {
  readonly count: number;
  readonly balance: string;
}

export interface CompanyFilter {
  readonly search: string;
  /** Null for all. */
  readonly status: CompanyState | null;
}

export interface CompanyListQuery extends CompanyFilter {
  readonly sort: CompanySortKey;
  readonly direction: Direction;
  readonly limit: number;
  readonly offset: number;
}

/** "C" keeps the order the same on every server; nulls come first. */
const sortExpressions: Record<CompanySortKey, string> = {
  name: 'lower(c.name) collate "C"',
  email: 'lower(c.email) collate "C"',
  phone: 'lower(c.phone) collate "C"',
  website: `coalesce(lower(c.website), '') collate "C"`,
  createdAt: 'c.created_at',
  // As few rows as for the total of all balances, which every page has.
  balance: `(
    select coalesce(sum(moved), 0) from company_figures where company_id = c.id
  )`,
};

/**
 * Case-insensitive in name and email, exact in phone; `digits` is what the text has of a phone
 * number, or null. An empty search matches all.
 */
const matchesSearch = (digits: string): string => `(
  $1 = ''
  or position(lower($1) in lower(c.name)) > 0
  or position(lower($1) in lower(c.email)) > 0
  or position($1 in c.phone) > 0
  or position(${digits}::text in ${digitsOf('c.phone')}) > 0
)`;

const hasActiveAccount = `exists (
  select 1 from accounts where company_id = c.id and kind = 'customer' and is_active
)`;

const inState: Record<CompanyState, string> = {
  active: `c.suspended_at is null and ${hasActiveAccount}`,
  pending: `c.suspended_at is null and not ${hasActiveAccount}`,
  suspended: 'c.suspended_at is not null',
};

function matches({ status }: CompanyFilter, digits: string): string {
  const found = `c.archived_at is null and ${matchesSearch(digits)}`;
  return status ? `${found} and ${inState[status]}` : found;
}

const companyColumns = `c.id, c.name, c.email, c.phone, c.address, c.website,
  c.logo_url as "logoUrl", c.logo, c.description, c.is_head_office as "isHeadOffice", c.suspended_at, c.suspension_reason, c.created_at, c.updated_at`;

/**
 * The balance is the sum of all movements: at most six rows per company, however many accounts it
 * has.
 */
export function listCompanies(db: Db, query: CompanyListQuery): Promise<CompanyListRow[]> {
  const order = `${sortExpressions[query.sort]} ${query.direction}, c.id ${query.direction}`;
  return db.rows<CompanyListRow>(
    `with page as (
       select c.* from companies c
       where ${matches(query, '$4')}
       order by ${order}
       limit $2 offset $3
     )
     select ${companyColumns}, coalesce(f.balance, 0)::text as balance,
       ${hasActiveAccount} as has_active_account,
       (select max(day)::text from company_day_figures where company_id = c.id) as last_active_on
     from page c
     left join lateral (
       select sum(moved) as balance from company_figures where company_id = c.id
     ) f on true
     order by ${order}`,
    [query.search, query.limit, query.offset, phoneDigits(query.search)],
  );
}

export async function totalCompanies(db: Db, filter: CompanyFilter): Promise<CompanyListTotals> {
  const row = await db.row<CompanyListTotals>(
    `with found as materialized (
       select c.id from companies c where ${matches(filter, '$2')}
     )
     select (select count(*)::int from found) as count, coalesce(sum(moved), 0)::text as balance
     from company_figures where company_id in (select id from found)`,
    [filter.search, phoneDigits(filter.search)],
  );
  return row ?? { count: 0, balance: '0' };
}

const columns = `${companyColumns},
  ${hasActiveAccount} as has_active_account,
  (
    select jsonb_build_object(
      'at', to_char(b.tripped_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'reason', case when b.company_id is not null then b.reason end
    )
    from payout_brakes b
    where b.ended_at is null and (b.company_id is null or b.company_id = c.id)
    order by b.company_id nulls last limit 1
  ) as brake`;

export function findCompany(db: Db, id: string): Promise<CompanyRow | undefined> {
  return db.row<CompanyRow>(
    `select ${columns} from companies c where c.id = $1 and c.archived_at is null`,
    [id],
    'find_company',
  );
}

/** Locks the company against changes and archiving until this transaction ends. */
export function lockCompany(db: Db, id: string): Promise<CompanyRow | undefined> {
  return db.row<CompanyRow>(
    `select ${columns} from companies c where c.id = $1 and c.archived_at is null for update of c`,
    [id],
  );
}

/** Null ends the suspension. */
export async function setSuspension(db: Db, id: string, reason: string | null): Promise<void> {
  await db.rows(
    `update companies set suspended_at = case when $2::text is not null then now() end,
       suspension_reason = $2 where id = $1`,
    [id, reason],
  );
}

export async function insertCompany(db: Db, id: string, body: CompanyBody): Promise<void> {
  await db.rows(
    `insert into companies (id, name, email, phone, address, website, logo_url, description)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, ...valuesOf(body)],
  );
}

export async function updateCompany(db: Db, id: string, body: CompanyBody): Promise<void> {
  await db.rows(
    `update companies set name = $2, email = $3, phone = $4, address = $5, website = $6, logo_url = $7,
       description = $8, updated_at = now()
     where id = $1`,
    [id, ...valuesOf(body)],
  );
}

export async function updateProfile(
  db: Db,
  id: string,
  { phone, address, website }: Pick<CompanyBody, 'phone' | 'address' | 'website'>,
): Promise<void> {
  await db.rows(
    'update companies set phone = $2, address = $3, website = $4, updated_at = now() where id = $1',
    [id, phone, address, website],
  );
}

/** No new version: a form that is open meanwhile does not contain it. */
export async function setLogo(db: Db, id: string, logo: string | null): Promise<void> {
  await db.rows('update companies set logo = $2 where id = $1', [id, logo]);
}

function valuesOf(body: CompanyBody): (string | null)[] {
  return [
    body.name,
    body.email,
    body.phone,
    body.address,
    body.website,
    body.logoUrl,
    body.description,
  ];
}

/**
 * Deactivates the company's accounts, locked in the order of the ledger. Waits for postings in
 * progress and prevents later ones.
 */
export async function closeAccounts(db: Db, id: string): Promise<void> {
  await db.rows(
    `select id from accounts where company_id = $1 order by kind = 'receivable', id
     for no key update`,
    [id],
  );
  await db.rows(
    'update accounts set is_active = false, updated_at = now() where company_id = $1 and is_active',
    [id],
  );
}

/** The company's money and debt in hundredths of UGX, and what is unfinished. */
export async function moneyOf(
  db: Db,
  id: string,
): Promise<{ balance: bigint; debt: bigint; unfinished: bigint }> {
  const row = await db.row<{ balance: string; debt: string; unfinished: string }>(
    `select coalesce(sum(moved), 0)::text as balance, (${debtOf('$1')})::text as debt,
       (coalesce(sum(count) filter (where status = 'pending'), 0) + (
         select count(*) from payment_reviews where company_id = $1 and closed_at is null
       ))::text as unfinished
     from company_figures where company_id = $1`,
    [id],
  );
  return {
    balance: BigInt(row?.balance ?? 0),
    debt: BigInt(row?.debt ?? 0),
    unfinished: BigInt(row?.unfinished ?? 0),
  };
}

/**
 * Ends the sessions of its users and stops its API credentials. The users are deleted with it, so
 * that their emails and usernames become free; their rows stay for the audit log. Returns the
 * number of users.
 */
export async function archiveCompany(db: Db, id: string): Promise<number> {
  await db.rows('update companies set archived_at = now(), updated_at = now() where id = $1', [id]);
  const ended = await db.rows<{ user_id: string }>(
    'delete from sessions s using users u where u.id = s.user_id and u.company_id = $1 returning s.user_id',
    [id],
  );
  for (const { user_id: userId } of ended) db.changed({ topic: 'sessions', userId });
  await db.rows(
    'update company_credentials set is_active = false, updated_at = now() where company_id = $1 and is_active',
    [id],
  );
  const people = await db.rows(
    `update users set deleted_at = now(), updated_at = now()
     where company_id = $1 and deleted_at is null returning id`,
    [id],
  );
  return people.length;
}
