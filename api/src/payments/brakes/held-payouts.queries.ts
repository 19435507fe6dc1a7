import type { BrakeSelection } from '@sente/contract/payout-brakes';
import type { Db } from '../../db/database.ts';

/** Amounts are hundredths of UGX; bigint arrives as text. */
export interface BrakedRow {
  readonly payment_id: string;
  readonly transaction_id: string | null;
  readonly company_id: string;
  readonly company_name: string;
  readonly phone_number: string;
  readonly network: string;
  readonly amount: string;
  readonly status: string;
  readonly held_at: Date;
  readonly outcome: 'released' | 'resumed' | 'cancelled' | null;
}

export type Selection = Partial<BrakeSelection>;

/** $1 is the brake, $2 the selection. */
const isSelected = `h.brake_id = $1
  and ($2::jsonb = '{}' or h.payment_id in (select brake_selected($1, $2::jsonb)))`;
/** It waits because of the brake: it was not sent, or the network does not have it. */
export const isHeld = "h.outcome is null and p.status in ('PENDING', 'PROCESSING')";
/** What was sent once is never cancelled: the network may have it after all. */
const isCancellable = "h.outcome is null and p.status = 'PENDING'";
const braked = 'braked_payments h join payments p on p.id = h.payment_id';

function valuesOf(brakeId: string, selection: Selection): unknown[] {
  return [brakeId, JSON.stringify(selection)];
}

/** Oldest first. */
export function listBraked(
  db: Db,
  brakeId: string,
  selection: Selection,
  { limit, offset }: { limit: number; offset: number },
): Promise<BrakedRow[]> {
  return db.rows<BrakedRow>(
    `select h.*, c.name as company_name from (
       select h.payment_id, p.transaction_id, h.company_id, p.phone_number, p.network, p.amount,
         p.status, h.held_at, h.outcome
       from ${braked} where ${isSelected}
       order by h.held_at, h.payment_id limit $3 offset $4
     ) h
     join companies c on c.id = h.company_id
     order by h.held_at, h.payment_id`,
    [...valuesOf(brakeId, selection), limit, offset],
  );
}

interface BrakedTotals {
  readonly count: number;
  readonly held_count: number;
  readonly held_amount: string;
}

export async function totalBraked(
  db: Db,
  brakeId: string,
  selection: Selection,
): Promise<BrakedTotals> {
  const row = await db.row<BrakedTotals>(
    `select count(*)::int as count, count(*) filter (where ${isHeld})::int as held_count,
       coalesce(sum(p.amount) filter (where ${isHeld}), 0)::text as held_amount
     from ${braked} where ${isSelected}`,
    valuesOf(brakeId, selection),
  );
  return row ?? { count: 0, held_count: 0, held_amount: '0' };
}

interface Shared {
  readonly count: number;
  readonly total: string;
}

interface AskerRow extends Shared {
  readonly asked_by: string;
  readonly company_id: string | null;
  readonly name: string;
}

/** Who asked for the held payouts: people, and the systems of companies. */
export function listAskers(db: Db, brakeId: string): Promise<AskerRow[]> {
  return db.rows<AskerRow>(
    `select g.asked_by, g.company_id, g.count, g.total,
       coalesce(u.first_name || ' ' || u.last_name, 'API of ' || c.name, 'Unknown') as name
     from (
       select coalesce(p.requested_by::text, p.origin) as asked_by, p.requested_by,
         case when p.requested_by is null then p.company_id end as company_id,
         count(*)::int as count, sum(p.amount)::text as total
       from ${braked} where h.brake_id = $1 and ${isHeld}
       group by 1, 2, 3 order by count desc, 1, 3 limit 20
     ) g
     left join users u on u.id = g.requested_by
     left join companies c on c.id = g.company_id
     order by g.count desc, g.asked_by, g.company_id`,
    [brakeId],
  );
}

/** Amounts of more than one held payout. */
export function listAmounts(
  db: Db,
  brakeId: string,
): Promise<(Shared & { readonly amount: string })[]> {
  return db.rows(
    `select p.amount, count(*)::int as count, sum(p.amount)::text as total
     from ${braked} where h.brake_id = $1 and ${isHeld}
     group by p.amount having count(*) > 1 order by count desc, p.amount limit 20`,
    [brakeId],
  );
}

interface Cancelled {
  readonly count: number;
  readonly amount: string;
}

/** Selected ones that can be cancelled now. */
export async function totalSelected(
  db: Db,
  brakeId: string,
  selection: Selection,
): Promise<Cancelled> {
  const row = await db.row<Cancelled>(
    `select count(*)::int as count, coalesce(sum(p.amount), 0)::text as amount
     from ${braked} where ${isSelected} and ${isCancellable}`,
    valuesOf(brakeId, selection),
  );
  return row ?? { count: 0, amount: '0' };
}

/** Of these payouts, those that can be cancelled now. */
export async function totalNamed(
  db: Db,
  brakeId: string,
  ids: readonly string[],
): Promise<Cancelled> {
  const row = await db.row<Cancelled>(
    `select count(*)::int as count, coalesce(sum(p.amount), 0)::text as amount
     from ${braked} where h.brake_id = $1 and h.payment_id = any($2::uuid[]) and ${isCancellable}`,
    [brakeId, ids],
  );
  return row ?? { count: 0, amount: '0' };
}
