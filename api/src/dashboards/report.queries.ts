import { dayMs, startOfDay } from '@sente/contract/kampala';
import type { Db } from '../db/database.ts';
import type { Figure } from './figures.ts';
import type { DaySpan } from './periods.ts';

/** Sums over the figures of one group; hundredths of UGX. */
export interface ReportSum {
  readonly type: Figure['type'];
  readonly status: Figure['status'];
  readonly count: bigint;
  readonly amount: bigint;
  readonly fees: bigint;
  readonly leftOut: bigint;
}
export type DayKindSum = ReportSum & { readonly day: string; readonly kind: string };
export type NamedSum = ReportSum & {
  readonly key: string;
  readonly name: string;
  readonly company: string | null;
};

type Raw<Sum extends ReportSum> = Omit<Sum, 'count' | 'amount' | 'fees' | 'leftOut'> &
  Record<'count' | 'amount' | 'fees' | 'leftOut', string>;

const sums = `sum(count)::text as count, sum(amount)::text as amount, sum(fees)::text as fees,
  sum(left_out)::text as "leftOut"`;

async function readSums<Sum extends ReportSum>(
  db: Db,
  sql: string,
  values: readonly unknown[],
): Promise<Sum[]> {
  const rows = await db.rows<Raw<Sum>>(sql, [...values]);
  return rows.map(
    (row) =>
      ({
        ...row,
        count: BigInt(row.count),
        amount: BigInt(row.amount),
        fees: BigInt(row.fees),
        leftOut: BigInt(row.leftOut),
      }) as unknown as Sum,
  );
}

/** Of all companies by the hours of the platform; of one company by its days, each found by the primary key. */
export function sumsByDayAndKind(
  db: Db,
  { from, to }: DaySpan,
  companyId: string | null,
): Promise<DayKindSum[]> {
  const figures = companyId
    ? `(select f.* from generate_series($1::date, $2::date, interval '1 day') d
        join kind_day_figures f on f.day = d::date and f.company_id = $3)`
    : `(select kampala_day(hour) as day, f.* from platform_hour_figures f
        where hour >= $1 and hour < $2)`;
  return readSums<DayKindSum>(
    db,
    `select f.day::text as day, kind, type, status, ${sums} from ${figures} f group by f.day, kind, type, status`,
    companyId
      ? [from, to, companyId]
      : [new Date(startOfDay(from)), new Date(startOfDay(to) + dayMs)],
  );
}

/** The companies with the most business, and one more than asked for if there are more. */
export function sumsByCompany(
  db: Db,
  { from, to }: DaySpan,
  { companyId, limit }: { readonly companyId: string | null; readonly limit: number },
): Promise<NamedSum[]> {
  return readSums<NamedSum>(
    db,
    `with figures as materialized (
       select company_id, type, status, sum(count) as count, sum(amount) as amount, sum(fees) as fees,
         sum(left_out) as left_out
       from kind_day_figures
       where day between $1 and $2 and ($3::uuid is null or company_id = $3)
       group by company_id, type, status
     ), largest as (
       select company_id from figures group by company_id
       order by sum(amount) filter (where status = 'completed') desc nulls last, company_id
       limit $4
     )
     select f.company_id as key, c.name, null as company, f.type, f.status, f.count::text, f.amount::text,
       f.fees::text, f.left_out::text as "leftOut"
     from largest join figures f using (company_id) join companies c on c.id = f.company_id`,
    [from, to, companyId, limit],
  );
}

const typeAndStatus = `case f.direction when 'collection' then 'credit' else 'debit' end as type,
  case f.status when 'SUCCESS' then 'completed' else 'failed' end as status`;

export function sumsByNetwork(
  db: Db,
  { from, to }: DaySpan,
  companyId: string | null,
): Promise<NamedSum[]> {
  const source = companyId
    ? 'payment_day_figures f where company_id = $3 and'
    : 'platform_payment_figures f where';
  return readSums<NamedSum>(
    db,
    `select network as key, network as name, null as company, ${typeAndStatus}, ${sums}
     from ${source} day between $1 and $2 group by network, f.direction, f.status`,
    companyId ? [from, to, companyId] : [from, to],
  );
}

export function sumsByProduct(
  db: Db,
  { from, to }: DaySpan,
  { companyId, limit }: { readonly companyId: string | null; readonly limit: number },
): Promise<NamedSum[]> {
  return readSums<NamedSum>(
    db,
    `with figures as materialized (
       select company_id, product_id, direction, status, sum(count) as count, sum(amount) as amount,
         sum(fees) as fees, sum(left_out) as left_out
       from payment_day_figures
       where day between $1 and $2 and product_id <> '00000000-0000-0000-0000-000000000000'
         and ($3::uuid is null or company_id = $3)
       group by company_id, product_id, direction, status
     ), largest as (
       select company_id, product_id from figures group by company_id, product_id
       order by sum(amount) filter (where status = 'SUCCESS') desc nulls last, product_id
       limit $4
     )
     select f.product_id as key, coalesce(p.name, 'Unknown product') as name, c.name as company, ${typeAndStatus},
       f.count::text, f.amount::text, f.fees::text, f.left_out::text as "leftOut"
     from largest join figures f using (company_id, product_id)
     join companies c on c.id = f.company_id
     left join internet_products p on p.company_id = f.company_id and p.id = f.product_id`,
    [from, to, companyId, limit],
  );
}

export interface ReasonRow {
  readonly code: string;
  readonly payments: number;
  readonly amount: string;
}

export function reasonsOfFailure(
  db: Db,
  { from, to }: DaySpan,
  companyId: string | null,
): Promise<ReasonRow[]> {
  const source = companyId
    ? 'payment_day_figures f where company_id = $3 and'
    : 'platform_payment_figures f where';
  return db.rows<ReasonRow>(
    `select reason_code as code, sum(count)::int as payments, sum(amount)::text as amount
     from ${source} day between $1 and $2 and status = 'FAILED'
     group by reason_code having sum(count) > 0 order by 2 desc, 1 limit 100`,
    companyId ? [from, to, companyId] : [from, to],
  );
}

export interface DecisionRow {
  readonly kind: string;
  readonly approved: number;
  readonly rejected: number;
  readonly medianSeconds: number;
  readonly longestSeconds: number;
}

/** People decide little, so their decisions are read themselves. What was withdrawn or expired is not one. */
export function decisionsOf(
  db: Db,
  { from, to }: { readonly from: Date; readonly to: Date },
  companyId: string | null,
): Promise<DecisionRow[]> {
  return db.rows<DecisionRow>(
    `select kind, (count(*) filter (where state = 'approved'))::int as approved,
       (count(*) filter (where state = 'rejected'))::int as rejected,
       percentile_cont(0.5) within group (order by waited)::float8 as "medianSeconds",
       max(waited)::float8 as "longestSeconds"
     from (
       select kind, state, greatest(0, extract(epoch from decided_at - asked_at)) as waited
       from approval_queue
       where decided_at >= $1 and decided_at < $2 and decided_by is not null
         and state in ('approved', 'rejected') and ($3::uuid is null or company_id = $3)
     ) q
     group by kind order by count(*) desc, kind`,
    [from, to, companyId],
  );
}

export async function companyExists(db: Db, companyId: string): Promise<boolean> {
  return (await db.row('select 1 from companies where id = $1', [companyId])) !== undefined;
}
