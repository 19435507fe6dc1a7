import type { AccountSortKey } from '@sente/contract/accounts';
import type { Direction } from '@sente/contract/paging';
import { heldUpSettlement, settlementsToPay, stoppedPayouts } from '../approvals/batch-about.ts';
import type { Db } from '../db/database.ts';

export interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly number: string;
  readonly type_code: number;
  readonly type_name: string | null;
  readonly is_active: boolean;
  readonly frozen_at: Date | null;
  readonly freeze_reason: string | null;
  readonly is_suspended: boolean;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly balance: string;
  readonly held: string;
  readonly opened_at: Date;
  readonly last_transaction_at: Date | null;
  readonly company_id: string;
  readonly company_name: string;
  readonly updated_at: Date;
}

export interface AccountFilters {
  readonly search: string;
  readonly companyId: string | null;
  readonly isActive: boolean | null;
  readonly isSuspended: boolean | null;
  readonly type: string;
}

export interface AccountListQuery extends AccountFilters {
  readonly sort: AccountSortKey;
  readonly direction: Direction;
  readonly limit: number;
  readonly offset: number;
}

export interface AccountListTotals {
  readonly count: number;
  readonly active: number;
  readonly suspended: number;
  readonly companies: number;
  readonly balance: string;
}

export interface NewAccount {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly number: string;
  readonly typeCode: number;
  readonly typeName: string;
  readonly isActive: boolean;
}

const isSuspended = '(a.frozen_at is not null or c.suspended_at is not null)';

const columns = `a.id, a.name, a.number, a.type_code, a.type_name, a.is_active, a.frozen_at,
  a.freeze_reason, ${isSuspended} as is_suspended, a.balance,
  a.held, a.opened_at, a.last_transaction_at, a.company_id, c.name as company_name, a.updated_at`;

/** System accounts and accounts of archived companies are never listed. */
const shownAccounts = `accounts a join companies c on c.id = a.company_id
  where a.kind = 'customer' and c.archived_at is null`;

/** "C" keeps the order the same on every server. */
const sortExpressions: Record<AccountSortKey, string> = {
  name: 'lower(a.name) collate "C"',
  company: 'lower(c.name) collate "C"',
  type: `coalesce(lower(a.type_name), '') collate "C"`,
  balance: 'a.balance',
  openDate: 'a.opened_at',
};

/**
 * Searches one concatenated text per account, with a separator that nobody can type: lowercasing
 * dominates the time for 100,000 accounts, so each account is lowercased once. Companies are few
 * and are scanned once.
 */
const passesFilters = `(
    $1 = ''
    or position(lower($1) in lower(a.name || chr(1) || a.number || chr(1) || a.id::text)) > 0
    or a.company_id in (select id from companies where position(lower($1) in lower(name)) > 0)
  )
  and ($2::uuid is null or a.company_id = $2)
  and ($3::boolean is null or a.is_active = $3)
  and ($4 = '' or lower(a.type_name) = lower($4))
  and ($5::boolean is null or ${isSuspended} = $5)`;

function filterValues(filters: AccountFilters): unknown[] {
  return [filters.search, filters.companyId, filters.isActive, filters.type, filters.isSuspended];
}

export function listAccounts(db: Db, query: AccountListQuery): Promise<AccountRow[]> {
  return db.rows<AccountRow>(
    `select ${columns} from ${shownAccounts} and ${passesFilters}
     order by ${sortExpressions[query.sort]} ${query.direction}, a.id ${query.direction}
     limit $6 offset $7`,
    [...filterValues(query), query.limit, query.offset],
  );
}

/** Grouped by company first: counting distinct companies over all accounts would sort them all. */
export async function totalAccounts(db: Db, filters: AccountFilters): Promise<AccountListTotals> {
  const row = await db.row<AccountListTotals>(
    `select coalesce(sum(accounts), 0)::int as count, coalesce(sum(active), 0)::int as active,
       coalesce(sum(suspended), 0)::int as suspended,
       count(*)::int as companies, coalesce(sum(balance), 0)::text as balance
     from (
       select count(*) as accounts, count(*) filter (where a.is_active and not ${isSuspended}) as active,
         count(*) filter (where ${isSuspended}) as suspended, sum(a.balance) as balance
       from ${shownAccounts} and ${passesFilters}
       group by a.company_id
     ) by_company`,
    filterValues(filters),
  );
  return row ?? { count: 0, active: 0, suspended: 0, companies: 0, balance: '0' };
}

export function listAccountsOfCompany(db: Db, companyId: string): Promise<AccountRow[]> {
  return db.rows<AccountRow>(
    `select ${columns} from ${shownAccounts} and a.company_id = $1
     order by ${sortExpressions.name}, a.id`,
    [companyId],
    'list_accounts_of_company',
  );
}

export function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return db.row<AccountRow>(
    `select ${columns} from ${shownAccounts} and a.id = $1`,
    [id],
    'find_account',
  );
}

