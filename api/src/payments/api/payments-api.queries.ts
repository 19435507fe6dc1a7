import type { Db } from '../../db/database.ts';
import { paymentColumns, paymentJoins, type PaymentRow } from '../payment-view.ts';

export interface PaymentFilters {
  readonly status: string | null;
  readonly direction: string | null;
  readonly network: string | null;
  readonly reference: string | null;
  /** Ids are ordered by time; start inclusive, end exclusive. */
  readonly fromId: string | null;
  readonly belowId: string | null;
}

/**
 * Newest first. Not prepared by name, so that each combination of filters gets a plan with its own
 * index.
 */
export function listPayments(
  db: Db,
  companyId: string,
  filters: PaymentFilters,
  limit: number,
): Promise<PaymentRow[]> {
  return db.rows<PaymentRow>(
    `select ${paymentColumns} from payments p ${paymentJoins}
     where p.company_id = $1
       and ($2::text is null or p.status = $2)
       and ($3::text is null or p.direction = $3)
       and ($4::text is null or p.network = $4)
       and ($5::text is null or p.reference = $5)
       and ($6::uuid is null or p.id >= $6)
       and ($7::uuid is null or p.id < $7)
     order by p.id desc limit $8`,
    [
      companyId,
      filters.status,
      filters.direction,
      filters.network,
      filters.reference,
      filters.fromId,
      filters.belowId,
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

export function listProducts(db: Db, companyId: string): Promise<ProductRow[]> {
  return db.rows<ProductRow>(
    `select r.code, r.name, r.amount,
       (select count(*)::int from product_codes c
        where c.company_id = $1 and c.product_id = r.id and c.state = 'free') as stock
     from internet_products r
     where r.company_id = $1 and r.is_active and r.deleted_at is null
     order by r.amount, lower(r.code)`,
    [companyId],
  );
}
