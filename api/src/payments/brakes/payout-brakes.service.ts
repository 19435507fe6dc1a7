import type { BodyOf, MetaOf, QueryOf } from '@sente/contract/endpoint';
import {
  type BrakedPayout,
  type BrakeState,
  type PayoutBrake,
  type payoutBrakes,
  type WholeBrake,
} from '@sente/contract/payout-brakes';
import { toUgx } from '../../db/amounts.ts';
import { companyExists } from '../../db/company.ts';
import type { Database, Db } from '../../db/database.ts';
import type { Actor } from '../../http/actor.ts';
import { notFound } from '../../http/app-error.ts';
import { pagingOf } from '../../http/paging.ts';
import { askToEnd } from './brake-approvals.ts';
import { toBrake, toBraked } from './brake-view.ts';
import { listAmounts, listAskers, listBraked, totalBraked } from './held-payouts.queries.ts';
import { noSettlements, readHeldSettlements, sumSettlements } from './held-settlements.queries.ts';
import {
  countEnded,
  findBrake,
  listEnded,
  listOn,
  readPulse,
  sumHeld,
  tripBrake,
  type BrakeRow,
  type HeldSum,
} from './payout-brakes.queries.ts';

type ListQuery = QueryOf<typeof payoutBrakes.list>;
type ListMeta = MetaOf<typeof payoutBrakes.list>;

/** Stops payouts until two people have decided about those that wait. */
export interface PayoutBrakesService {
  state(actor: Actor): Promise<BrakeState>;
  list(actor: Actor, query: ListQuery): Promise<{ data: PayoutBrake[]; meta: ListMeta }>;
  get(actor: Actor, id: string): Promise<WholeBrake>;
  payouts(
    actor: Actor,
    id: string,
    query: QueryOf<typeof payoutBrakes.payouts>,
  ): Promise<{ data: BrakedPayout[]; meta: MetaOf<typeof payoutBrakes.payouts> }>;
  tripForAll(actor: Actor, reason: string): Promise<PayoutBrake>;
  trip(actor: Actor, companyId: string, reason: string): Promise<void>;
  propose(
    actor: Actor,
    id: string,
    body: BodyOf<typeof payoutBrakes.propose>,
  ): Promise<{ data: PayoutBrake; meta: { approvalId: string } }>;
}

export function createPayoutBrakesService(database: Database): PayoutBrakesService {
  const heldSums = createHeldSums();
  return {
    state: (actor) => database.within(actor.scope, (db) => readState(db, heldSums)),

    list: (actor, query) =>
      database.within(actor.scope, async (db) => {
        const paging = pagingOf({ ...query, page: query.page ?? 1 }, await countEnded(db));
        const rows = await listEnded(db, rowsOf(paging));
        return { data: rows.map((row) => toBrake(row)), meta: paging };
      }),

    get: (actor, id) =>
      database.within(actor.scope, async (db) => {
        const row = await find(db, id);
        const settlements =
          row.ended_at === null ? await readHeldSettlements(db, row.company_id) : noSettlements;
        return { ...toBrake(row, sumSettlements(settlements)), settlements };
      }),

    payouts: (actor, id, query) =>
      database.within(actor.scope, async (db) => {
        await find(db, id);
        return readPayouts(db, id, query);
      }),

    tripForAll: (actor, reason) =>
      database.within(actor.scope, async (db) =>
        wholeOf(db, await find(db, await tripBrake(db, null, reason))),
      ),

    trip: (actor, companyId, reason) =>
      database.within(actor.scope, async (db) => {
        if (!(await companyExists(db, companyId))) throw notFound('Company not found');
        await tripBrake(db, companyId, reason);
      }),

    propose: (actor, id, body) =>
      database.within(actor.scope, async (db) => {
        const approvalId = await askToEnd(db, actor, await find(db, id), body);
        return { data: await wholeOf(db, await find(db, id)), meta: { approvalId } };
      }),
  };
}

/** A brake that is on, with what it holds. */
async function wholeOf(db: Db, row: BrakeRow): Promise<PayoutBrake> {
  return toBrake(row, sumSettlements(await readHeldSettlements(db, row.company_id)));
}

async function readState(db: Db, heldSums: HeldSums): Promise<BrakeState> {
  const brakes: PayoutBrake[] = [];
  for (const row of await listOn(db)) {
    const { settlements, ...sum } = await heldSums(db, row);
    brakes.push(toBrake({ ...row, ...sum }, settlements));
  }
  const pulse = await readPulse(db);
  return {
    brakes,
    watcher: {
      lastLookedAt: pulse?.last_looked_at.toISOString() ?? null,
      isLate: pulse?.is_late ?? true,
      canSeal: pulse?.can_seal ?? false,
    },
  };
}

/** Everybody who looks polls the state while thousands may be held: their sum is as old as this. */
const sumsForMs = 5_000;
interface Held extends HeldSum {
  readonly settlements: ReturnType<typeof sumSettlements>;
}
type HeldSums = (db: Db, brake: BrakeRow) => Promise<Held>;

function createHeldSums(): HeldSums {
  const known = new Map<string, { readonly at: number; readonly sum: Held }>();
  return async (db, { id: brakeId, company_id: companyId }) => {
    const now = Date.now();
    for (const [id, { at }] of known) if (now - at >= sumsForMs) known.delete(id);
    const found = known.get(brakeId);
    if (found) return found.sum;
    const settlements = sumSettlements(await readHeldSettlements(db, companyId));
    const sum = { ...(await sumHeld(db, brakeId)), settlements };
    known.set(brakeId, { at: now, sum });
    return sum;
  };
}

async function readPayouts(
  db: Db,
  brakeId: string,
  { page = 1, pageSize, ...selection }: QueryOf<typeof payoutBrakes.payouts>,
): Promise<{ data: BrakedPayout[]; meta: MetaOf<typeof payoutBrakes.payouts> }> {
  const totals = await totalBraked(db, brakeId, selection);
  const paging = pagingOf({ page, pageSize }, totals.count);
  const rows = await listBraked(db, brakeId, selection, rowsOf(paging));
  const askers = await listAskers(db, brakeId);
  const amounts = await listAmounts(db, brakeId);
  return {
    data: rows.map(toBraked),
    meta: {
      ...paging,
      heldCount: totals.held_count,
      heldAmount: toUgx(totals.held_amount),
      askers: askers.map((asker) => ({
        askedBy: asker.asked_by,
        companyId: asker.company_id,
        name: asker.name,
        count: asker.count,
        total: toUgx(asker.total),
      })),
      amounts: amounts.map(({ amount, count, total }) => ({
        amount: toUgx(amount),
        count,
        total: toUgx(total),
      })),
    },
  };
}

async function find(db: Db, id: string): Promise<BrakeRow> {
  const row = await findBrake(db, id);
  if (!row) throw notFound('Payout brake not found');
  return row;
}

function rowsOf({ page, pageSize }: { page: number; pageSize: number }) {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}
