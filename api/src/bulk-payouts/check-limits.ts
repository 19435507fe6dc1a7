import type { LimitKind, LimitScope } from '@sente/contract/limits';
import { plainArray, textArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';
import { exceededText } from '../payments/orders/limit-text.ts';
import type { StoredBulk } from './stored-bulks.queries.ts';

/* The limits of the company for all lines together, in the order in which they are paid. */

interface Limit {
  readonly scope: LimitScope;
  readonly kind: LimitKind;
  readonly most: number;
  /** By the payments of the day or month. With one number: see Line. */
  readonly used: number;
  readonly frees: string | null;
}

interface Line {
  readonly number: number;
  readonly phone_number: string;
  /** Hundredths of UGX. */
  readonly amount: number;
  /** The company never paid this number. */
  readonly is_new: boolean;
  /** Payouts to the number today, and those through the API. */
  readonly today: number;
  readonly today_api: number;
}

/**
 * Marks the good lines that do not fit into the limits with those before them. What does not fit takes nothing of a
 * limit, as when the payouts are made.
 */
export async function markExceeding(db: Db, bulk: StoredBulk): Promise<void> {
  const limits = await listLimits(db, bulk);
  if (limits.length === 0) return;
  const faults = exceeding(limits, await listGood(db, bulk));
  await db.rows(
    `update bulk_payout_lines l set state = 'faulty', faults = l.faults || u.fault
     from unnest($2::int[], $3::text[]) u(number, fault) where l.bulk_id = $1 and l.number = u.number`,
    [bulk.id, plainArray(faults.map(({ number }) => number)), textArray(faults.map((f) => f.text))],
  );
}

function exceeding(
  limits: readonly Limit[],
  lines: readonly Line[],
): { readonly number: number; readonly text: string }[] {
  let [amount, newNumbers] = [0, 0];
  const counts = new Map<string, number>();
  return lines.flatMap((line) => {
    const before = counts.get(line.phone_number) ?? 0;
    const isNew = line.is_new && before === 0;
    const usedOf = ({ kind, scope, used }: Limit): number => {
      if (kind === 'payment') return 0;
      if (kind === 'number') return before + (scope === 'api' ? line.today_api : line.today);
      return used + (kind === 'new_numbers' ? newNumbers : amount);
    };
    const addsTo = ({ kind }: Limit): number => {
      if (kind === 'number') return 1;
      return kind === 'new_numbers' ? Number(isNew) : line.amount;
    };
    const limit = limits.find((one) => addsTo(one) > 0 && usedOf(one) + addsTo(one) > one.most);
    if (limit) {
      const exceeded = { ...limit, used: usedOf(limit) };
      const isByFile = limit.kind !== 'payment' && exceeded.used > usedBefore(limit, line);
      const text = exceededText('payout', exceeded);
      const { number } = line;
      return { number, text: isByFile ? `${text} The lines before this one count.` : text };
    }
    amount += line.amount;
    newNumbers += Number(isNew);
    counts.set(line.phone_number, before + 1);
    return [];
  });
}

/** Without the lines. */
function usedBefore({ kind, scope, used }: Limit, line: Line): number {
  if (kind !== 'number') return used;
  return scope === 'api' ? line.today_api : line.today;
}

/** In the order in which limits_take looks at them. */
function listLimits(db: Db, { company_id: companyId, origin }: StoredBulk): Promise<Limit[]> {
  return db.rows<Limit>(
    `select l.scope, l.kind, l.most::float8 as most,
       coalesce(case l.kind when 'new_numbers' then u.new_numbers else u.amount end, 0)::float8 as used,
       case l.kind when 'payment' then null
         when 'month' then (date_trunc('month', d.day) + interval '1 month')::date
         else d.day + 1 end::text as frees
     from (select kampala_day(now()) as day) d
     cross join payment_limits l
     left join lateral (
       select c.* from limits_count(l.company_id, l.scope, 'payout',
         case when l.kind = 'month' then 'month' else 'day' end,
         case when l.kind = 'month' then date_trunc('month', d.day)::date else d.day end) c
       where l.kind in ('day', 'month', 'new_numbers')
     ) u on true
     where l.company_id = $1 and l.direction = 'payout' and (l.scope = 'company' or $2 = 'api')
     order by l.scope desc, l.kind`,
    [companyId, origin],
  );
}

function listGood(db: Db, bulk: StoredBulk): Promise<Line[]> {
  return db.rows<Line>(
    `with good as (
       select number, phone_number, amount from bulk_payout_lines where bulk_id = $2 and state = 'ok'
     )
     select g.number, g.phone_number, g.amount::float8 as amount, n.is_new, n.today, n.today_api
     from good g join (
       select d.phone_number, c.*
       from (select distinct phone_number from good) d cross join lateral (
         select count(p.id) = 0 as is_new,
           count(*) filter (where p.created_at >= k.start)::int as today,
           count(*) filter (where p.created_at >= k.start and p.origin = 'api')::int as today_api
         from (select kampala_day(now())::timestamp at time zone interval '3 hours' as start) k
         left join payments p on p.company_id = $1 and p.phone_number = d.phone_number
           and p.direction = 'payout' and p.status <> 'FAILED'
       ) c
     ) n using (phone_number)
     order by g.number`,
    [bulk.company_id, bulk.id],
  );
}
