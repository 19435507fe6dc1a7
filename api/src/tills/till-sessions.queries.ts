import type { SoldProduct } from '@sente/contract/till';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';

/** A device with its till, and the shift of its second cookie. */
export interface TillRow {
  readonly company_id: string;
  readonly company_name: string;
  readonly till_id: string;
  readonly till_name: string;
  readonly account_id: string;
  readonly device_id: string;
  readonly device_name: string;
  readonly is_locked: boolean;
  readonly shift_id: string | null;
  readonly cashier_name: string | null;
  readonly opened_at: Date | null;
  readonly ended_at: Date | null;
}

/** When a shift ended; null while it is open. */
export const endOf = (shift: string): string =>
  `coalesce(${shift}.closed_at, case when ${shift}.ends_at <= now() then ${shift}.ends_at end)`;
/** The same for a shift `s`. */
export const endOfShift = endOf('s');

/** Wrong PINs in a row, after which a device takes none until a manager unlocks it. */
const pinsBeforeLock = 5;
/** Of device `d`. */
export const isLocked = `d.wrong_pins >= ${pinsBeforeLock}`;

/** A shift that ended is known for an hour, so that a lost answer can be asked for again. */
export function findTillRow(
  db: Db,
  deviceHash: Buffer,
  shiftHash: Buffer | null,
): Promise<TillRow | undefined> {
  return db.row<TillRow>(
    `select d.company_id, c.name as company_name, t.id as till_id, t.name as till_name, t.account_id,
       d.id as device_id, d.name as device_name, ${isLocked} as is_locked,
       s.id as shift_id, k.name as cashier_name, s.opened_at, ${endOfShift} as ended_at
     from till_devices d
     join tills t on t.id = d.till_id and t.ended_at is null
     join companies c on c.id = d.company_id and c.archived_at is null
     left join till_shifts s on s.token_hash = $2 and s.device_id = d.id
       and coalesce(s.closed_at, s.ends_at) > now() - interval '1 hour'
     left join till_cashiers k on k.id = s.cashier_id
     where d.token_hash = $1 and d.unpaired_at is null`,
    [deviceHash, shiftHash],
    'till_of_device',
  );
}

/** Once, and only while the code is fresh and the till is in use. */
export async function pairDevice(db: Db, codeHash: Buffer, tokenHash: Buffer): Promise<boolean> {
  const row = await db.row(
    `update till_devices d set token_hash = $2, paired_at = now(), seen_at = now(), code_hash = null,
       code_expires_at = null
     from tills t
     where d.code_hash = $1 and d.code_expires_at > now() and d.unpaired_at is null
       and t.id = d.till_id and t.ended_at is null
     returning d.id`,
    [codeHash, tokenHash],
  );
  return row !== undefined;
}

/** Counts a try as wrong until it was right. False if the device takes none any more. */
export async function countWrongPin(db: Db, deviceId: string): Promise<boolean> {
  const row = await db.row(
    `update till_devices set wrong_pins = wrong_pins + 1, seen_at = now()
     where id = $1 and wrong_pins < ${pinsBeforeLock} returning id`,
    [deviceId],
  );
  return row !== undefined;
}

/** Whether this was the one too many; told once. */
export async function lockDevice(db: Db, deviceId: string): Promise<boolean> {
  const row = await db.row(
    `update till_devices d set locked_at = now()
     where d.id = $1 and d.locked_at is null and ${isLocked} returning d.id`,
    [deviceId],
  );
  return row !== undefined;
}

/** Returns its token's hash, unless it was unpaired or locked meanwhile. */
export async function rightPin(db: Db, deviceId: string): Promise<Buffer | undefined> {
  const row = await db.row<{ token_hash: Buffer }>(
    `update till_devices set wrong_pins = 0
     where id = $1 and unpaired_at is null and locked_at is null returning token_hash`,
    [deviceId],
  );
  return row?.token_hash;
}

export function findCashierByPin(
  db: Db,
  tillId: string,
  marks: readonly string[],
): Promise<{ readonly id: string } | undefined> {
  return db.row(
    `select id from till_cashiers where till_id = $1 and pin_mark = any ($2) and removed_at is null`,
    [tillId, marks],
  );
}

/** Those that are open; what ended by itself keeps that time. */
export async function closeShiftsOf(
  db: Db,
  of: {
    readonly tillId?: string;
    readonly deviceId?: string;
    readonly cashierId?: string;
    readonly shiftId?: string;
  },
  closedBy: string | null,
): Promise<number> {
  const rows = await db.rows(
    `update till_shifts set closed_at = least(now(), ends_at),
       closed_by = case when ends_at > now() then $5::uuid end
     where closed_at is null and ($1::uuid is null or till_id = $1) and ($2::uuid is null or device_id = $2)
       and ($3::uuid is null or cashier_id = $3) and ($4::uuid is null or id = $4)
     returning id`,
    [of.tillId ?? null, of.deviceId ?? null, of.cashierId ?? null, of.shiftId ?? null, closedBy],
  );
  return rows.length;
}

export async function insertShift(
  db: Db,
  shift: {
    readonly id: string;
    readonly companyId: string;
    readonly tillId: string;
    readonly deviceId: string;
    readonly cashierId: string;
    readonly tokenHash: Buffer;
    readonly idleLimit: string;
  },
): Promise<void> {
  const { id, companyId, tillId, deviceId, cashierId, tokenHash, idleLimit } = shift;
  await db.rows(
    `insert into till_shifts (id, company_id, till_id, device_id, cashier_id, token_hash, ends_at)
     values ($1, $2, $3, $4, $5, $6, now() + $7::interval)`,
    [id, companyId, tillId, deviceId, cashierId, tokenHash, idleLimit],
  );
}

/** What the till may sell now. Mobile money has no cents. */
export async function listSold(db: Db, tillId: string): Promise<SoldProduct[]> {
  const rows = await db.rows<{ id: string; name: string; amount: string; stock: number }>(
    `select r.id, r.name, r.amount, (
       select coalesce(sum(f.count), 0)::int from voucher_counts f
       where f.company_id = r.company_id and f.product_id = r.id and f.state = 'free'
     ) as stock
     from till_products q join internet_products r on r.company_id = q.company_id and r.id = q.product_id
     where q.till_id = $1 and r.is_active and r.deleted_at is null and r.amount % 100 = 0
     order by r.amount, r.id`,
    [tillId],
  );
  return rows.map(({ id, name, amount, stock }) => ({
    id,
    productName: name,
    price: toUgx(amount),
    isSoldOut: stock === 0,
    stock,
  }));
}
