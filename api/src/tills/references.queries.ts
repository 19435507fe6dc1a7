import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import type { TillCaller, TillShiftOf } from '../http/actor.ts';
import { checkColumn, type CheckMark } from '../payments/doubted.ts';
import { isPaidLate } from './paid-late.ts';
import { isTakenBack, joinRefunded } from './taken-back.ts';

interface OwnPayment extends CheckMark {
  readonly id: string;
  readonly amount: number;
  readonly lastDigits: string;
  readonly network: string;
  readonly at: Date;
  readonly askedAt: Date;
  readonly isLate: boolean;
  readonly isOtherAccount: boolean;
  readonly isOfTill: boolean;
  readonly soldProduct: string | null;
  /** By the provider, or given back whole to whoever paid. */
  readonly isReversed: boolean;
  /** Given back to whoever paid, as a part. */
  readonly refunded: number;
}

/**
 * Looks among the payments of all companies, so it runs as the platform. What leaves it of another company is that
 * there is one. Payments that were taken over as reversed have that status. Only the whole reference is compared: as
 * typed, in capitals and in small letters.
 */
export async function findReference(
  db: Db,
  { companyId, accountId }: TillCaller,
  reference: string,
): Promise<{ readonly payment: OwnPayment | null } | undefined> {
  const rows = await db.rows<
    CheckMark & {
      is_own: boolean;
      id: string;
      amount: string;
      last_digits: string;
      network: string;
      at: Date;
      asked_at: Date;
      is_late: boolean;
      account_id: string;
      is_of_till: boolean;
      sold_product: string | null;
      is_reversed: boolean;
      refunded: string;
    }
  >(
    `select p.company_id = $2 and p.direction = 'collection' as is_own, p.id, p.amount,
       right(p.phone_number, 3) as last_digits, p.network, coalesce(p.finished_at, p.created_at) as at,
       p.created_at as asked_at, ${isPaidLate} as is_late,
       p.account_id, p.origin = 'till' as is_of_till, r.name as sold_product, ${isTakenBack} or p.status = 'REVERSED' as is_reversed,
       g.refunded, ${checkColumn} as "check"
     from payments p ${joinRefunded}
     left join internet_products r on r.company_id = p.company_id and r.id = p.product_id
     where p.network_reference collate "C" = any ($1::text[]) and p.status in ('SUCCESS', 'REVERSED')
     limit 20`,
    [[reference, reference.toUpperCase(), reference.toLowerCase()], companyId],
  );
  const own = rows.find((row) => row.is_own);
  if (!own) return rows.length > 0 ? { payment: null } : undefined;
  return {
    payment: {
      id: own.id,
      amount: toUgx(own.amount),
      lastDigits: own.last_digits,
      network: own.network,
      at: own.at,
      askedAt: own.asked_at,
      isLate: own.is_late,
      isOtherAccount: own.account_id !== accountId,
      isOfTill: own.is_of_till,
      soldProduct: own.sold_product,
      isReversed: own.is_reversed,
      refunded: toUgx(own.refunded),
      check: own.check,
    },
  };
}

/** A showing of a message of the company, at any of its tills. */
export interface Showing {
  readonly at: Date;
  /** Null: this till. */
  readonly tillName: string | null;
  /** Null: the cashier of this shift, during it. */
  readonly cashierName: string | null;
}

type AtShift = TillCaller & { readonly shift: TillShiftOf };

/**
 * Of a message that was shown before: in another shift, which makes it the second sale for one payment, if there is such a
 * one. Within a minute of the same shift it is the same showing: a bad line repeats the
 * call, and cashiers press again.
 */
export function lastShowing(
  db: Db,
  { companyId, tillId, shift }: AtShift,
  paymentId: string,
): Promise<Showing | undefined> {
  return db.row<Showing>(
    `select c.checked_at as at,
       case when s.till_id <> $4 then t.name end as "tillName",
       case when s.id <> $3 then k.name end as "cashierName"
     from till_checks c
     join till_shifts s on s.id = c.shift_id
     join tills t on t.id = s.till_id
     join till_cashiers k on k.id = s.cashier_id
     where c.company_id = $1 and c.payment_id = $2
       and not (c.shift_id = $3 and c.checked_at > now() - interval '1 minute')
     order by c.shift_id = $3, c.checked_at desc limit 1`,
    [companyId, paymentId, shift.id, tillId],
  );
}

export async function noteShowing(
  db: Db,
  { companyId, shift }: AtShift,
  paymentId: string,
): Promise<void> {
  await db.rows('insert into till_checks (company_id, shift_id, payment_id) values ($1, $2, $3)', [
    companyId,
    shift.id,
    paymentId,
  ]);
}
