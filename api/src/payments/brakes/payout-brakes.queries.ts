import type { BrakeDecision, PayoutBrake } from '@sente/contract/payout-brakes';
import type { Db } from '../../db/database.ts';
import type { BrakeFigures } from '../../http/health.ts';
import { isHeld } from './held-payouts.queries.ts';

/** Amounts are hundredths of UGX; bigint arrives as text. */
export interface BrakeRow {
  readonly id: string;
  readonly company_id: string | null;
  readonly company_name: string | null;
  readonly sign: string;
  readonly reason: string;
  readonly figures: unknown;
  readonly tripped_at: Date;
  readonly tripped_by: string | null;
  readonly ended_at: Date | null;
  readonly outcome: NonNullable<PayoutBrake['end']>['outcome'] | null;
  /** The request that ended it, or that waits. */
  readonly approval_id: string | null;
  readonly decision: BrakeDecision | null;
  readonly to_cancel: number | null;
  /** In UGX, of those that waited when the end was proposed. */
  readonly settlements: { readonly count: number; readonly amount: number } | null;
  readonly asked_by: string | null;
  readonly asked_at: Date | null;
  readonly note: string | null;
  readonly approved_by: string | null;
  readonly held_count: number;
  readonly held_amount: string;
  readonly released_count: number;
  readonly released_amount: string;
  readonly cancelled_count: number;
  readonly cancelled_amount: string;
}

const nameOf = (user: string): string => `${user}.first_name || ' ' || ${user}.last_name`;
const sums = ['held', 'released', 'cancelled']
  .map((name) => `s.${name}_count, s.${name}_amount::text as ${name}_amount`)
  .join(', ');
const sumOf = (name: string, where: string): string =>
  `count(*) filter (where ${where})::int as ${name}_count,
   coalesce(sum(p.amount) filter (where ${where}), 0) as ${name}_amount`;

const columns = `b.id, b.company_id, c.name as company_name, b.sign, b.reason, b.figures,
    b.tripped_at, ${nameOf('t')} as tripped_by, b.ended_at, b.outcome, a.id as approval_id,
    a.details->>'decision' as decision, (a.details->>'cancelled')::int as to_cancel,
    a.details->'settlements' as settlements,
    ${nameOf('asker')} as asked_by, a.asked_at, a.note, ${nameOf('ender')} as approved_by`;
const tables = `payout_brakes b
  left join companies c on c.id = b.company_id
  left join users t on t.id = b.tripped_by
  left join approvals a on a.id = b.approval_id
    or (b.approval_id is null and a.kind = 'brake' and a.subject = b.id::text and a.state = 'waiting')
  left join users asker on asker.id = a.asked_by
  left join users ender on ender.id = b.ended_by`;
const select = `select ${columns}, ${sums} from ${tables}
  cross join lateral (
    select ${sumOf('held', isHeld)},
      ${sumOf('released', "h.outcome in ('released', 'resumed')")},
      ${sumOf('cancelled', "h.outcome = 'cancelled'")}
    from braked_payments h join payments p on p.id = h.payment_id where h.brake_id = b.id
  ) s`;

/** That of all companies first, then the oldest. Without what they hold, which sumHeld tells. */
export function listOn(db: Db): Promise<BrakeRow[]> {
  return db.rows<BrakeRow>(
    `select ${columns}, 0 as held_count, '0' as held_amount, 0 as released_count,
       '0' as released_amount, 0 as cancelled_count, '0' as cancelled_amount
     from ${tables} where b.ended_at is null order by b.company_id nulls first, b.tripped_at`,
  );
}

export type HeldSum = Pick<BrakeRow, 'held_count' | 'held_amount'>;

export async function sumHeld(db: Db, brakeId: string): Promise<HeldSum> {
  const row = await db.row<HeldSum>(
    `select s.held_count, s.held_amount::text as held_amount from (
       select ${sumOf('held', isHeld)}
       from braked_payments h join payments p on p.id = h.payment_id
       where h.brake_id = $1 and h.outcome is null
     ) s`,
    [brakeId],
  );
  return row ?? { held_count: 0, held_amount: '0' };
}

export function listEnded(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<BrakeRow[]> {
  return db.rows<BrakeRow>(
    `${select} where b.ended_at is not null order by b.tripped_at desc, b.id limit $1 offset $2`,
    [limit, offset],
  );
}

export async function countEnded(db: Db): Promise<number> {
  const row = await db.row<{ count: number }>(
    'select count(*)::int as count from payout_brakes where ended_at is not null',
  );
  return row?.count ?? 0;
}

export function findBrake(db: Db, id: string): Promise<BrakeRow | undefined> {
  return db.row<BrakeRow>(`${select} where b.id = $1`, [id]);
}

interface Pulse {
  readonly last_looked_at: Date;
  readonly is_late: boolean;
  readonly can_seal: boolean;
}

/** Null if no watcher ever looked. */
export async function readPulse(db: Db): Promise<Pulse | null> {
  const row = await db.row<Pulse>(
    `select last_looked_at, not watcher_looks(clock_timestamp()) as is_late, can_seal
     from watcher_pulse`,
  );
  return row ?? null;
}

/** As the signed-in user of the transaction. */
export async function tripBrake(db: Db, companyId: string | null, reason: string): Promise<string> {
  const row = await db.row<{ id: string }>('select brake_trip_by_person($1, $2) as id', [
    companyId,
    reason,
  ]);
  return row?.id ?? '';
}

/**
 * Brakes that are on, what they hold, and when the watcher last looked, for the figures of operators. What the
 * watcher has stopped counts, although somebody's locks keep it from making a brake of it.
 */
export async function measureBrakes(db: Db): Promise<BrakeFigures | null> {
  const row = await db.row<BrakeFigures>(
    `select (select count(*)::int from payout_brakes where ended_at is null)
         + (select count(*)::int from watcher_stops) as "on",
       (select count(*)::int from braked_payments h where h.outcome is null) as held,
       (select extract(epoch from clock_timestamp() - last_looked_at)::float8 from watcher_pulse)
         as "secondsSinceLook"`,
  );
  return row ?? null;
}
