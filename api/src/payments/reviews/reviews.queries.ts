import type { PaymentReview } from '@sente/contract/payment-reviews';
import { plainArray } from '../../db/array-literal.ts';
import { moneyMoved, type Db } from '../../db/database.ts';
import { debtOf } from '../../ledger/debt.queries.ts';
import type { Reversible } from '../../ledger/reversal.ts';
import { reversedBy } from '../../ledger/reversal.queries.ts';
import type { StoredPayment } from '../payments.queries.ts';
import { endReservations } from '../settling/settlement.queries.ts';
import type { BookingFacts } from './booking.ts';

type Decision = 'book' | 'fail';

export interface ReviewRow extends BookingFacts {
  readonly id: string;
  readonly kind: PaymentReview['kind'];
  readonly company_id: string;
  readonly company_name: string;
  readonly payment_id: string;
  readonly status: string;
  readonly phone_number: string;
  readonly network: string;
  readonly account_name: string;
  readonly account_number: string;
  readonly reference: string | null;
  readonly description: string | null;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly network_amount: string | null;
  readonly network_reference: string | null;
  readonly foreign_amount: string | null;
  readonly foreign_currency: string | null;
  readonly proposed_amount: string | null;
  readonly opened_at: Date;
  readonly asked_at: Date;
  readonly decision: Decision | null;
  readonly note: string | null;
  readonly proposed_by: string | null;
  readonly proposed_by_name: string | null;
  readonly proposed_at: Date | null;
  /** The last proposal, if it was rejected. */
  readonly rejected_decision: Decision | null;
  readonly rejected_proposer: string | null;
  readonly rejected_proposer_name: string | null;
  readonly rejected_by_name: string | null;
  readonly rejected_reason: string | null;
  readonly rejected_at: Date | null;
  readonly closed_at: Date | null;
  readonly confirmed_by_name: string | null;
}

const nameOf = (user: string) =>
  `(select n.first_name || ' ' || n.last_name from users n where n.id = ${user})`;

const select = `select r.id, r.kind, r.company_id, c.name as company_name, r.payment_id, p.direction,
    p.status, p.phone_number, p.network, a.name as account_name, a.number as account_number,
    p.reference, p.description, p.amount, r.network_amount, r.network_reference,
    r.foreign_amount, r.foreign_currency, r.proposed_amount, paid.amount as paid_amount,
    booked.fee as booked_fee, booked.vat as booked_vat, booked.levy as booked_levy,
    a.balance - a.held - a.floor as available, a.is_active as is_account_active,
    ${debtOf('p.company_id')} as debt,
    case when p.direction = 'payout' and p.status not in ('SUCCESS', 'FAILED') then p.amount + p.fee
      else 0 end as held,
    p.product_id, p.product_code_id,
    p.product_id is not null and exists (
      select from product_codes v
      where v.company_id = p.company_id and v.product_id = p.product_id and v.state = 'free'
    ) as has_free_code,
    r.opened_at, p.created_at as asked_at, r.decision, r.note, r.proposed_by, r.proposed_at,
    ${nameOf('r.proposed_by')} as proposed_by_name,
    r.rejected_decision, r.rejected_proposer, ${nameOf('r.rejected_proposer')} as rejected_proposer_name,
    ${nameOf('r.rejected_by')} as rejected_by_name, r.rejected_reason, r.rejected_at,
    r.closed_at, ${nameOf('r.confirmed_by')} as confirmed_by_name
  from payment_reviews r
  join payments p on p.id = r.payment_id
  join companies c on c.id = r.company_id
  join accounts a on a.id = p.account_id
  cross join lateral (
    select case when r.kind <> 'contradicted' then coalesce(r.network_amount, r.proposed_amount) end
      as amount
  ) paid
  cross join lateral (
    select p.fee, p.vat, p.levy where paid.amount is null or paid.amount = p.amount
    union all
    select c.* from charge_of(p.company_id, p.direction, paid.amount, p.created_at,
      case p.direction when 'collection' then paid.amount end) c
    where paid.amount <> p.amount
  ) booked`;
const open = `${select} where r.closed_at is null`;

/** More than people can decide in a day, oldest first. */
const mostListed = 200;

export function listReviews(db: Db): Promise<ReviewRow[]> {
  return db.rows<ReviewRow>(
    `${open} order by r.opened_at, r.id limit ${mostListed}`,
    [],
    db.isByIndex ? 'payment_reviews_list' : undefined,
  );
}

export function findReview(db: Db, id: string): Promise<ReviewRow | undefined> {
  const name = db.isByIndex ? 'payment_reviews_find' : undefined;
  return db.row<ReviewRow>(`${open} and r.id = $1`, [id], name);
}

