import { maxListedSuspenseMovements, type SuspenseAccount } from '@sente/contract/accounts';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';

interface MovementRow {
  readonly id: string;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly balance_after: string;
  readonly description: string;
  readonly reference: string | null;
  readonly finished_at: Date;
}

/** Empty for a company that has no system accounts yet. */
export async function readSuspense(db: Db, companyId: string): Promise<SuspenseAccount> {
  const account = await db.row<{ id: string; balance: string; entry_count: number }>(
    `select id, balance, entry_count::float8 as entry_count from accounts
     where company_id = $1 and kind = 'suspense'`,
    [companyId],
  );
  if (!account) return { balance: 0, movements: [], movementCount: 0 };
  const rows = await db.rows<MovementRow>(
    `select t.id, e.amount, e.balance_after, t.description, t.reference, t.finished_at
     from (
       select number, transaction_id, amount, balance_after from entries
       where company_id = $1 and account_id = $2 order by number desc limit $3
     ) e
     join transactions t on t.company_id = $1 and t.id = e.transaction_id
     order by e.number desc`,
    [companyId, account.id, maxListedSuspenseMovements],
  );
  return {
    balance: toUgx(account.balance),
    movements: rows.map((row) => ({
      transactionId: row.id,
      amount: toUgx(row.amount),
      balanceAfter: toUgx(row.balance_after),
      description: row.description,
      reference: row.reference,
      date: row.finished_at.toISOString(),
    })),
    movementCount: account.entry_count,
  };
}
