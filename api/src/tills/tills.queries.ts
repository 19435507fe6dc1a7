import type { Db } from '../db/database.ts';
import { isOpen } from './shifts.queries.ts';
import { isLocked } from './till-sessions.queries.ts';

export interface TillRecord {
  readonly id: string;
  readonly company_id: string;
  readonly name: string;
  readonly account_id: string;
  readonly account_name: string;
  readonly account_number: string;
  readonly products: readonly { id: string; productCode: string; productName: string }[];
  readonly device_count: number;
  readonly cashier_count: number;
  readonly open_shift_count: number;
  readonly is_locked: boolean;
  /** Of its paired devices. */
  readonly seen_at: Date | null;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly ended_at: Date | null;
}

const isPaired = 'd.paired_at is not null and d.unpaired_at is null';

const select = `select t.id, t.company_id, t.name, t.account_id, a.name as account_name,
    a.number as account_number, t.created_at, u.first_name || ' ' || u.last_name as created_by, t.ended_at,
    (
      select coalesce(json_agg(json_build_object('id', r.id, 'productCode', r.code, 'productName', r.name)
        order by r.amount, r.id), '[]'::json)
      from till_products q join internet_products r on r.company_id = q.company_id and r.id = q.product_id
      where q.till_id = t.id and r.deleted_at is null
    ) as products,
    (select count(*)::int from till_devices d where d.till_id = t.id and ${isPaired}) as device_count,
    (select count(*)::int from till_cashiers k where k.till_id = t.id and k.removed_at is null) as cashier_count,
    (select count(*)::int from till_shifts s where s.till_id = t.id and ${isOpen}) as open_shift_count,
    exists (select from till_devices d where d.till_id = t.id and ${isPaired} and ${isLocked}) as is_locked,
    (select max(d.seen_at) from till_devices d where d.till_id = t.id and ${isPaired}) as seen_at
  from tills t
  join companies c on c.id = t.company_id and c.archived_at is null
  join accounts a on a.id = t.account_id
  left join users u on u.id = t.created_by`;

export function listTills(db: Db, companyId: string | null): Promise<TillRecord[]> {
  return db.rows<TillRecord>(
    `${select} where $1::uuid is null or t.company_id = $1
     order by t.ended_at is not null, lower(t.name) collate "C", t.id limit 500`,
    [companyId],
  );
}

export function findTill(db: Db, id: string): Promise<TillRecord | undefined> {
  return db.row<TillRecord>(`${select} where t.id = $1`, [id]);
}

export interface DeviceRecord {
  readonly id: string;
  readonly name: string;
  readonly paired_at: Date | null;
  readonly seen_at: Date | null;
  readonly is_locked: boolean;
  readonly shift_id: string | null;
  readonly cashier_name: string | null;
  readonly opened_at: Date | null;
}

/** Paired ones, and those whose code still works. */
export function listDevices(db: Db, tillId: string): Promise<DeviceRecord[]> {
  return db.rows<DeviceRecord>(
    `select d.id, d.name, d.paired_at, d.seen_at, ${isLocked} as is_locked, s.id as shift_id,
       k.name as cashier_name, s.opened_at
     from till_devices d
     left join till_shifts s on s.device_id = d.id and ${isOpen}
     left join till_cashiers k on k.id = s.cashier_id
     where d.till_id = $1 and d.unpaired_at is null
       and (d.paired_at is not null or d.code_expires_at > now())
     order by d.id`,
    [tillId],
  );
}

export interface CashierRecord {
  readonly id: string;
  readonly name: string;
  readonly pin_set_at: Date;
}

export function listCashiers(db: Db, tillId: string): Promise<CashierRecord[]> {
  return db.rows<CashierRecord>(
    `select id, name, pin_set_at from till_cashiers where till_id = $1 and removed_at is null
     order by lower(name) collate "C", id`,
    [tillId],
  );
}

/** False if a till of the company has this name. */
export async function insertTill(
  db: Db,
  till: {
    readonly id: string;
    readonly companyId: string;
    readonly name: string;
    readonly accountId: string;
    readonly createdBy: string | null;
  },
): Promise<boolean> {
  const { id, companyId, name, accountId, createdBy } = till;
  const row = await db.row(
    `insert into tills (id, company_id, name, account_id, created_by) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning id`,
    [id, companyId, name, accountId, createdBy],
  );
  return row !== undefined;
}

