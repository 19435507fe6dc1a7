import type { Db } from '../db/database.ts';
import type { Leg } from './posting.ts';

/** The reversal of a transaction. Matches the partial index of reversals, without failed ones. */
export function reversalOf(id: string, companyId: string): string {
  return `(
    select r.id from transactions r
    where r.reversal_of = ${id} and r.company_id = ${companyId} and r.status <> 'failed'
  )`;
}

/** The same for a transaction `t`. */
export const reversedBy = reversalOf('t.id', 't.company_id');

export async function legsOf(db: Db, companyId: string, transactionId: string): Promise<Leg[]> {
  const rows = await db.rows<{ account_id: string; amount: string }>(
    `select account_id, amount from entries
     where company_id = $1 and transaction_id = $2 order by account_id`,
    [companyId, transactionId],
  );
  return rows.map((row) => ({ accountId: row.account_id, amount: BigInt(row.amount) }));
}
