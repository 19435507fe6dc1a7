import type { Attention } from '@sente/contract/attention';
import { fromHundredths } from '@sente/contract/money';
import { statementPlaces } from '@sente/contract/network-statements';
import type { Db } from '../db/database.ts';
import { isAnyTold } from '../notifications/look-states.ts';
import { readUnexplained } from './float.ts';
import { floatKey } from './run-matching.ts';

/** Those that two people let wait are no work until then. */
export async function countOpenCases(db: Db): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from reconciliation_cases
     where state = 'open' and (wait_until is null or wait_until <= kampala_day(now()))`,
  );
  return row?.count ?? 0;
}

/** Those that were told. Otherwise they would be worked out at every visit. */
export async function readToldFloats(db: Db): Promise<Attention['unexplainedFloats']> {
  if (!(await isAnyTold(db, statementPlaces.map(floatKey)))) return [];
  return (await readUnexplained(db)).map(({ amount, ...one }) => ({
    ...one,
    amount: fromHundredths(amount),
  }));
}
