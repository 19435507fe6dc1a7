import { randomBytes, randomInt } from 'node:crypto';
import type { BodyOf, MetaOf, QueryOf } from '@sente/contract/endpoint';
import type { NewPin, Pairing, Till, TillDetails, tills, TillShift } from '@sente/contract/tills';
import { companyExists } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, invalidField, notFound, refused } from '../http/app-error.ts';
import { pagingOf } from '../http/paging.ts';
import { findAccount } from '../payment-links/payment-links.queries.ts';
import { audit, changesOf } from '../security/audit.ts';
import type { Sealer } from '../security/secrets.ts';
import { sumsOf } from './shift-sums.ts';
import { closeShiftsOf } from './till-sessions.queries.ts';
import { codeHash, pinText } from './till-sessions.ts';
import {
  countShifts,
  findCashier,
  findTill,
  hasName,
  insertCashier,
  insertDevice,
  insertTill,
  isPinTaken,
  listCashiers,
  listDevices,
  listShifts,
  listTills,
  setPin,
  setProducts,
  unlockDevice,
  unpairDevices,
  type TillRecord,
} from './tills.queries.ts';

type Shifts = typeof tills.shifts;

/** How the portal manages tills. */
export interface TillsService {
  list(actor: Actor, query: QueryOf<typeof tills.list>): Promise<Till[]>;
  get(actor: Actor, id: string): Promise<TillDetails>;
  shifts(
    actor: Actor,
    id: string,
    query: QueryOf<Shifts>,
  ): Promise<{ data: TillShift[]; meta: MetaOf<Shifts> }>;
  create(actor: Actor, body: BodyOf<typeof tills.create>): Promise<TillDetails>;
  update(actor: Actor, id: string, body: BodyOf<typeof tills.update>): Promise<TillDetails>;
  end(actor: Actor, id: string): Promise<TillDetails>;
  addDevice(actor: Actor, id: string, name: string): Promise<Pairing>;
  unpair(actor: Actor, id: string, deviceId: string): Promise<TillDetails>;
  unlock(actor: Actor, id: string, deviceId: string): Promise<TillDetails>;
  addCashier(actor: Actor, id: string, name: string): Promise<NewPin>;
  renewPin(actor: Actor, id: string, cashierId: string): Promise<NewPin>;
  removeCashier(actor: Actor, id: string, cashierId: string): Promise<TillDetails>;
  endShift(actor: Actor, id: string, shiftId: string): Promise<TillDetails>;
}

interface TillTools {
  readonly database: Database;
  readonly sealer: Sealer;
  /** The address of a page of this server. */
  readonly urlOf: (path: string) => string;
}

const codeMinutes = 10;

export function createTillsService(tools: TillTools): TillsService {
  const { database } = tools;
  /** A change of a till in use. */
  const change = <T>(actor: Actor, id: string, work: (db: Db, till: TillRecord) => Promise<T>) =>
    database.within(actor.scope, async (db) => work(db, await mustBeInUse(db, id)));
  const changed = (
    actor: Actor,
    id: string,
    work: (db: Db, till: TillRecord) => Promise<void>,
  ): Promise<TillDetails> =>
    change(actor, id, async (db, till) => {
      await work(db, till);
      return readDetails(db, id);
    });
  return {
    list: (actor, { companyId = null }) =>
      database.within(actor.scope, async (db) => {
        if (companyId !== null && !(await companyExists(db, companyId))) {
          throw notFound('Company not found');
        }
        return (await listTills(db, companyId)).map(toTill);
      }),
    get: (actor, id) => database.within(actor.scope, (db) => readDetails(db, id)),
    shifts: (actor, id, query) => database.within(actor.scope, (db) => readShifts(db, id, query)),
    create: (actor, body) => database.within(actor.scope, (db) => create(db, actor, body)),
    update: (actor, id, body) => changed(actor, id, (db, till) => update(db, actor, till, body)),
    end: (actor, id) =>
      changed(actor, id, async (db, till) => {
        await db.rows('update tills set ended_at = now() where id = $1', [id]);
        await unpairDevices(db, id, null);
        await closeShiftsOf(db, { tillId: id }, actor.userId);
        await note(db, actor, 'end', till);
      }),
    addDevice: (actor, id, name) =>
      change(actor, id, (db, till) => addDevice(tools, db, actor, till, name)),
    unpair: (actor, id, deviceId) =>
      changed(actor, id, async (db, till) => {
        const device = await unpairDevices(db, id, deviceId);
        if (device === undefined) throw notFound('Device not found');
        await closeShiftsOf(db, { deviceId }, actor.userId);
        await note(db, actor, 'unpair', till, { device });
      }),
    unlock: (actor, id, deviceId) =>
      changed(actor, id, async (db, till) => {
        const device = await unlockDevice(db, id, deviceId);
        if (device === undefined) throw notFound('Device not found');
        await note(db, actor, 'unlock', till, { device });
      }),
    ...cashierActs(tools, change, changed),
    endShift: (actor, id, shiftId) =>
      changed(actor, id, async (db, till) => {
        const row = await db.row('select from till_shifts where id = $1 and till_id = $2', [
          shiftId,
          id,
        ]);
        if (!row) throw notFound('Shift not found');
        if ((await closeShiftsOf(db, { shiftId }, actor.userId)) === 0) return;
        await note(db, actor, 'endShift', till);
      }),
  };
}

