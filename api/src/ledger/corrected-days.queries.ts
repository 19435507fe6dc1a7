import type { Db } from '../db/database.ts';

/**
 * The earlier day that a transaction `t` corrects: of what it takes back, of the case that it settles, or on which a
 * payment was asked for that people booked later. Null if it is of the same day, or corrects none.
 */
export const correctedDay = `nullif(coalesce(
    (
      select kampala_day(r.finished_at) from transactions r
      where r.company_id = t.company_id and r.id = t.reversal_of
    ),
    (
      select d.day from corrected_days d
      where d.company_id = t.company_id and d.transaction_id = t.id
    ),
    case when t.key like 'review:%' then (
      select kampala_day(r.created_at) from payments r where r.transaction_id = t.id
    ) end
  ), kampala_day(t.finished_at))::text`;

/** What is booked now because of an earlier day. */
export async function keepCorrectedDay(
  db: Db,
  transactionIds: readonly string[],
  day: string,
): Promise<void> {
  await db.rows(
    `insert into corrected_days (company_id, transaction_id, day)
     select company_id, id, $2 from transactions
     where id = any($1::uuid[]) and kampala_day(finished_at) <> $2`,
    [transactionIds, day],
  );
}
