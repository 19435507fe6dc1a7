import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import { kampalaDay, startOfDay } from '@sente/contract/kampala';
import type {
  ListedTill,
  ShiftSheet,
  ShiftSum,
  Till,
  TillDetails,
  tills,
  TillShift,
} from '@sente/contract/tills';
import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { notFound } from '../http/app-error.ts';
import { pagingOf } from '../http/paging.ts';
import { listPaid, sumsOf, takenSince, toTillPayment } from './shift-sums.ts';
import {
  countShifts,
  findShift,
  listOpenShifts,
  listShifts,
  type ShiftRecord,
} from './shifts.queries.ts';
import {
  findTill,
  listCashiers,
  listDevices,
  listTills,
  type TillRecord,
} from './tills.queries.ts';

type Shifts = typeof tills.shifts;

export async function mustFind(db: Db, id: string): Promise<TillRecord> {
  const row = await findTill(db, id);
  if (!row) throw notFound('Till not found');
  return row;
}

export async function readShifts(
  db: Db,
  id: string,
  query: QueryOf<Shifts>,
): Promise<{ data: TillShift[]; meta: MetaOf<Shifts> }> {
  await mustFind(db, id);
  const meta = pagingOf(query, await countShifts(db, id));
  const { page, pageSize } = meta;
  const rows = await listShifts(db, id, { limit: pageSize, offset: (page - 1) * pageSize });
  const sumFor = await sumsOf(
    db,
    rows.map((row) => row.id),
  );
  return { data: rows.map((row) => toShift(row, sumFor(row.id))), meta };
}

/** To be read and printed by managers, also long after its end. */
export async function readShift(db: Db, id: string, shiftId: string): Promise<ShiftSheet> {
  const till = await mustFind(db, id);
  const row = await findShift(db, id, shiftId);
  if (!row) throw notFound('Shift not found');
  const company = await db.row<{ name: string }>('select name from companies where id = $1', [
    till.company_id,
  ]);
  return {
    ...toShift(row, (await sumsOf(db, [shiftId]))(shiftId)),
    companyName: company?.name ?? '',
    tillName: till.name,
    payments: (await listPaid(db, shiftId)).map(toTillPayment),
  };
}

function toShift(row: ShiftRecord, sum: ShiftSum): TillShift {
  return {
    id: row.id,
    cashierName: row.cashier_name,
    deviceName: row.device_name,
    openedAt: row.opened_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    ending: row.ending,
    sum,
  };
}

export async function readDetails(db: Db, id: string): Promise<TillDetails> {
  const row = await mustFind(db, id);
  const [devices, cashiers] = [await listDevices(db, id), await listCashiers(db, id)];
  return {
    ...toTill(row),
    devices: devices.map((device) => ({
      id: device.id,
      name: device.name,
      pairedAt: device.paired_at?.toISOString() ?? null,
      seenAt: device.seen_at?.toISOString() ?? null,
      isLocked: device.is_locked,
      openShift:
        device.shift_id && device.cashier_name && device.opened_at
          ? {
              id: device.shift_id,
              cashierName: device.cashier_name,
              openedAt: device.opened_at.toISOString(),
            }
          : null,
    })),
    cashiers: cashiers.map((cashier) => ({
      id: cashier.id,
      name: cashier.name,
      pinSetAt: cashier.pin_set_at.toISOString(),
    })),
  };
}

/** @param seesSums whether what was paid is told. */
export async function readList(
  db: Db,
  companyId: string | null,
  seesSums: boolean,
): Promise<ListedTill[]> {
  const rows = await listTills(db, companyId);
  const ids = rows.map(({ id }) => id);
  const shifts = await listOpenShifts(db, ids);
  const todayFor = seesSums
    ? await takenSince(db, ids, startOfDay(kampalaDay(databaseNow())))
    : () => null;
  return rows.map((row) => ({
    ...toTill(row),
    seenAt: row.seen_at?.toISOString() ?? null,
    onShift: shifts
      .filter((shift) => shift.till_id === row.id)
      .map((shift) => ({
        cashierName: shift.cashier_name,
        openedAt: shift.opened_at.toISOString(),
      })),
    today: todayFor(row.id),
  }));
}

function toTill(row: TillRecord): Till {
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    accountId: row.account_id,
    accountName: row.account_name,
    accountNumber: row.account_number,
    products: [...row.products],
    deviceCount: row.device_count,
    cashierCount: row.cashier_count,
    openShiftCount: row.open_shift_count,
    isLocked: row.is_locked,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}