export function findAccountByNumber(db: Db, number: string): Promise<AccountRow | undefined> {
  return db.row<AccountRow>(
    `select ${columns} from ${shownAccounts} and a.number = $1`,
    [number],
    'find_account_by_number',
  );
}

export interface HoldRow {
  readonly transaction_id: string;
  readonly description: string;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly held: string;
  readonly awaits_approval: boolean;
  readonly held_up_by: string | null;
  readonly phone_number: string | null;
  readonly network: string | null;
  readonly created_at: Date;
}

export function listHolds(db: Db, account: AccountRow, limit: number): Promise<HoldRow[]> {
  return db.rows<HoldRow>(
    `select t.id as transaction_id, t.description, t.held,
       coalesce(p.awaits_approval, false) as awaits_approval, p.phone_number, p.network,
       t.created_at, case when p.id is null then (
         select ${heldUpSettlement} from ${settlementsToPay}
         where s.company_id = t.company_id and s.transaction_id = t.id
       ) when p.status = 'PENDING' or exists (
         select from braked_payments h where h.payment_id = p.id and h.outcome is null
       ) then ${stoppedPayouts('p.company_id')} end as held_up_by
     from transactions t
     left join payments p on p.transaction_id = t.id and p.company_id = t.company_id
     where t.company_id = $1 and t.account_id = $2 and t.status = 'pending' and t.held > 0
     order by t.id desc limit $3`,
    [account.company_id, account.id, limit],
  );
}

/** Locks the account against changes and postings until this transaction ends. */
export function lockAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return db.row<AccountRow>(
    `select ${columns} from ${shownAccounts} and a.id = $1 for no key update of a`,
    [id],
  );
}

/** False if another account has the number, even one outside this scope. */
export async function insertAccount(db: Db, account: NewAccount): Promise<boolean> {
  const row = await db.row(
    `insert into accounts (id, company_id, name, number, type_code, type_name, is_active)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (number) do nothing returning id`,
    [
      account.id,
      account.companyId,
      account.name,
      account.number,
      account.typeCode,
      account.typeName,
      account.isActive,
    ],
  );
  return row !== undefined;
}

/** The initial deposit in hundredths of UGX, also one that waits for a second person. */
export async function findInitialDeposit(db: Db, account: AccountRow): Promise<bigint> {
  const row = await db.row<{ amount: string }>(
    `select e.amount from entries e
     join transactions t on t.company_id = e.company_id and t.id = e.transaction_id
     where e.company_id = $1 and e.account_id = $2 and e.number = 1 and t.key = $3
     union all
     select amount from approvals where kind = 'deposit' and account_id = $2
     limit 1`,
    [account.company_id, account.id, initialDepositKey(account.id)],
  );
  return BigInt(row?.amount ?? 0);
}

export function initialDepositKey(accountId: string): string {
  return `initial-deposit:${accountId}`;
}

/** Null accepts payments on it again. */
export async function setFreeze(db: Db, id: string, reason: string | null): Promise<void> {
  await db.rows(
    `update accounts set frozen_at = case when $2::text is not null then now() end,
       freeze_reason = $2 where id = $1`,
    [id, reason],
  );
}

/** Updates no other column, because money may move on the account at the same time. */
export async function updateAccount(
  db: Db,
  id: string,
  fields: { readonly name: string; readonly isActive: boolean },
): Promise<void> {
  await db.rows('update accounts set name = $2, is_active = $3, updated_at = now() where id = $1', [
    id,
    fields.name,
    fields.isActive,
  ]);
}

/** Above it, a deposit needs a second person; and what this person deposited alone within a day. */
export async function depositLimitOf(
  db: Db,
  userId: string,
): Promise<{ readonly limit: bigint; readonly deposited: bigint }> {
  // Orders concurrent deposits of the same person.
  await db.rows('select 1 from users where id = $1 for no key update', [userId]);
  const row = await db.row<{ deposit_limit: string; deposited: string }>(
    `select s.deposit_limit, (
       -- The log tells who opened an account, the ledger what was deposited.
       select coalesce(sum(e.amount), 0)::text
       from audit_log l
       join accounts a on a.id = l.subject_id
       join entries e on e.company_id = a.company_id and e.account_id = a.id and e.number = 1
       join transactions t on t.company_id = e.company_id and t.id = e.transaction_id
         and t.key = 'initial-deposit:' || a.id
       where l.actor_id = $1 and l.action = 'accounts.create' and l.result = 'done'
         and l.at > now() - interval '1 day' and l.details->>'approval' is null
     ) as deposited
     from platform_settings s`,
    [userId],
  );
  return { limit: BigInt(row?.deposit_limit ?? 0), deposited: BigInt(row?.deposited ?? 0) };
}

/** The request for the initial deposit that waits, if any. */
export async function findDepositRequest(db: Db, accountId: string): Promise<string | null> {
  const row = await db.row<{ id: string }>(
    `select id from approvals where account_id = $1 and kind = 'deposit' and state = 'waiting'`,
    [accountId],
  );
  return row?.id ?? null;
}
