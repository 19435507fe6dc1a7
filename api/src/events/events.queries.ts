import { plainArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';
import { soldVoucherColumns, soldVoucherJoin, type SoldVoucherRow } from '../security/vouchers.ts';

export interface EventRow extends SoldVoucherRow {
  readonly id: string;
  /** As text: bigint. */
  readonly sequence: string;
  /** With a masked voucher. */
  readonly payload: EventPayload;
}

export interface EventPayload {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const events = `select e.id, e.sequence, e.payload, ${soldVoucherColumns} from webhook_events e
  left join payments p on p.company_id = e.company_id and p.id = e.payment_id
  ${soldVoucherJoin}
  where e.company_id = $1`;

/** The oldest first. */
export function listEventsAfter(
  db: Db,
  companyId: string,
  after: number,
  limit: number,
): Promise<EventRow[]> {
  return db.rows<EventRow>(`${events} and e.sequence > $2 order by e.sequence limit $3`, [
    companyId,
    after,
    limit,
  ]);
}

export interface EventFilters {
  readonly before: number;
  readonly type: string | null;
  /** Null: any. */
  readonly ids: readonly string[] | null;
  readonly limit: number;
}

/** The newest first. Each filter has its own statement and therefore its own index. */
export function listEventsBefore(
  db: Db,
  companyId: string,
  { before, type, ids, limit }: EventFilters,
): Promise<EventRow[]> {
  const values: unknown[] = [companyId, before, limit];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const ofType = type === null ? '' : `and e.type = ${bind(type)}`;
  const named = ids === null ? '' : `and e.id = any (${bind(plainArray(ids))}::uuid[])`;
  return db.rows<EventRow>(
    `${events} and e.sequence < $2 ${ofType} ${named} order by e.sequence desc limit $3`,
    values,
  );
}
