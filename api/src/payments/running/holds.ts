import { plainArray } from '../../db/array-literal.ts';
import type { Db } from '../../db/database.ts';
import type { StoredPayment } from '../payments.queries.ts';
import { writeSteps } from '../steps.ts';

/*
 * Payouts that the payout brake holds. They leave the queue of due payments until two people end the brake.
 */

/** The brake that stops the payouts of a company: its own, or else that of all. */
export const brakeOf = (companyId: string): string =>
  `select b.id, b.company_id, b.reason from payout_brakes b
   where b.ended_at is null and (b.company_id is null or b.company_id = ${companyId})
   order by b.company_id nulls last limit 1`;

export interface Hold {
  readonly companyId: string;
  readonly paymentId: string;
  readonly brakeId: string;
}

/** Tells in the trace of each payment why it waits. */
export async function noteHolds(db: Db, holds: readonly Hold[]): Promise<void> {
  if (holds.length === 0) return;
  const brakes = await db.rows<{ id: string; reason: string | null }>(
    // What stops all payouts may be about other companies.
    `select id, case when company_id is not null then reason end as reason
     from payout_brakes where id = any($1::uuid[])`,
    [plainArray([...new Set(holds.map(({ brakeId }) => brakeId))])],
  );
  const reasons = new Map(brakes.map(({ id, reason }) => [id, reason]));
  await writeSteps(
    db,
    holds.map(({ companyId, paymentId, brakeId }) => ({
      companyId,
      paymentId,
      kind: 'held',
      title: `Held by the payout brake: ${reasons.get(brakeId) ?? 'all payouts are stopped'}`,
      isGood: null,
    })),
  );
}

/**
 * Holds a payout that was sent, but that the network proved not to have: it is not sent again while a brake
 * is on, and does not fail because of that. False if no brake is on.
 */
export async function holdUnknown(db: Db, payment: StoredPayment): Promise<boolean> {
  if (payment.direction !== 'payout') return false;
  const row = await db.row<{ brake_id: string }>(
    `with stopped as (
       update open_payments o set next_step_at = null from (${brakeOf('$2::uuid')}) b
       where o.payment_id = $1 and o.next_step_at is not null
       returning o.payment_id, o.company_id, b.id as brake_id
     ), held as (
       insert into braked_payments (brake_id, payment_id, company_id)
       select brake_id, payment_id, company_id from stopped on conflict do nothing
     )
     select brake_id from stopped`,
    [payment.id, payment.company_id],
  );
  if (!row) return false;
  const { company_id: companyId, id: paymentId } = payment;
  await noteHolds(db, [{ companyId, paymentId, brakeId: row.brake_id }]);
  return true;
}
