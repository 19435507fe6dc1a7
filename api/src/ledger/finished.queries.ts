import type { Db } from '../db/database.ts';
import { invalidField } from '../http/app-error.ts';

/** Where a list by finish goes on: before this row, with its time as text to keep microseconds. */
interface FinishCursor {
  readonly belowAt: string;
  readonly belowId: string;
}

/** From the id of the last row of the previous page; of any company by default. */
export async function finishCursor(
  db: Db,
  table: 'transactions' | 'payments',
  id: string,
  companyId: string | null = null,
): Promise<FinishCursor> {
  const row = await db.row<{ finish: string | null }>(
    `select finished_at::text as finish from ${table}
     where id = $1 and ($2::uuid is null or company_id = $2)`,
    [id, companyId],
  );
  if (!row?.finish) throw invalidField('after', 'Must be the nextAfter of a page by finish');
  return { belowAt: row.finish, belowId: id };
}

/** Finished from a moment on. */
export interface FinishedSpan extends FinishCursor {
  readonly from: Date;
}

/** Below every id. */
const lowestId = '00000000-0000-0000-0000-000000000000';

export function finishedSpan(startMs: number, endMs: number): FinishedSpan {
  return { from: new Date(startMs), belowAt: new Date(endMs).toISOString(), belowId: lowestId };
}

interface Kinds {
  readonly type: 'credit' | 'debit' | null;
  readonly status: 'pending' | 'completed' | 'failed' | null;
}

/**
 * Finished transactions, the last finished first, as a source of rows; undefined if none can match.
 * `wanted` is a further condition on `t`, whose parameters follow those of `finishedValues`. Each index
 * is read for as many rows as the list may have.
 */
export function finishedRows(kinds: Kinds, wanted: string): string | undefined {
  const parts = indexesOf(kinds).map(
    (index) => `(
      select t.* from transactions t
      where ${index} and t.finished_at >= $1 and (t.finished_at, t.id) < ($2, $3::uuid) and ${wanted}
      order by t.finished_at desc, t.id desc limit $4
    )`,
  );
  if (parts.length === 0) return undefined;
  return `select * from (${parts.join(' union all ')}) t
    order by t.finished_at desc, t.id desc limit $4`;
}

export function finishedValues({ from, belowAt, belowId }: FinishedSpan, limit: number): unknown[] {
  return [from, belowAt, belowId, limit];
}

/** As literals, because a partial index is used only if its predicate is repeated. */
function indexesOf({ type, status }: Kinds): string[] {
  const statuses = (['completed', 'failed'] as const).filter(
    (each) => status === null || status === each,
  );
  const types = type ? [type] : (['credit', 'debit'] as const);
  return statuses.flatMap((stored) =>
    types.map((each) => `t.status = '${stored}' and t.type = '${each}'`),
  );
}
