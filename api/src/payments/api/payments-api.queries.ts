import type { DateKind } from '@sente/contract/transaction-kinds';
import type { Db } from '../../db/database.ts';
import { lowestUuidV7 } from '../../db/uuid.ts';
import { finishCursor } from '../../ledger/finished.queries.ts';
import { paymentColumns, paymentJoins, type PaymentRow } from '../payment-view.ts';

export interface PaymentFilters {
  readonly status: string | null;
  readonly direction: string | null;
  readonly network: string | null;
  readonly reference: string | null;
  /** The day that counts, and the order. */
  readonly dateBy: DateKind;
  /** Start (inclusive) and end (exclusive); null if open. */
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** The last row of the previous page. */
  readonly afterId: string | null;
}

/** Ids contain the time of creation. */
const dates = {
  created: {
    days: `($6::uuid is null or p.id >= $6) and ($7::uuid is null or p.id < $7)
      and ($8::uuid is null or p.id < $8) and $9::text is null`,
    at: lowestUuidV7,
    order: 'p.id desc',
  },
  finished: {
    days: `p.finished_at is not null
      and ($6::timestamptz is null or p.finished_at >= $6)
      and ($7::timestamptz is null or p.finished_at < $7)
      and ($8::uuid is null or (p.finished_at, p.id) < ($9::timestamptz, $8))`,
    at: (ms: number) => new Date(ms).toISOString(),
    order: 'p.finished_at desc, p.id desc',
  },
} as const satisfies Record<DateKind, object>;

/**
 * Newest first. Not prepared by name, so that each combination of filters gets a plan with its own
 * index.
 */
export async function listPayments(
  db: Db,
  companyId: string,
  filters: PaymentFilters,
  limit: number,
): Promise<PaymentRow[]> {
  const { startMs, endMs, afterId, dateBy } = filters;
  const { days, at, order } = dates[dateBy];
  const cursor =
    afterId && dateBy === 'finished'
      ? await finishCursor(db, 'payments', afterId, companyId)
      : undefined;
  return db.rows<PaymentRow>(
    `select ${paymentColumns} from payments p ${paymentJoins}
     where p.company_id = $1
       and ($2::text is null or p.status = $2)
       and ($3::text is null or p.direction = $3)
       and ($4::text is null or p.network = $4)
       and ($5::text is null or p.reference collate "C" = $5)
       and ${days}
     order by ${order} limit $10`,
    [
      companyId,
      filters.status,
      filters.direction,
      filters.network,
      filters.reference,
      startMs === null ? null : at(startMs),
      endMs === null ? null : at(endMs),
      afterId,
      cursor?.belowAt ?? null,
      limit,
    ],
  );
}

export function findPayment(
  db: Db,
  companyId: string,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  return db.row<PaymentRow>(
    `select ${paymentColumns} from payments p ${paymentJoins}
     where p.company_id = $1 and p.id = $2`,
    [companyId, paymentId],
  );
}

export interface AccountRow {
  readonly number: string;
  readonly name: string;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly balance: string;
  readonly held: string;
  readonly available: string;
  readonly is_active: boolean;
  readonly is_default: boolean;
}

/** In order of opening: the first active account is the default of a payment. */
export function listAccounts(db: Db, companyId: string): Promise<AccountRow[]> {
  return db.rows<AccountRow>(
    `select number, name, balance, held, balance - held as available, is_active,
       is_active and row_number() over (partition by is_active order by opened_at, id) = 1
         as is_default
     from accounts where company_id = $1 and kind = 'customer'
     order by opened_at, id`,
    [companyId],
  );
}

export interface ProductRow {
  readonly code: string;
  readonly name: string;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly stock: number;
}

/** Those that can be sold: a payment is of whole shillings, so a price with cents has no payment. */
export function listProducts(db: Db, companyId: string): Promise<ProductRow[]> {
  return db.rows<ProductRow>(
    `select r.code, r.name, r.amount,
       (select coalesce(sum(c.count), 0)::int from voucher_counts c
        where c.company_id = $1 and c.product_id = r.id and c.state = 'free') as stock
     from internet_products r
     where r.company_id = $1 and r.is_active and r.deleted_at is null and r.amount % 100 = 0
     order by r.amount, lower(r.code)`,
    [companyId],
  );
}
