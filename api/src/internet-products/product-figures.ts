import type { ProductFigures } from '@sente/contract/internet-products';
import { dayMs, kampalaDay } from '@sente/contract/kampala';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { dayRangeOf, type DayRange } from '../http/day-range.ts';
import type { InternetProductRow } from './internet-products.queries.ts';

interface SalesRow {
  readonly day: string;
  readonly count: number;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
}

/** Counts come from the counters of vouchers, sales from the daily figures of payments. */
export async function readFigures(
  db: Db,
  actor: Actor,
  product: InternetProductRow,
): Promise<ProductFigures> {
  const maySeeSales = actor.isStaff || actor.permissions.has('canViewTransactions');
  const days = dayRangeOf({});
  return {
    codes: await countCodes(db, product),
    sales: maySeeSales ? everyDay(days, await listSales(db, product, days)) : null,
  };
}

async function countCodes(db: Db, product: InternetProductRow): Promise<ProductFigures['codes']> {
  const rows = await db.rows<{ state: string; count: number }>(
    `select state, sum(count)::int as count from voucher_counts
     where company_id = $1 and product_id = $2 group by state`,
    [product.company_id, product.id],
  );
  const countOf = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
  return {
    free: countOf('free'),
    reserved: countOf('reserved'),
    sold: countOf('used'),
    withdrawn: countOf('withdrawn'),
  };
}

function listSales(
  db: Db,
  product: InternetProductRow,
  { firstDay, lastDay }: DayRange,
): Promise<SalesRow[]> {
  return db.rows<SalesRow>(
    `select f.day::text as day, sum(count - left_out)::int as count, sum(amount)::text as amount
     from payment_day_figures f
     where company_id = $1 and f.day between $2 and $3 and product_id = $4
       and direction = 'collection' and status = 'SUCCESS'
     group by f.day`,
    [product.company_id, firstDay, lastDay, product.id],
  );
}

/** The oldest first, also days without sales. */
function everyDay({ startMs, endMs }: DayRange, sales: readonly SalesRow[]) {
  const byDay = new Map(sales.map((row) => [row.day, row]));
  return Array.from({ length: (endMs - startMs) / dayMs }, (_, index) => {
    const date = kampalaDay(startMs + index * dayMs);
    const row = byDay.get(date);
    return { date, count: row?.count ?? 0, amount: toUgx(row?.amount ?? '0') };
  });
}
