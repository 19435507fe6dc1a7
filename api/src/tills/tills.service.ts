import type { BodyOf, MetaOf, QueryOf } from '@sente/contract/endpoint';
import type {
  ListedTill,
  Pairing,
  ShiftSheet,
  TillDetails,
  tills,
  TillShift,
} from '@sente/contract/tills';
import { companyExists } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, invalidField, notFound, refused } from '../http/app-error.ts';
import { refuseOutdated } from '../http/stale.ts';
import { changesOf } from '../security/audit.ts';
import type { Sealer } from '../security/secrets.ts';
import { closeShiftsOf } from './till-sessions.queries.ts';
import { addDevice, cashierActs, note, type CashierActs } from './till-access.ts';
import { mustFind, readDetails, readList, readShift, readShifts } from './till-view.ts';
import {
  findAccount,
  hasName,
  insertTill,
  setProducts,
  unlockDevice,
  unpairDevices,
  type TillRecord,
} from './tills.queries.ts';

type Shifts = typeof tills.shifts;

/** How the portal manages tills. */
export interface TillsService extends CashierActs {
  list(actor: Actor, query: QueryOf<typeof tills.list>): Promise<ListedTill[]>;
  get(actor: Actor, id: string): Promise<TillDetails>;
  shifts(
    actor: Actor,
    id: string,
    query: QueryOf<Shifts>,
  ): Promise<{ data: TillShift[]; meta: MetaOf<Shifts> }>;
  shift(actor: Actor, id: string, shiftId: string): Promise<ShiftSheet>;
  create(actor: Actor, body: BodyOf<typeof tills.create>): Promise<TillDetails>;
  update(actor: Actor, id: string, body: BodyOf<typeof tills.update>): Promise<TillDetails>;
  end(actor: Actor, id: string): Promise<TillDetails>;
  addDevice(actor: Actor, id: string, name: string): Promise<Pairing>;
  unpair(actor: Actor, id: string, deviceId: string): Promise<TillDetails>;
  unlock(actor: Actor, id: string, deviceId: string): Promise<TillDetails>;
  endShift(actor: Actor, id: string, shiftId: string): Promise<TillDetails>;
}

interface TillTools {
  readonly database: Database;
  readonly sealer: Sealer;
  /** The address of a page of this server. */
  readonly urlOf: (path: string) => string;
}

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
        const { permissions } = actor;
        const seesSums = permissions.has('canViewTransactions') || permissions.has('staffRead');
        return readList(db, companyId, seesSums);
      }),
    get: (actor, id) => database.within(actor.scope, (db) => readDetails(db, id)),
    shifts: (actor, id, query) => database.within(actor.scope, (db) => readShifts(db, id, query)),
    shift: (actor, id, shiftId) => database.within(actor.scope, (db) => readShift(db, id, shiftId)),
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
      change(actor, id, (db, till) => addDevice(tools.urlOf, db, actor, till, name)),
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
    ...cashierActs(tools.sealer, change, changed),
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

async function create(
  db: Db,
  actor: Actor,
  { name, accountId, productIds }: BodyOf<typeof tills.create>,
): Promise<TillDetails> {
  const companyId = actor.companyId ?? '';
  const account = await findAccount(db, companyId, accountId);
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
  { name, productIds, basedOn }: BodyOf<typeof tills.update>,
): Promise<void> {
  if (await hasName(db, till.company_id, name, till.id)) throw nameInUse();
  const before = till.products.map(({ id }) => id).toSorted();
  refuseOutdated(
    'this till',
    basedOn && { name: basedOn.name, productIds: basedOn.productIds.toSorted() },
    { name: till.name, productIds: before },
  );
  await db.rows('update tills set name = $2 where id = $1', [till.id, name]);
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

/** Held, so that changes of a till come one after the other. */
async function mustBeInUse(db: Db, id: string): Promise<TillRecord> {
  await db.rows('select 1 from tills where id = $1 for no key update', [id]);
  const row = await mustFind(db, id);
  if (row.ended_at) throw refused('This till has ended');
  return row;
}
