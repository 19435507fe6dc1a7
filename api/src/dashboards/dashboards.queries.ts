import type { Db } from '../db/database.ts';
import type { CheckMark } from '../payments/doubted.ts';
import { transactionCheck } from '../payments/transaction-check.ts';
import { movedColumns, movedJoins, networkColumn } from '../ledger/moved.queries.ts';
import { reversedBy } from '../ledger/reversal.queries.ts';
import type { DayFigure, Figure } from './figures.ts';
import type { DaySpan } from './periods.ts';

/**
 * No query sums up transactions: sums come from the ledger's figures, and only the newest and the
 * pending transactions are read, by index.
 */
interface FigureRow {
  readonly type: Figure['type'];
  readonly status: Figure['status'];
  readonly count: string;
  readonly amount: string;
  readonly moved: string;
  readonly left_out: string;
}

type DayFigureRow = FigureRow & { readonly day: string };

const sums = `sum(count)::text as count, sum(amount)::text as amount, sum(moved)::text as moved,
  sum(left_out)::text as left_out`;

/** Totals since the beginning, from the company figures, which do not grow by the day. */
export async function platformFigures(db: Db): Promise<Figure[]> {
  const rows = await db.rows<FigureRow>(
    `select type, status, ${sums} from company_figures group by type, status`,
  );
  return rows.map(toFigure);
}

export async function platformDays(db: Db, { from, to }: DaySpan): Promise<DayFigure[]> {
  const rows = await db.rows<DayFigureRow>(
    `select day::text as day, type, status, ${sums}
     from platform_day_figures f where f.day between $1 and $2 group by f.day, type, status`,
    [from, to],
  );
  return rows.map(toDayFigure);
}

export async function companyFigures(db: Db, companyId: string): Promise<Figure[]> {
  const rows = await db.rows<FigureRow>(
    'select type, status, count, amount, moved, left_out from company_figures where company_id = $1',
    [companyId],
  );
  return rows.map(toFigure);
}

export async function companyDays(
  db: Db,
  companyId: string,
  { from, to }: DaySpan,
): Promise<DayFigure[]> {
  const rows = await db.rows<DayFigureRow>(
    `select day::text as day, type, status, count, amount, moved, left_out
     from company_day_figures f where company_id = $1 and f.day between $2 and $3`,
    [companyId, from, to],
  );
  return rows.map(toDayFigure);
}

/** What the accounts of a company gained since the end of a day, in hundredths of UGX. */
export async function movedAfter(db: Db, companyId: string, day: string): Promise<bigint> {
  const row = await db.row<{ moved: string }>(
    `select coalesce(sum(moved), 0)::text as moved from company_day_figures f
     where company_id = $1 and f.day > $2`,
    [companyId, day],
  );
  return BigInt(row?.moved ?? 0);
}

export interface PlatformCounts {
  readonly companies: number;
  readonly companiesBefore: number;
  readonly activeUsers: number;
  readonly lastLoginAt: Date | null;
  readonly pendingApprovals: number;
}

export async function platformCounts(db: Db, before: Date): Promise<PlatformCounts> {
  const row = await db.row<PlatformCounts>(
    `select
       (select count(*)::int from companies where archived_at is null) as companies,
       (
         select count(*)::int from companies
         where created_at < $1 and (archived_at is null or archived_at >= $1)
       ) as "companiesBefore",
       (
         select count(*)::int from users u left join companies c on c.id = u.company_id
         where u.is_active and u.password_hash is not null and u.deleted_at is null
           and c.archived_at is null
       ) as "activeUsers",
       (select max(last_login_at) from users where deleted_at is null) as "lastLoginAt",
       (
         select count(*)::int from approval_queue where is_waiting
       ) as "pendingApprovals"`,
    [before],
  );
  if (!row) throw new Error('Counting answers one row');
  return row;
}

export interface HourRow {
  readonly hour: Date;
  readonly type: Figure['type'];
  readonly status: Figure['status'];
  readonly count: string;
  readonly amount: string;
}

/** Business of these hours, from the first (included) to the last (excluded) moment of each span. */
export function platformHours(
  db: Db,
  [today, before]: readonly { readonly from: Date; readonly to: Date }[],
): Promise<HourRow[]> {
  return db.rows<HourRow>(
    `select hour, type, status, sum(count - left_out)::text as count, sum(amount)::text as amount
     from platform_hour_figures
     where (hour >= $1 and hour < $2) or (hour >= $3 and hour < $4)
     group by hour, type, status`,
    [today?.from, today?.to, before?.from, before?.to],
  );
}