export async function hasName(db: Db, companyId: string, name: string, but: string) {
  const row = await db.row(
    `select from tills where company_id = $1 and lower(name) = lower($2) and ended_at is null and id <> $3`,
    [companyId, name, but],
  );
  return row !== undefined;
}

/** Replaces what it sells; false if one of them is no product of the company. */
export async function setProducts(
  db: Db,
  companyId: string,
  tillId: string,
  productIds: readonly string[],
): Promise<boolean> {
  await db.rows('delete from till_products where till_id = $1', [tillId]);
  const wanted = new Set(productIds);
  const rows = await db.rows(
    `insert into till_products (company_id, till_id, product_id)
     select company_id, $2, id from internet_products
     where company_id = $1 and id = any ($3::uuid[]) and deleted_at is null returning product_id`,
    [companyId, tillId, [...wanted]],
  );
  return rows.length === wanted.size;
}

export async function insertDevice(
  db: Db,
  device: {
    readonly id: string;
    readonly companyId: string;
    readonly tillId: string;
    readonly name: string;
    readonly codeHash: Buffer;
    readonly minutes: number;
  },
): Promise<Date> {
  const row = await db.row<{ code_expires_at: Date }>(
    `insert into till_devices (id, company_id, till_id, name, code_hash, code_expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(mins => $6)) returning code_expires_at`,
    [device.id, device.companyId, device.tillId, device.name, device.codeHash, device.minutes],
  );
  if (!row) throw new Error('A device was not stored');
  return row.code_expires_at;
}

/** Of one device, or of all of a till. */
export async function unpairDevices(
  db: Db,
  tillId: string,
  deviceId: string | null,
): Promise<string | undefined> {
  const row = await db.row<{ name: string }>(
    `update till_devices set unpaired_at = now(), code_hash = null, code_expires_at = null
     where till_id = $1 and ($2::uuid is null or id = $2) and unpaired_at is null returning name`,
    [tillId, deviceId],
  );
  return row?.name;
}

export async function unlockDevice(
  db: Db,
  tillId: string,
  deviceId: string,
): Promise<string | undefined> {
  const row = await db.row<{ name: string }>(
    `update till_devices set wrong_pins = 0, locked_at = null
     where till_id = $1 and id = $2 and unpaired_at is null returning name`,
    [tillId, deviceId],
  );
  return row?.name;
}

/** False if another cashier of the till has this PIN. */
export async function insertCashier(
  db: Db,
  cashier: {
    readonly id: string;
    readonly companyId: string;
    readonly tillId: string;
    readonly name: string;
    readonly pinMark: string;
  },
): Promise<boolean> {
  const { id, companyId, tillId, name, pinMark } = cashier;
  const row = await db.row(
    `insert into till_cashiers (id, company_id, till_id, name, pin_mark) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning id`,
    [id, companyId, tillId, name, pinMark],
  );
  return row !== undefined;
}

export function findCashier(
  db: Db,
  tillId: string,
  cashierId: string,
): Promise<CashierRecord | undefined> {
  return db.row<CashierRecord>(
    `select id, name, pin_set_at from till_cashiers
     where till_id = $1 and id = $2 and removed_at is null`,
    [tillId, cashierId],
  );
}

export async function setPin(db: Db, cashierId: string, pinMark: string): Promise<void> {
  await db.rows('update till_cashiers set pin_mark = $2, pin_set_at = now() where id = $1', [
    cashierId,
    pinMark,
  ]);
}

export async function isPinTaken(db: Db, tillId: string, marks: readonly string[]) {
  const row = await db.row(
    `select from till_cashiers where till_id = $1 and pin_mark = any ($2) and removed_at is null`,
    [tillId, marks],
  );
  return row !== undefined;
}

/** That a till may receive money on. */
export function findAccount(
  db: Db,
  companyId: string,
  id: string,
): Promise<{ readonly is_active: boolean } | undefined> {
  return db.row(
    `select is_active from accounts where company_id = $1 and id = $2 and kind = 'customer'`,
    [companyId, id],
  );
}
