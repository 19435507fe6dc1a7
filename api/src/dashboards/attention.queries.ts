import type { Db } from '../db/database.ts';
import type { SystemTransactionRow } from './system-transactions.queries.ts';

export interface AttentionRow extends SystemTransactionRow {
  readonly description: string;
  readonly reason: string | null;
  /** Asked for, or failed. */
  readonly since: Date;
  /** Of all that are found, not only those that are listed. */
  readonly total: number;
}

const columns = `t.id, t.company_id, c.name as company, t.type, t.amount, t.status, t.created_at,
  t.description, t.reason, t.since, t.total`;

/** Payouts that wait for a second person. */
export function listWaitingPayouts(db: Db, limit: number): Promise<AttentionRow[]> {
  return db.rows<AttentionRow>(
    `select ${columns}
     from (
       select t.*, t.created_at as since, count(*) over ()::int as total
       from company_figures f
       cross join lateral (
         select * from transactions t
         where t.company_id = f.company_id
           and t.status = 'pending' and t.type = 'debit' and t.kind = 'payout'
       ) t
       where f.status = 'pending' and f.type = 'debit' and f.count > 0
       order by t.id desc limit $1
     ) t
     join companies c on c.id = t.company_id
     order by t.id desc`,
    [limit],
  );
}

/**
 * What failed since a moment. Ids tell when something was asked for, not when it failed, so the
 * index is read from an earlier id on.
 */
export function listFailedSince(
  db: Db,
  { fromId, since, limit }: { fromId: string; since: Date; limit: number },
): Promise<AttentionRow[]> {
  return db.rows<AttentionRow>(
    `select ${columns}
     from (
       select t.*, t.finished_at as since, count(*) over ()::int as total
       from transactions t
       where t.status = 'failed' and t.id >= $1 and t.finished_at >= $2
       order by t.finished_at desc, t.id desc limit $3
     ) t
     join companies c on c.id = t.company_id
     order by t.since desc, t.id desc`,
    [fromId, since, limit],
  );
}
