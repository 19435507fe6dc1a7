import type { NetworkName, PaymentDirection } from '@sente/contract/payments';
import { plainArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';

/** What a network is told about a payment, and what became of it. */
export interface NetworkPayment {
  readonly company_id: string;
  readonly company_name: string;
  readonly id: string;
  readonly direction: PaymentDirection;
  readonly phone_number: string;
  readonly network: NetworkName;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly reference: string | null;
  readonly description: string | null;
  readonly status: string;
}

/** A payment as the engine processes it. */
export interface StoredPayment extends NetworkPayment {
  readonly account_id: string;
  readonly is_account_active: boolean;
  /** With the taxes in it. */
  readonly fee: string;
  readonly vat: string;
  readonly levy: string;
  readonly product_id: string | null;
  readonly product_code_id: string | null;
  readonly transaction_id: string | null;
  readonly requested_by: string | null;
  readonly awaits_approval: boolean;
  readonly created_at: Date;
  /** Sendings under the same id. */
  readonly send_count: number;
  /** How often the network did not know it since the last sending. */
  readonly not_found_count: number;
  /* Milliseconds by the database's clock, 0 before the event. */
  readonly ready_ms_ago: number;
  readonly sent_ms_ago: number;
  readonly last_sent_ms_ago: number;
}

/** Of `payments p`. */
export const networkColumns = `p.company_id,
  (select c.name from companies c where c.id = p.company_id) as company_name, p.id, p.direction,
  p.phone_number, p.network, p.amount, p.reference, p.description, p.status`;

/** Of `payments p`, with the row `o` of `open_payments` while it is open. */
export const storedColumns = `${networkColumns}, p.account_id,
  (select a.is_active from accounts a where a.id = p.account_id) as is_account_active,
  p.fee, p.vat, p.levy, p.product_id, p.product_code_id, p.transaction_id, p.requested_by, p.awaits_approval,
  p.created_at, coalesce(o.send_count, 0) as send_count,
  coalesce(o.not_found_count, 0) as not_found_count, ${msAgo('o.ready_at')} as ready_ms_ago,
  ${msAgo('o.sent_at')} as sent_ms_ago, ${msAgo('o.last_sent_at')} as last_sent_ms_ago`;

function msAgo(at: string): string {
  return `coalesce(extract(epoch from now() - ${at})::float8 * 1000, 0)`;
}

/**
 * Records another sending before it takes place, so that the clock of "not found" restarts even if this
 * server is killed. False if it must not be sent: the payment ended in the meantime, or it is a payout and
 * a payout brake is on.
 */
export async function noteSending(
  db: Db,
  { id, direction }: Pick<NetworkPayment, 'id' | 'direction'>,
): Promise<boolean> {
  const row = await db.row(
    `update open_payments o set last_sent_at = now(), send_count = send_count + 1, not_found_count = 0
     where o.payment_id = $1 and o.next_step_at is not null and not ($2 and exists (
       select from payout_brakes b
       where b.ended_at is null and (b.company_id is null or b.company_id = o.company_id)
     ))
     returning o.payment_id`,
    [id, direction === 'payout'],
    'open_payments_note_sending',
  );
  return row !== undefined;
}

/** A payment that is still open: when it is due next, and what the network said. */
export interface Progress {
  readonly paymentId: string;
  /** The network has it, which was not known before. */
  readonly isNowWithNetwork: boolean;
  /** The network does not know it. */
  readonly isNotFound: boolean;
  /** Null if it stays due when it is. */
  readonly nextInMs: number | null;
}

/**
 * A payment that was decided in the meantime, for example by a callback, stays unchanged. One that the network
 * has is never taken for unknown to it or for unsent, also while a payout brake holds it.
 */
export async function writeProgress(db: Db, items: readonly Progress[]): Promise<void> {
  const sorted = items.toSorted((a, b) => (a.paymentId < b.paymentId ? -1 : 1));
  const withNetwork = sorted.filter(({ isNowWithNetwork }) => isNowWithNetwork);
  if (withNetwork.length > 0) {
    await db.rows(
      `update payments p set status = 'PROCESSING'
       -- As a case: a plan made while the table was empty would go through the index of all that are open.
       where p.id = any($1::uuid[]) and case p.status when 'PENDING' then (
         select o.next_step_at is not null or o.sent_at is not null
         from open_payments o where o.payment_id = p.id
       ) end`,
      [plainArray(withNetwork.map(({ paymentId }) => paymentId))],
      'payments_with_network',
    );
  }
  await db.rows(
    `update open_payments o
     set next_step_at = coalesce(now() + u.delay_ms * interval '1 millisecond', o.next_step_at),
       not_found_count = o.not_found_count + u.is_not_found::int,
       sent_at = case when u.is_with_network then coalesce(o.sent_at, now()) else o.sent_at end,
       last_sent_at = case when u.is_with_network then coalesce(o.last_sent_at, now()) else o.last_sent_at end,
       send_count = case when u.is_with_network then greatest(o.send_count, 1) else o.send_count end
     from unnest($1::uuid[], $2::boolean[], $3::float8[], $4::boolean[])
       u(id, is_not_found, delay_ms, is_with_network)
     where o.payment_id = u.id and o.payment_id = any($1::uuid[]) and o.next_step_at is not null`,
    [
      plainArray(sorted.map(({ paymentId }) => paymentId)),
      plainArray(sorted.map(({ isNotFound }) => String(isNotFound))),
      plainArray(sorted.map(({ nextInMs }) => nextInMs ?? undefined)),
      plainArray(sorted.map(({ isNowWithNetwork }) => String(isNowWithNetwork))),
    ],
    'open_payments_progress',
  );
}

/**
 * The order of locks: payments by their ids, then their rows in the queue by the same ids; counting the
 * payments locks all of them first. Whoever changes only the queue (claiming, renewing, putting back, noting
 * a sending) locks no payment.
 */
const locked = (where: string) =>
  `with p as materialized (
     select * from payments where ${where} order by id for update
   )
   select ${storedColumns} from p left join lateral (
     select * from open_payments
     where payment_id = p.id and (select count(*) from p) > 0 for update
   ) o on true`;

export function lockPayments(db: Db, ids: readonly string[]): Promise<StoredPayment[]> {
  return db.rows<StoredPayment>(locked('id = any($1::uuid[])'), [plainArray(ids)], 'payments_lock');
}

export function lockPayment(db: Db, id: string): Promise<StoredPayment | undefined> {
  return db.row<StoredPayment>(locked('id = $1'), [id]);
}

export function lockByTransaction(
  db: Db,
  transactionId: string,
): Promise<StoredPayment | undefined> {
  return db.row<StoredPayment>(locked('transaction_id = $1'), [transactionId]);
}

export function findPayments(db: Db, ids: readonly string[]): Promise<NetworkPayment[]> {
  return db.rows<NetworkPayment>(
    `select ${networkColumns} from payments p where p.id = any($1::uuid[])`,
    [plainArray(ids)],
    'payments_find',
  );
}
