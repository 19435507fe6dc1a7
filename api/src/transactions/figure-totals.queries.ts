import type { Db } from '../db/database.ts';
import type { TransactionRow } from './transactions.queries.ts';

/** What the daily figures can narrow. */
export interface FigureFilters {
  /** Null for all companies. */
  readonly companyId: string | null;
  readonly type: TransactionRow['type'] | null;
  readonly status: TransactionRow['status'] | null;
  /** Both included; null if open. */
  readonly startDate: string | null;
  readonly endDate: string | null;
}

interface FigureTotals {
  readonly count: number;
  /** Of completed ones, or of the status that was asked for, in hundredths of UGX; bigint arrives as text. */
  readonly credits: string;
  readonly debits: string;
}

/** Counts and sums of any number of transactions, from the figures that the ledger keeps by day. */
export function totalFigures(db: Db, filters: FigureFilters): Promise<FigureTotals | undefined> {
  const { companyId, type, status, startDate, endDate } = filters;
  const table = companyId === null ? 'platform_day_figures' : 'company_day_figures';
  const ofCompany = companyId === null ? '$5::uuid is null' : 'company_id = $5';
  const summed = "coalesce($4::transaction_status, 'completed')";
  return db.row<FigureTotals>(
    `select coalesce(sum(count), 0)::float8 as count,
       coalesce(sum(amount) filter (where status = ${summed} and type = 'credit'), 0)::text as credits,
       coalesce(sum(amount) filter (where status = ${summed} and type = 'debit'), 0)::text as debits
     from ${table}
     where ${ofCompany}
       and ($1::date is null or day >= $1) and ($2::date is null or day <= $2)
       and ($3::transaction_type is null or type = $3)
       and ($4::transaction_status is null or status = $4)`,
    [startDate, endDate, type, status, companyId],
  );
}
