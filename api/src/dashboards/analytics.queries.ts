import { dayMs, startOfDay } from '@sente/contract/kampala';
import type { Db } from '../db/database.ts';
import { lowestUuidV7 } from '../db/uuid.ts';
import type { DaySpan } from './periods.ts';

export interface NetworkRow {
  readonly network: string;
  readonly requests: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
}

/**
 * What has ended comes from the figures, and what was reversed is no success, as in the report. The others are few: those under way, and what was imported with a
 * status of its own. Ids contain the time.
 */
export function networksOfCompany(
  db: Db,
  companyId: string,
  { from, to }: DaySpan,
): Promise<NetworkRow[]> {
  return db.rows<NetworkRow>(
    `select network, sum(count)::int as requests,
       coalesce(sum(count - left_out) filter (where status = 'SUCCESS'), 0)::int as succeeded,
       coalesce(sum(count) filter (where status = 'FAILED'), 0)::int as failed,
       coalesce(sum(amount) filter (where status = 'SUCCESS'), 0)::text as amount
     from (
       select network, status, count, amount, left_out from payment_day_figures
       where company_id = $1 and day between $2 and $3
       union all
       select network, status, 1, amount, 0 from payments
       where company_id = $1 and status not in ('SUCCESS', 'FAILED') and id >= $4 and id < $5
     ) f
     group by network having sum(count) > 0 order by requests desc, network`,
    [companyId, from, to, lowestUuidV7(startOfDay(from)), lowestUuidV7(startOfDay(to) + dayMs)],
  );
}

export interface ProductSalesRow {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly sales: number;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
}

/** From the figures; what was reversed is no sale. Deleted products stay. */
export function productsOfCompany(
  db: Db,
  companyId: string,
  { from, to }: DaySpan,
  limit: number,
): Promise<ProductSalesRow[]> {
  return db.rows<ProductSalesRow>(
    `select f.product_id as id, coalesce(r.name, 'Unknown product') as name, coalesce(r.code, '') as code,
       f.sales, f.amount
     from (
       select product_id, sum(count - left_out)::int as sales, sum(amount)::text as amount
       from payment_day_figures
       where company_id = $1 and day between $2 and $3 and status = 'SUCCESS'
         and product_id <> '00000000-0000-0000-0000-000000000000'
       group by product_id having sum(count - left_out) > 0
     ) f
     left join internet_products r on r.company_id = $1 and r.id = f.product_id
     order by f.amount::numeric desc, lower(r.name) collate "C", f.product_id limit $4`,
    [companyId, from, to, limit],
  );
}

export interface AccountBalanceRow {
  readonly id: string;
  readonly name: string;
  readonly number: string;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly balance: string;
}

export function largestAccounts(
  db: Db,
  companyId: string,
  limit: number,
): Promise<AccountBalanceRow[]> {
  return db.rows<AccountBalanceRow>(
    `select id, name, number, balance from accounts
     where company_id = $1 and kind = 'customer' order by balance desc, id limit $2`,
    [companyId, limit],
  );
}

export interface AccountsSum {
  readonly count: number;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly balance: string;
}

export async function sumOfAccounts(db: Db, companyId: string): Promise<AccountsSum> {
  const row = await db.row<AccountsSum>(
    `select count(*)::int as count, coalesce(sum(balance), 0)::text as balance
     from accounts where company_id = $1 and kind = 'customer'`,
    [companyId],
  );
  if (!row) throw new Error('Counting answers one row');
  return row;
}