type Change = <T>(
  actor: Actor,
  id: string,
  work: (db: Db, till: TillRecord) => Promise<T>,
) => Promise<T>;

function cashierActs(
  { sealer }: TillTools,
  change: Change,
  changed: (
    actor: Actor,
    id: string,
    work: (db: Db, till: TillRecord) => Promise<void>,
  ) => Promise<TillDetails>,
): Pick<TillsService, 'addCashier' | 'renewPin' | 'removeCashier'> {
  return {
    addCashier: (actor, id, name) =>
      change(actor, id, async (db, till) => {
        const pin = await freePin(db, sealer, id);
        const cashierId = uuidV7();
        const pinMark = sealer.mark(pinText(id, pin));
        const { company_id: companyId } = till;
        const isAdded = await insertCashier(db, {
          id: cashierId,
          companyId,
          tillId: id,
          name,
          pinMark,
        });
        if (!isAdded) throw refused('Another cashier was added at the same moment. Try again.');
        await note(db, actor, 'addCashier', till, { cashier: name });
        return { cashierId, name, pin };
      }),
    renewPin: (actor, id, cashierId) =>
      change(actor, id, async (db, till) => {
        const cashier = await findCashier(db, id, cashierId);
        if (!cashier) throw notFound('Cashier not found');
        const pin = await freePin(db, sealer, id);
        await setPin(db, cashierId, sealer.mark(pinText(id, pin)));
        await note(db, actor, 'renewPin', till, { cashier: cashier.name });
        return { cashierId, name: cashier.name, pin };
      }),
    removeCashier: (actor, id, cashierId) =>
      changed(actor, id, async (db, till) => {
        const cashier = await findCashier(db, id, cashierId);
        if (!cashier) throw notFound('Cashier not found');
        await db.rows('update till_cashiers set removed_at = now() where id = $1', [cashierId]);
        await closeShiftsOf(db, { cashierId }, actor.userId);
        await note(db, actor, 'removeCashier', till, { cashier: cashier.name });
      }),
  };
}

/** Random, so that nobody chooses 123456, and of one cashier only: the PIN alone says who works. */
async function freePin(db: Db, sealer: Sealer, tillId: string): Promise<string> {
  for (;;) {
    const pin = String(randomInt(1_000_000)).padStart(6, '0');
    if (!(await isPinTaken(db, tillId, sealer.marks(pinText(tillId, pin))))) return pin;
  }
}

