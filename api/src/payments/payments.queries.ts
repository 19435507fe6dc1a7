import type { NetworkName, PaymentDirection } from '@sente/contract/payments';
import { plainArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';

/** A payment as the engine processes it. */
export interface StoredPayment {
  readonly company_id: string;
  readonly company_name: string;
  readonly id: string;
  readonly direction: PaymentDirection;
  readonly account_id: string;
  readonly is_account_active: boolean;
  readonly phone_number: string;
  readonly network: NetworkName;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly fee: string;
  readonly reference: string | null;
  readonly description: string | null;
  readonly status: string;
  readonly product_id: string | null;
  readonly product_code_id: string | null;
  readonly transaction_id: string | null;
  readonly requested_by: string | null;
  readonly awaits_approval: boolean;
  readonly sent_at: Date | null;
  readonly ask_count: number;
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
export const storedColumns = `p.company_id,
  (select c.name from companies c where c.id = p.company_id) as company_name, p.id, p.direction, p.account_id,
  (select a.is_active from accounts a where a.id = p.account_id) as is_account_active, p.phone_number, p.network, p.amount,
  p.fee, p.reference, p.description, p.status, p.product_id, p.product_code_id, p.transaction_id,
  p.requested_by, p.awaits_approval, p.sent_at, p.ask_count, p.created_at,
  greatest(p.send_count, case when p.sent_at is null then 0 else 1 end) as send_count,
  p.not_found_count, ${msAgo('coalesce(p.ready_at, p.created_at)')} as ready_ms_ago,
  ${msAgo('p.sent_at')} as sent_ms_ago,
  ${msAgo('coalesce(p.last_sent_at, p.sent_at)')} as last_sent_ms_ago`;

function msAgo(at: string): string {
  return `coalesce(extract(epoch from now() - ${at})::float8 * 1000, 0)`;
}

/**
 * Records a sending before it takes place, so that the clock of "not found" restarts even if this server
 * is killed. False if the payment ended in the meantime: it must not be sent.
 */
export async function noteSending(db: Db, paymentId: string): Promise<boolean> {
  const row = await db.row(
    `update payments set last_sent_at = now(), send_count = send_count + 1, not_found_count = 0
     where id = $1 and next_step_at is not null returning id`,
    [paymentId],
  );
  return row !== undefined;
}

/** A payment that is still open: when it is due next, and what the network said. */
export interface Progress {
  readonly paymentId: string;
  /** The network has it. */
  readonly isWithNetwork: boolean;
  /** The network does not know it. */
  readonly isNotFound: boolean;
  readonly nextInMs: number;
}

/** A payment that was decided in the meantime, for example by a callback, stays unchanged. */
export async function writeProgress(db: Db, items: readonly Progress[]): Promise<void> {
  await db.rows(
    `update payments p
     set next_step_at = now() + u.delay_ms * interval '1 millisecond',
       status = case when u.is_with_network then 'PROCESSING' else p.status end,
       not_found_count = p.not_found_count + u.is_not_found::int
     from unnest($1::uuid[], $2::boolean[], $3::boolean[], $4::float8[])
       u(id, is_with_network, is_not_found, delay_ms)
     where p.id = u.id and p.next_step_at is not null`,
    [
      plainArray(items.map(({ paymentId }) => paymentId)),
      plainArray(items.map(({ isWithNetwork }) => String(isWithNetwork))),
      plainArray(items.map(({ isNotFound }) => String(isNotFound))),
      plainArray(items.map(({ nextInMs }) => nextInMs)),
    ],
  );
}

/** In the order of ids, so that two servers cannot deadlock. */
export function lockPayments(db: Db, ids: readonly string[]): Promise<StoredPayment[]> {
  return db.rows<StoredPayment>(
    `select ${storedColumns} from payments p where p.id = any($1::uuid[]) order by p.id for update`,
    [plainArray(ids)],
  );
}

export function findPayments(db: Db, ids: readonly string[]): Promise<StoredPayment[]> {
  return db.rows<StoredPayment>(
    `select ${storedColumns} from payments p where p.id = any($1::uuid[])`,
    [plainArray(ids)],
  );
}

export function lockByTransaction(
  db: Db,
  transactionId: string,
): Promise<StoredPayment | undefined> {
  return db.row<StoredPayment>(
    `select ${storedColumns} from payments p where p.transaction_id = $1 for update`,
    [transactionId],
  );
}
