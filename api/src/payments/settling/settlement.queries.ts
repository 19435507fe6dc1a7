import { plainArray, textArray } from '../../db/array-literal.ts';
import { moneyMoved, type Db } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { lateSchedule } from './poll-schedule.ts';

/** How a payment ended. */
export interface Ending {
  readonly companyId: string;
  readonly paymentId: string;
  readonly status: 'SUCCESS' | 'FAILED';
  readonly reasonCode?: string;
  readonly reason?: string;
  readonly networkReference?: string | null;
  /** In the ledger. */
  readonly transactionId: string | null;
  /** As in the ledger, so that both lists name the same day. */
  readonly finishedAt: Date;
}

/**
 * Stores the endings, takes these payments out of the queue, closes their reviews, which need no decision
 * any more, and returns the companies that want to hear of it. One statement, because this happens for every payment.
 * The network is asked again about those that failed after they were sent, unless people decided against what it said.
 * Other rows are read as values: a join or `exists`, planned while the tables were empty, would read all of them.
 */
export async function writeEndings(
  db: Db,
  endings: readonly Ending[],
): Promise<ReadonlySet<string>> {
  moneyMoved(db, endings);
  const listening = await db.rows<{ company_id: string | null }>(
    `with ended as (
       update payments p
       set status = u.status, reason_code = u.reason_code, reason = u.reason,
         network_reference = coalesce(u.network_reference, p.network_reference),
         transaction_id = coalesce(u.transaction_id, p.transaction_id),
         product_code_id = case when u.status = 'SUCCESS' then p.product_code_id end,
         awaits_approval = false, finished_at = u.finished_at
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[],
           $7::timestamptz[])
         u(id, status, reason_code, reason, network_reference, transaction_id, finished_at)
       where p.id = u.id and p.id = any($1::uuid[])
       returning p.company_id
     ), closed as (
       update payment_reviews set closed_at = clock_timestamp()
       where payment_id = any($1::uuid[]) and closed_at is null
     ), asked_again as (
       insert into late_questions (payment_id, company_id, network, failed_at, next_at)
       select o.payment_id, o.company_id, o.network, u.finished_at,
         u.finished_at + $8 * interval '1 millisecond'
       from unnest($1::uuid[], $2::text[], $7::timestamptz[]) u(id, status, finished_at)
       cross join lateral (select * from open_payments where payment_id = u.id offset 0) o
       where u.status = 'FAILED' and o.sent_at is not null and coalesce((
         select r.kind = 'unanswered' from payment_reviews r
         where r.payment_id = u.id and r.closed_at is null
       ), true)
       on conflict do nothing
     )
     select w.company_id, o.removed
     from (select open_payments_remove($1::uuid[]) as removed) o
     left join (
       select company_id from ended e
       where (
         select true from company_webhooks w where w.company_id = e.company_id and w.is_active limit 1
       ) or (select true from company_credentials c where c.company_id = e.company_id limit 1)
     ) w on true`,
    [
      plainArray(endings.map(({ paymentId }) => paymentId)),
      plainArray(endings.map(({ status }) => status)),
      textArray(endings.map(({ reasonCode }) => reasonCode)),
      textArray(endings.map(({ reason }) => reason)),
      textArray(endings.map(({ networkReference }) => networkReference)),
      plainArray(endings.map(({ transactionId }) => transactionId ?? undefined)),
      plainArray(endings.map(({ finishedAt }) => finishedAt.toISOString())),
      lateSchedule[0],
    ],
    db.isByIndex ? 'payments_end' : undefined,
  );
  return new Set(listening.flatMap((row) => row.company_id ?? []));
}

export interface Reservation {
  readonly companyId: string;
  /** Whose it is. */
  readonly paymentId: string;
  readonly codeId: string;
  readonly isSold: boolean;
}

/** A reserved voucher is sold or released. */
export async function endReservations(db: Db, items: readonly Reservation[]): Promise<void> {
  const sold = items.filter(({ isSold }) => isSold);
  if (sold.length > 0) {
    await db.rows(
      `update product_codes c set state = 'used', used_at = clock_timestamp()
       ${ofReservations} and c.state = 'reserved'`,
      valuesOf(sold),
    );
  }
  const released = items.filter(({ isSold }) => !isSold);
  if (released.length > 0) await release(db, released);
}

const ofReservations = `from unnest($1::uuid[], $2::uuid[], $3::uuid[]) u(company_id, payment_id, id)
  where c.company_id = u.company_id and c.id = u.id and c.payment_id = u.payment_id`;

