import type { NetworkName } from '@sente/contract/payments';
import type { Db } from '../db/database.ts';
import { hasFailed } from './bulk-lines.queries.ts';

export interface PayableRow {
  readonly number: number;
  readonly phone_number: string;
  readonly network: NetworkName;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly reference: string | null;
}

/** The next lines that are no payments yet. The caller holds the lock of the bulk payout. */
export function takeLines(db: Db, bulkId: string, limit: number): Promise<PayableRow[]> {
  return db.rows<PayableRow>(
    `select number, phone_number, network, amount, reference from bulk_payout_lines
     where bulk_id = $1 and state = 'ok' order by number limit $2`,
    [bulkId, limit],
  );
}

export interface MadeLine {
  readonly number: number;
  readonly paymentId: string | null;
  /** Why it became no payment. */
  readonly reasonCode: string | null;
  readonly reason: string | null;
}

export async function writeMade(db: Db, bulkId: string, lines: readonly MadeLine[]): Promise<void> {
  await db.rows(
    `update bulk_payout_lines l
     set state = case when c."paymentId" is null then 'failed' else 'made' end, payment_id = c."paymentId",
       reason_code = c."reasonCode", reason = c.reason
     from json_to_recordset($2::json) c(number int, "paymentId" uuid, "reasonCode" text, reason text)
     where l.bulk_id = $1 and l.number = c.number`,
    [bulkId, JSON.stringify(lines)],
  );
}

/** All that are no payments yet. */
export async function failRest(
  db: Db,
  bulkId: string,
  why: { readonly code: string; readonly text: string },
): Promise<void> {
  await db.rows(
    `update bulk_payout_lines set state = 'failed', reason_code = $2, reason = $3
     where bulk_id = $1 and state = 'ok'`,
    [bulkId, why.code, why.text],
  );
}

export interface Ends {
  readonly left: number;
  readonly pending: number;
  readonly paid: number;
  readonly paid_amount: string;
  readonly failed: number;
}

export async function readEnds(db: Db, bulkId: string): Promise<Ends> {
  const row = await db.row<Ends>(
    `select count(*) filter (where l.state = 'ok')::int as left,
       count(*) filter (where l.state = 'made' and p.status not in ('SUCCESS', 'FAILED'))::int as pending,
       count(*) filter (where p.status = 'SUCCESS')::int as paid,
       coalesce(sum(p.amount) filter (where p.status = 'SUCCESS'), 0)::text as paid_amount,
       count(*) filter (where ${hasFailed})::int as failed
     from bulk_payout_lines l
     left join payments p on p.company_id = l.company_id and p.id = l.payment_id
     where l.bulk_id = $1`,
    [bulkId],
  );
  if (!row) throw new Error('A bulk payout without lines');
  return row;
}

export async function writeFinish(db: Db, bulkId: string, ends: Ends): Promise<void> {
  await db.rows(
    `update bulk_payouts set state = 'finished', finished_at = now(), next_step_at = null, paid_count = $2,
       paid_amount = $3, failed_count = $4
     where id = $1`,
    [bulkId, ends.paid, ends.paid_amount, ends.failed],
  );
}