/** Also one that was decided. */
export function findAnyReview(db: Db, id: string): Promise<ReviewRow | undefined> {
  return db.row<ReviewRow>(`${select} where r.id = $1`, [id]);
}

/** The lock orders concurrent decisions. The payment is locked first, as everywhere else. */
export async function lockReview(db: Db, id: string): Promise<ReviewRow | undefined> {
  await db.rows(
    `select 1 from payments p join payment_reviews r on r.payment_id = p.id
     where r.id = $1 for update of p`,
    [id],
  );
  const name = db.isByIndex ? 'payment_reviews_lock' : undefined;
  return db.row<ReviewRow>(`${open} and r.id = $1 for update of r`, [id], name);
}

export async function writeProposal(
  db: Db,
  id: string,
  proposal: {
    decision: Decision;
    note: string;
    /** Hundredths of UGX. */
    amount: bigint | null;
    userId: string;
  },
): Promise<void> {
  await writeReview(
    db,
    `update payment_reviews set decision = $2, note = $3, proposed_by = $4, proposed_amount = $5,
       proposed_at = now(), rejected_decision = null, rejected_proposer = null, rejected_by = null,
       rejected_reason = null, rejected_at = null
     where id = $1`,
    [id, proposal.decision, proposal.note, proposal.userId, proposal.amount],
  );
}

const noProposal =
  'decision = null, note = null, proposed_by = null, proposed_amount = null, proposed_at = null';

export async function removeProposal(db: Db, id: string): Promise<void> {
  await writeReview(db, `update payment_reviews set ${noProposal} where id = $1`, [id]);
}

export async function rejectProposal(
  db: Db,
  id: string,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  await writeReview(
    db,
    `update payment_reviews set rejected_decision = decision, rejected_proposer = proposed_by,
       rejected_by = $2, rejected_reason = $3, rejected_at = now(), ${noProposal}
     where id = $1`,
    [id, userId, reason],
  );
}

export async function closeReview(db: Db, id: string, userId: string): Promise<void> {
  await writeReview(
    db,
    'update payment_reviews set confirmed_by = $2, closed_at = now() where id = $1',
    [id, userId],
  );
}

/** Whoever looks at the list, or has a question about it open, sees the change at once. */
async function writeReview(db: Db, update: string, values: readonly unknown[]): Promise<void> {
  const rows = await db.rows<{ companyId: string }>(
    `${update} returning company_id as "companyId"`,
    [...values],
  );
  moneyMoved(db, rows);
}

/** Switches on those of the accounts that are inactive, and returns their ids. */
export async function activate(db: Db, accountIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `update accounts set is_active = true where id = any($1::uuid[]) and not is_active
     returning id`,
    [plainArray(accountIds)],
  );
  return rows.map(({ id }) => id);
}

export async function deactivate(db: Db, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await db.rows('update accounts set is_active = false where id = any($1::uuid[])', [
    plainArray(accountIds),
  ]);
}

/** The transaction of a payment that was booked, and whether it is reversed. */
export function findBooked(
  db: Db,
  id: string,
): Promise<(Reversible & { readonly isReversed: boolean }) | undefined> {
  return db.row(
    `select t.id, t.company_id, t.account_id, t.type, t.amount, t.reference, t.description,
       ${reversedBy} is not null as "isReversed"
     from transactions t where t.id = $1`,
    [id],
  );
}

/** Stores the amount that was actually paid. */
export async function writeAmount(
  db: Db,
  paymentId: string,
  { amount, fee, vat, levy }: Pick<StoredPayment, 'amount' | 'fee' | 'vat' | 'levy'>,
): Promise<void> {
  await db.rows('update payments set amount = $2, fee = $3, vat = $4, levy = $5 where id = $1', [
    paymentId,
    amount,
    fee,
    vat,
    levy,
  ]);
}

/** Releases the voucher that is still reserved for a payment. */
export async function freeVoucher(
  db: Db,
  { id: paymentId, company_id: companyId, product_code_id: codeId }: StoredPayment,
): Promise<void> {
  if (codeId === null) return;
  await endReservations(db, [{ companyId, paymentId, codeId, isSold: false }]);
  await db.rows('update payments set product_code_id = null where id = $1', [paymentId]);
}

/** Takes the oldest free voucher for a late sale whose reservation was released. */
export async function takeVoucher(
  db: Db,
  companyId: string,
  productId: string,
  paymentId: string,
): Promise<string | null> {
  const row = await db.row<{ id: string | null }>('select voucher_take($1, $2, $3) as id', [
    companyId,
    productId,
    paymentId,
  ]);
  if (!row?.id) return null;
  await db.rows('update payments set product_code_id = $3 where company_id = $1 and id = $2', [
    companyId,
    paymentId,
    row.id,
  ]);
  return row.id;
}