function valuesOf(items: readonly Reservation[]): string[] {
  return [
    plainArray(items.map(({ companyId }) => companyId)),
    plainArray(items.map(({ paymentId }) => paymentId)),
    plainArray(items.map(({ codeId }) => codeId)),
  ];
}

/** It can be sold again, unless its batch was withdrawn meanwhile. */
async function release(db: Db, items: readonly Reservation[]): Promise<void> {
  // A batch that is being withdrawn in this moment takes them along, before or after.
  await db.rows(
    `select 1 from voucher_batches b
     where (b.company_id, b.id) in (
       select c.company_id, c.batch_id
       from unnest($1::uuid[], $2::uuid[], $3::uuid[]) u(company_id, payment_id, id)
       join product_codes c on c.company_id = u.company_id and c.id = u.id
     )
     order by b.company_id, b.id for share`,
    valuesOf(items),
  );
  await db.rows(
    `update product_codes c
     set state = case when f.withdrawn_at is null then 'free' else 'withdrawn' end, payment_id = null,
       withdrawn_at = f.withdrawn_at, withdrawn_by = f.withdrawn_by,
       withdrawn_reason = f.withdrawn_reason
     from (
       select c.company_id, c.id, b.withdrawn_at, b.withdrawn_by, b.withdrawn_reason
       from unnest($1::uuid[], $2::uuid[], $3::uuid[]) u(company_id, payment_id, id)
       join product_codes c on c.company_id = u.company_id and c.id = u.id
         and c.payment_id = u.payment_id
       left join voucher_batches b on b.company_id = c.company_id and b.id = c.batch_id
     ) f
     where c.company_id = f.company_id and c.id = f.id and c.state = 'reserved'`,
    valuesOf(items),
  );
}

export interface NewReview {
  readonly companyId: string;
  readonly paymentId: string;
  readonly kind:
    | 'late_success'
    | 'amount_differs'
    | 'currency_differs'
    | 'amount_unknown'
    | 'unanswered'
    | 'account_inactive'
    | 'contradicted';
  /** In hundredths of UGX; null if the network did not report UGX. */
  readonly networkAmount: bigint | null;
  /** What it reported in another currency. */
  readonly foreign: { readonly amount: bigint | null; readonly currency: string } | null;
  readonly networkReference: string | null;
}

/**
 * At most one is open per payment; polling stops until people have decided, and a payment that had failed
 * is not asked about again. If the network names another amount meanwhile, the review shows it, and what was
 * proposed before no longer counts.
 */
export async function openReviews(db: Db, reviews: readonly NewReview[]): Promise<void> {
  if (reviews.length === 0) return;
  moneyMoved(db, reviews);
  await db.rows(
    `insert into payment_reviews
       (id, company_id, payment_id, kind, network_amount, network_reference, foreign_amount,
        foreign_currency)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::text[],
       $7::bigint[], $8::text[])
     on conflict (payment_id) where closed_at is null do update
     set kind = excluded.kind, network_amount = excluded.network_amount,
       network_reference = excluded.network_reference, foreign_amount = excluded.foreign_amount,
       foreign_currency = excluded.foreign_currency, decision = null, note = null,
       proposed_by = null, proposed_at = null, proposed_amount = null
     where (payment_reviews.network_amount, payment_reviews.foreign_amount,
         payment_reviews.foreign_currency)
         is distinct from (excluded.network_amount, excluded.foreign_amount, excluded.foreign_currency)
       and (excluded.network_amount is not null or excluded.foreign_currency is not null)`,
    [
      plainArray(reviews.map(() => uuidV7())),
      plainArray(reviews.map(({ companyId }) => companyId)),
      plainArray(reviews.map(({ paymentId }) => paymentId)),
      plainArray(reviews.map(({ kind }) => kind)),
      plainArray(reviews.map(({ networkAmount }) => networkAmount ?? undefined)),
      textArray(reviews.map(({ networkReference }) => networkReference)),
      plainArray(reviews.map(({ foreign }) => foreign?.amount ?? undefined)),
      textArray(reviews.map(({ foreign }) => foreign?.currency)),
    ],
  );
  const ids = plainArray(reviews.map(({ paymentId }) => paymentId));
  await db.rows('update open_payments set next_step_at = null where payment_id = any($1::uuid[])', [
    ids,
  ]);
  await db.rows('delete from late_questions where payment_id = any($1::uuid[])', [ids]);
}