export interface NetworkSum {
  readonly network: string;
  readonly amount: string;
}

/** What was paid out by each network in these days. */
export function payoutsByNetwork(db: Db, { from, to }: DaySpan): Promise<NetworkSum[]> {
  return db.rows<NetworkSum>(
    `select network, sum(amount)::text as amount from platform_payment_figures f
     where f.day between $1 and $2 and direction = 'payout' and status = 'SUCCESS'
     group by network order by network`,
    [from, to],
  );
}

export interface TopCompanyRow {
  readonly id: string;
  readonly name: string;
  readonly count: string;
  readonly amount: string;
}

/**
 * Names are looked up for the five rows only: joining first took twice the time for ten thousand
 * companies.
 */
export function topCompanies(db: Db, type: Figure['type']): Promise<TopCompanyRow[]> {
  return db.rows<TopCompanyRow>(
    `select c.id, c.name, f.count, f.amount
     from (
       select company_id, count - left_out as count, amount from company_figures f
       where type = $1 and status = 'completed' and count > left_out
         and not exists (
           select from companies a where a.id = f.company_id and a.archived_at is not null
         )
       order by amount desc, company_id
       limit 5
     ) f
     join companies c on c.id = f.company_id
     order by f.amount desc, f.company_id`,
    [type],
  );
}

export interface ActivityRow extends CheckMark {
  readonly network: string | null;
  readonly id: string;
  readonly description: string;
  readonly type: Figure['type'];
  readonly kind: string;
  readonly status: Figure['status'];
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly fee: string;
  readonly net: string | null;
  readonly created_at: Date;
  readonly reversal_of: string | null;
  readonly reversed_by: string | null;
}

export function newestOfCompany(db: Db, companyId: string, limit: number): Promise<ActivityRow[]> {
  return db.rows<ActivityRow>(
    `select t.id, t.description, t.type, t.kind, t.status, t.amount, t.created_at, t.reversal_of,
       ${reversedBy} as reversed_by, ${networkColumn}, ${transactionCheck} as "check", ${movedColumns}
     from (select * from transactions where company_id = $1 order by id desc limit $2) t
     ${movedJoins}
     order by t.id desc`,
    [companyId, limit],
  );
}

export interface LowStockRow {
  readonly id: string;
  readonly name: string;
  readonly stock: number;
  readonly lowStockAt: number | null;
}

/** What nobody can buy as well, as the list of products says: notifications leave out what never had a voucher. */
export function listLowStock(db: Db, companyId: string, limit: number): Promise<LowStockRow[]> {
  return db.rows<LowStockRow>(
    `select p.id, p.name, v.stock, p.low_stock_at as "lowStockAt"
     from internet_products p
     cross join lateral (
       select coalesce(sum(c.count) filter (where c.state = 'free'), 0)::int as stock
       from voucher_counts c where c.company_id = p.company_id and c.product_id = p.id
     ) v
     where p.company_id = $1 and p.is_active and p.deleted_at is null and v.stock <= coalesce(p.low_stock_at, 0)
     order by v.stock, p.name, p.id limit $2`,
    [companyId, limit],
  );
}

export interface CompanyFactsRow {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  readonly accounts: number;
  readonly accounts_before: number;
  readonly active_accounts: number;
}

export function findCompanyFacts(
  db: Db,
  companyId: string,
  before: Date,
): Promise<CompanyFactsRow | undefined> {
  return db.row<CompanyFactsRow>(
    `select c.id, c.name, c.address, c.phone, c.email, a.*
     from companies c
     cross join lateral (
       select count(*)::int as accounts,
         (count(*) filter (where opened_at < $2))::int as accounts_before,
         (count(*) filter (where is_active))::int as active_accounts
       from accounts where company_id = c.id and kind = 'customer'
     ) a
     where c.id = $1 and c.archived_at is null`,
    [companyId, before],
  );
}

function toFigure(row: FigureRow): Figure {
  return {
    type: row.type,
    status: row.status,
    count: BigInt(row.count),
    amount: BigInt(row.amount),
    moved: BigInt(row.moved),
    leftOut: BigInt(row.left_out),
  };
}

function toDayFigure(row: DayFigureRow): DayFigure {
  return { ...toFigure(row), day: row.day };
}
