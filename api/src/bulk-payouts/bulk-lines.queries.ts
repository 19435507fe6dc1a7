import type { BulkLineView } from '@sente/contract/bulk-payouts';
import type { NetworkName } from '@sente/contract/payments';
import type { Db } from '../db/database.ts';
import { isDoubted } from '../payments/doubted.ts';

export interface BulkLineRow {
  readonly number: number;
  readonly phone_typed: string;
  readonly amount_typed: string;
  readonly network_typed: string | null;
  readonly name_given: string | null;
  readonly reference: string | null;
  readonly phone_number: string | null;
  readonly network: NetworkName | null;
  readonly amount: string | null;
  readonly name_found: string | null;
  readonly fee: string;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
  readonly state: 'new' | 'ok' | 'faulty' | 'made' | 'failed';
  readonly payment_id: string | null;
  readonly transaction_id: string | null;
  readonly payment_status: string | null;
  readonly network_reference: string | null;
  readonly reason: string | null;
  /** It failed, and people decide whether it was paid after all. */
  readonly is_doubted: boolean;
}

const lineColumns = `l.number, l.phone_typed, l.amount_typed, l.network_typed, l.name_given, l.reference,
  l.phone_number, l.network, l.amount, l.name_found, coalesce(p.fee, l.fee) as fee, l.faults, l.warnings,
  l.state, l.payment_id, p.transaction_id, p.status as payment_status, p.network_reference,
  coalesce(l.reason, p.reason) as reason, ${isDoubted('p')} as is_doubted`;
const lineJoin = 'left join payments p on p.company_id = l.company_id and p.id = l.payment_id';

/** Of the columns of `l` and `p`. */
export const hasFailed = "(l.state = 'failed' or p.status = 'FAILED')";

/** Once it is being paid its lines are under way, also those that are no payments yet. `$1` is the bulk payout. */
const isRunning = "(select b.state from bulk_payouts b where b.id = $1) = 'running'";
export const isUnderWay = `((l.state = 'made' and p.status not in ('SUCCESS', 'FAILED'))
  or (l.state = 'ok' and ${isRunning}))`;
export const isReady = `(l.state = 'ok' and not ${isRunning})`;

const inView: Readonly<Record<BulkLineView, string>> = {
  all: 'true',
  faulty: "l.state = 'faulty'",
  warned: "l.warnings <> '{}' and l.state <> 'faulty'",
  pending: isUnderWay,
  paid: "p.status = 'SUCCESS'",
  failed: hasFailed,
};

/** What needs a person comes first, then the order of the file. */
const needsPerson = `case when l.state = 'faulty' or ${hasFailed} then 0
  when l.state = 'ok' and l.warnings <> '{}' then 1 else 2 end`;

export async function countLines(db: Db, bulkId: string, view: BulkLineView): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from bulk_payout_lines l ${lineJoin}
     where l.bulk_id = $1 and ${inView[view]}`,
    [bulkId],
  );
  return row?.count ?? 0;
}

export function listLines(
  db: Db,
  bulkId: string,
  view: BulkLineView,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<BulkLineRow[]> {
  return db.rows<BulkLineRow>(
    `select ${lineColumns} from bulk_payout_lines l ${lineJoin}
     where l.bulk_id = $1 and ${inView[view]}
     order by ${needsPerson}, l.number limit $2 offset $3`,
    [bulkId, limit, offset],
  );
}

/** From the line after a number on. `condition` is of the columns of `l` and `p`, and of `$1`. */
export function listLinesAfter(
  db: Db,
  bulkId: string,
  after: number,
  limit: number,
  condition = 'true',
): Promise<BulkLineRow[]> {
  return db.rows<BulkLineRow>(
    `select ${lineColumns} from bulk_payout_lines l ${lineJoin}
     where l.bulk_id = $1 and l.number > $2 and ${condition} order by l.number limit $3`,
    [bulkId, after, limit],
  );
}
