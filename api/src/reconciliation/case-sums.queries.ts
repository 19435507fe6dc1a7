import type { Db } from '../db/database.ts';
import { condition, valuesOf, type CaseFilters } from './case-rows.queries.ts';

interface CaseSums {
  readonly count: number;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly more: string;
  readonly less: string;
  /** Of open cases, what another one of the network has the other way round. */
  readonly in_pairs: string;
}

export async function sumCases(db: Db, filters: CaseFilters): Promise<CaseSums> {
  const row = await db.row<CaseSums>(
    `with amounts as (
       select network, abs(effect) as amount, count(*) as count,
         count(*) filter (where effect > 0) as more, count(*) filter (where effect < 0) as less,
         count(*) filter (where effect > 0 and state = 'open') as open_more,
         count(*) filter (where effect < 0 and state = 'open') as open_less
       from reconciliation_cases c where ${condition} group by network, abs(effect)
     )
     select coalesce(sum(count), 0)::int as count, coalesce(sum(amount * more), 0) as more,
       coalesce(-sum(amount * less), 0) as less,
       coalesce(sum(amount * least(open_more, open_less)), 0) as in_pairs
     from amounts`,
    valuesOf(filters),
  );
  return row ?? { count: 0, more: '0', less: '0', in_pairs: '0' };
}
