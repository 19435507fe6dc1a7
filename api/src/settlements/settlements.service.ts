import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import { toHundredths } from '@sente/contract/money';
import type { Settlement } from '@sente/contract/settlement';
import type {
  SettlementBody,
  ScheduleChange,
  settlements,
  SettlementTerms,
} from '@sente/contract/settlements';
import { toUgx } from '../db/amounts.ts';
import { companyExists, holdCompany } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { retrying } from '../db/retrying.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound, refused } from '../http/app-error.ts';
import { pagingOf } from '../http/paging.ts';
import { audit } from '../security/audit.ts';
import { askForReturn, cancelSettlement, paySettlements, whyNot } from './ending.ts';
import { placeSettlement } from './place-settlement.ts';
import { endSchedule, readTerms, saveSchedule } from './schedules.ts';
import { mustFind, toSettlement } from './settlement-view.ts';
import {
  findByKey,
  listSettlements,
  totalSettlements,
  type SettlementRow,
} from './settlements.queries.ts';

export interface SettlementsService {
  list(
    actor: Actor,
    query: QueryOf<typeof settlements.list>,
  ): Promise<{ data: Settlement[]; meta: MetaOf<typeof settlements.list> }>;
  terms(actor: Actor, companyId: string): Promise<SettlementTerms>;
  request(actor: Actor, companyId: string, body: SettlementBody): Promise<Settlement>;
  saveSchedule(actor: Actor, companyId: string, body: ScheduleChange): Promise<SettlementTerms>;
  endSchedule(actor: Actor, companyId: string): Promise<SettlementTerms>;
  cancel(actor: Actor, id: string): Promise<Settlement>;
  pay(actor: Actor, id: string, bankReference: string): Promise<Settlement>;
  giveBack(
    actor: Actor,
    id: string,
    reason: string,
  ): Promise<{ data: Settlement; meta: MetaOf<typeof settlements.giveBack> }>;
}

/** A violation means that another server stored the same request; the next attempt finds it. */
const keyTaken = 'settlements_request_key';

export function createSettlementsService(database: Database): SettlementsService {
  // A company reads its settlements, but only the platform changes them.
  const change = <T>(actor: Actor, work: (db: Db) => Promise<T>): Promise<T> =>
    database.within({ ...actor.scope, platform: true }, work);
  const ofCompany = (
    actor: Actor,
    companyId: string,
    work: (db: Db) => Promise<void>,
  ): Promise<SettlementTerms> =>
    change(actor, async (db) => {
      if (!(await holdCompany(db, companyId))) throw notFound('Company not found');
      await work(db);
      return readTerms(db, companyId);
    });
  const read = (actor: Actor, id: string): Promise<Settlement> =>
    database.within(actor.scope, async (db) => toSettlement(actor, await mustFind(db, id)));

  return {
    list: (actor, query) => database.within(actor.scope, (db) => readList(db, actor, query)),

    terms: (actor, companyId) =>
      database.within(actor.scope, async (db) => {
        if (!(await companyExists(db, companyId))) throw notFound('Company not found');
        return readTerms(db, companyId);
      }),

    request: async (actor, companyId, body) => {
      // Before any attempt, so that a retry finds what an earlier one stored.
      const key = `${actor.userId}:${body.idempotencyKey ?? uuidV7()}`;
      const id = await retrying(
        () => change(actor, (db) => request(db, actor, companyId, body, key)),
        keyTaken,
      );
      return read(actor, id);
    },

    saveSchedule: (actor, companyId, body) =>
      ofCompany(actor, companyId, (db) => saveSchedule(db, actor, companyId, body)),

    endSchedule: (actor, companyId) =>
      ofCompany(actor, companyId, (db) => endSchedule(db, actor, companyId)),

    cancel: async (actor, id) => {
      await read(actor, id);
      await change(actor, (db) => cancelSettlement(db, actor, id));
      return read(actor, id);
    },

    pay: async (actor, id, bankReference) => {
      await change(actor, async (db) => {
        const count = await paySettlements(db, actor, { id }, bankReference);
        if (count === 0) throw refused(whyNot(await mustFind(db, id), 'paid'));
      });
      return read(actor, id);
    },

    giveBack: async (actor, id, reason) => {
      const approvalId = await change(actor, (db) => askForReturn(db, actor, id, reason));
      return { data: await read(actor, id), meta: { approvalId } };
    },
  };
}

async function readList(db: Db, actor: Actor, query: QueryOf<typeof settlements.list>) {
  const companyId = query.companyId ?? (actor.isStaff ? null : actor.companyId);
  if (companyId !== null && !(await companyExists(db, companyId))) {
    throw notFound('Company not found');
  }
  const { state = null, startDate = null, endDate = null } = query;
  const filters = { state, companyId, startDate, endDate };
  const totals = await totalSettlements(db, filters);
  const paging = pagingOf(query, totals.count);
  const rows = await listSettlements(db, filters, {
    limit: paging.pageSize,
    offset: (paging.page - 1) * paging.pageSize,
  });
  return {
    data: rows.map((row) => toSettlement(actor, row)),
    meta: { ...paging, totalAmount: toUgx(totals.amount) },
  };
}

/** Returns the id of the settlement, or of the one that the same request made before. */
async function request(
  db: Db,
  actor: Actor,
  companyId: string,
  body: SettlementBody,
  key: string,
): Promise<string> {
  if (!(await holdCompany(db, companyId))) throw notFound('Company not found');
  const earlier = await findByKey(db, companyId, key);
  if (earlier) return sameOrRefused(earlier, body);
  const { accountId, bankAccountId, amount } = body;
  const wanted = amount === null ? null : (toHundredths(amount) ?? 0n);
  const id = await placeSettlement(db, {
    companyId,
    accountId,
    bankAccountId,
    keep: 0n,
    amountOf: (most) => wanted ?? most,
    requestedBy: actor.userId,
    key,
    dueDay: null,
  });
  await audit(db, actor, {
    action: 'settlements.request',
    subject: { type: 'accounts', id: accountId },
    companyId,
    details: { settlement: id, amount: toUgx((await mustFind(db, id)).amount) },
  });
  return id;
}

function sameOrRefused(earlier: SettlementRow, body: SettlementBody): string {
  const isSame =
    earlier.account_id === body.accountId &&
    earlier.bank_account_id === body.bankAccountId &&
    (body.amount === null || toUgx(earlier.amount) === body.amount);
  if (!isSame) throw new AppError('idempotency_key_reused');
  return earlier.id;
}