async function create(
  db: Db,
  actor: Actor,
  { name, accountId, productIds }: BodyOf<typeof tills.create>,
): Promise<TillDetails> {
  const companyId = actor.companyId ?? '';
  const account = await findAccount(db, companyId, { accountId });
  if (!account) throw notFound('Account not found');
  if (!account.is_active) throw new AppError('account_inactive');
  const id = uuidV7();
  if (!(await insertTill(db, { id, companyId, name, accountId, createdBy: actor.userId }))) {
    throw nameInUse();
  }
  await sell(db, actor, { id, company_id: companyId }, productIds);
  await note(db, actor, 'create', await mustFind(db, id));
  return readDetails(db, id);
}

async function update(
  db: Db,
  actor: Actor,
  till: TillRecord,
  { name, productIds }: BodyOf<typeof tills.update>,
): Promise<void> {
  if (await hasName(db, till.company_id, name, till.id)) throw nameInUse();
  await db.rows('update tills set name = $2 where id = $1', [till.id, name]);
  const before = till.products.map(({ id }) => id).toSorted();
  const after = [...new Set(productIds)].toSorted();
  if (before.join() !== after.join()) await sell(db, actor, till, after);
  const codes = ({ products }: TillRecord) => products.map((each) => each.productCode).join(', ');
  const now = await mustFind(db, till.id);
  const changes = changesOf(
    { name: till.name, products: codes(till) },
    { name, products: codes(now) },
  );
  if (changes.changed.length > 0) await note(db, actor, 'update', now, changes);
}

/** Whoever may not see what the company sells does not let others sell it. */
async function sell(
  db: Db,
  { permissions }: Actor,
  { id, company_id: companyId }: Pick<TillRecord, 'id' | 'company_id'>,
  productIds: readonly string[],
): Promise<void> {
  if (productIds.length > 0) {
    if (!permissions.has('canViewProducts') && !permissions.has('canManageProducts')) {
      throw new AppError('forbidden');
    }
  }
  if (!(await setProducts(db, companyId, id, productIds))) {
    throw invalidField('productIds', 'Product not found');
  }
}

function nameInUse(): AppError {
  return invalidField('name', 'Another till has this name');
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

async function addDevice(
  { urlOf }: TillTools,
  db: Db,
  actor: Actor,
  { id: tillId, company_id: companyId, ...till }: TillRecord,
  name: string,
): Promise<Pairing> {
  const code = Array.from(randomBytes(8), (byte) => alphabet.charAt(byte & 31)).join('');
  const id = uuidV7();
  const minutes = codeMinutes;
  const device = { id, companyId, tillId, name, codeHash: codeHash(code), minutes };
  const expiresAt = await insertDevice(db, device);
  await note(
    db,
    actor,
    'addDevice',
    { ...till, id: tillId, company_id: companyId },
    { device: name },
  );
  const shown = `${code.slice(0, 4)}-${code.slice(4)}`.toUpperCase();
  return {
    deviceId: id,
    code: shown,
    // Behind the #, which browsers send to no server.
    url: urlOf(`/till#${shown}`),
    expiresAt: expiresAt.toISOString(),
  };
}

async function readShifts(
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
  const data = rows.map((row) => ({
    id: row.id,
    cashierName: row.cashier_name,
    deviceName: row.device_name,
    openedAt: row.opened_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    ending: row.ending,
    sum: sumFor(row.id),
  }));
  return { data, meta };
}

async function mustFind(db: Db, id: string): Promise<TillRecord> {
  const row = await findTill(db, id);
  if (!row) throw notFound('Till not found');
  return row;
}

async function mustBeInUse(db: Db, id: string): Promise<TillRecord> {
  const row = await mustFind(db, id);
  if (row.ended_at) throw refused('This till has ended');
  return row;
}

/** Recorded in the company's history. */
async function note(
  db: Db,
  actor: Actor,
  action: keyof typeof tills,
  { id, name, company_id: companyId }: Pick<TillRecord, 'id' | 'name' | 'company_id'>,
  details: object = {},
): Promise<void> {
  await audit(db, actor, {
    action: `tills.${action}`,
    subject: { type: 'companies', id: companyId },
    companyId,
    details: { till: name, tillId: id, ...details },
  });
}

async function readDetails(db: Db, id: string): Promise<TillDetails> {
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
