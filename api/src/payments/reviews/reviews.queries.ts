import type { PaymentReview } from '@sente/contract/payment-reviews';
import { toUgx } from '../../db/amounts.ts';
import type { Db } from '../../db/database.ts';
import { toShortId } from '../../db/short-id.ts';
import { voucherOutcome } from './voucher-outcome.ts';

type Decision = 'book' | 'fail';

export interface ReviewRow {
  readonly id: string;
  readonly kind: PaymentReview['kind'];
  readonly company_id: string;
  readonly company_name: string;
  readonly payment_id: string;
  readonly direction: PaymentReview['direction'];
  readonly status: string;
  readonly phone_number: string;
  readonly network: string;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly network_amount: string | null;
  readonly network_reference: string | null;
  /** The fee if it is booked, and the current hold. */
  readonly booked_fee: string;
  readonly held: string;
  readonly product_id: string | null;
  readonly product_code_id: string | null;
  readonly has_free_code: boolean;
  readonly opened_at: Date;
  readonly decision: Decision | null;
  readonly note: string | null;
  readonly proposed_by: string | null;
  readonly proposed_by_name: string | null;
  readonly proposed_at: Date | null;
}

const select = `select r.id, r.kind, r.company_id, c.name as company_name, r.payment_id, p.direction,
    p.status, p.phone_number, p.network, p.amount, r.network_amount, r.network_reference,
    case when r.network_amount is null or r.network_amount = p.amount then p.fee
      else fee_of(p.company_id, p.direction, r.network_amount, p.created_at) end as booked_fee,
    case when p.direction = 'payout' and p.status not in ('SUCCESS', 'FAILED') then p.amount + p.fee
      else 0 end as held,
    p.product_id, p.product_code_id,
    p.product_id is not null and exists (
      select from product_codes v
      where v.company_id = p.company_id and v.product_id = p.product_id and v.state = 'free'
    ) as has_free_code,
    r.opened_at, r.decision, r.note, r.proposed_by, r.proposed_at,
    u.first_name || ' ' || u.last_name as proposed_by_name
  from payment_reviews r
  join payments p on p.id = r.payment_id
  join companies c on c.id = r.company_id
  left join users u on u.id = r.proposed_by
  where r.closed_at is null`;

/** More than people can decide in a day, oldest first. */
const mostListed = 200;

export function listReviews(db: Db): Promise<ReviewRow[]> {
  return db.rows<ReviewRow>(`${select} order by r.opened_at, r.id limit ${mostListed}`);
}

export function findReview(db: Db, id: string): Promise<ReviewRow | undefined> {
  return db.row<ReviewRow>(`${select} and r.id = $1`, [id]);
}

/** The lock orders concurrent decisions. The payment is locked first, as everywhere else. */
export async function lockReview(db: Db, id: string): Promise<ReviewRow | undefined> {
  await db.rows(
    `select 1 from payments p join payment_reviews r on r.payment_id = p.id
     where r.id = $1 for update of p`,
    [id],
  );
  return db.row<ReviewRow>(`${select} and r.id = $1 for update of r`, [id]);
}

export async function writeProposal(
  db: Db,
  id: string,
  proposal: { decision: Decision; note: string; userId: string } | null,
): Promise<void> {
  await db.rows(
    `update payment_reviews set decision = $2, note = $3, proposed_by = $4,
       proposed_at = case when $4::uuid is not null then now() end
     where id = $1`,
    [id, proposal?.decision ?? null, proposal?.note ?? null, proposal?.userId ?? null],
  );
}

export async function closeReview(db: Db, id: string, userId: string): Promise<void> {
  await db.rows('update payment_reviews set confirmed_by = $2, closed_at = now() where id = $1', [
    id,
    userId,
  ]);
}

/** Stores the amount that was actually paid. */
export async function writeAmount(
  db: Db,
  paymentId: string,
  amount: string,
  fee: string,
): Promise<void> {
  await db.rows('update payments set amount = $2, fee = $3 where id = $1', [
    paymentId,
    amount,
    fee,
  ]);
}

export async function freeVoucher(db: Db, companyId: string, paymentId: string): Promise<void> {
  await db.rows(
    `update product_codes set state = 'free', payment_id = null
     where company_id = $1 and payment_id = $2 and state = 'reserved'`,
    [companyId, paymentId],
  );
  await db.rows('update payments set product_code_id = null where id = $1', [paymentId]);
}

/** Takes the oldest free voucher for a late sale whose reservation was released. */
export async function takeVoucher(
  db: Db,
  companyId: string,
  productId: string,
  paymentId: string,
): Promise<string | null> {
  const row = await db.row<{ id: string }>(
    `update product_codes set state = 'reserved', payment_id = $3
     where company_id = $1 and id = (
       select id from product_codes
       where company_id = $1 and product_id = $2 and state = 'free'
       order by number limit 1 for update skip locked
     ) returning id`,
    [companyId, productId, paymentId],
  );
  if (!row) return null;
  await db.rows('update payments set product_code_id = $3 where company_id = $1 and id = $2', [
    companyId,
    paymentId,
    row.id,
  ]);
  return row.id;
}

export function toReview(row: ReviewRow, userId: string): PaymentReview {
  return {
    id: row.id,
    kind: row.kind,
    companyId: row.company_id,
    companyName: row.company_name,
    recordId: row.payment_id,
    transactionId: toShortId(row.payment_id),
    direction: row.direction,
    status: row.status,
    phoneNumber: row.phone_number,
    network: row.network,
    amount: toUgx(row.amount),
    networkAmount: row.network_amount === null ? null : toUgx(row.network_amount),
    networkReference: row.network_reference,
    booking: {
      amount: toUgx(row.network_amount ?? row.amount),
      fee: toUgx(row.booked_fee),
      held: toUgx(row.held),
      voucher: voucherOutcome(row),
    },
    openedAt: row.opened_at.toISOString(),
    proposal:
      row.decision === null
        ? null
        : {
            decision: row.decision,
            note: row.note ?? '',
            by: row.proposed_by_name ?? '',
            isOwn: row.proposed_by === userId,
            at: (row.proposed_at ?? row.opened_at).toISOString(),
          },
  };
}
