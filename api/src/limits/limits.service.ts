import type { BodyOf, MetaOf } from '@sente/contract/endpoint';
import { dayMs, kampalaDay } from '@sente/contract/kampala';
import { limitCode } from '@sente/contract/limit-words';
import {
  isAmountLimit,
  type BlockedNumber,
  type LimitPreview,
  type limits,
  type PaymentLimit,
} from '@sente/contract/limits';
import { toUgx } from '../db/amounts.ts';
import { databaseNow } from '../db/clock.ts';
import { companyExists, holdCompany } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { violatedUnique } from '../db/database-errors.ts';
import { holdOwnRecords } from '../db/own-records.ts';
import { lowestUuidV7, uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { alreadyInUse, notFound } from '../http/app-error.ts';
import { refuseOutdated } from '../http/stale.ts';
import type { Numbering } from '../payments/networks/phone-numbers.ts';
import { audit } from '../security/audit.ts';
import { askForHigherLimits, askToUnblock } from './limit-approvals.ts';
import { changeLimits, codesOf } from './limit-changes.ts';
import {
  deleteBlocked,
  insertBlocked,
  listBlocked,
  listLimits,
  listPastPayments,
  type BlockedRow,
  type LimitRow,
  type NewLimit,
} from './limits.queries.ts';
import { createReplay, toBody, toStored } from './preview.ts';

type LimitsBody = BodyOf<typeof limits.save>;
type BlockBody = BodyOf<typeof limits.block>;

export interface LimitsService {
  list(actor: Actor, companyId: string): Promise<PaymentLimit[]>;
  /** Limits that allow more than before wait for a second person. */
  save(
    actor: Actor,
    companyId: string,
    body: LimitsBody,
  ): Promise<{ data: PaymentLimit[]; meta: MetaOf<typeof limits.save> }>;
  preview(
    actor: Actor,
    companyId: string,
    body: BodyOf<typeof limits.preview>,
  ): Promise<LimitPreview>;
  /** Without a company: the numbers that the provider blocks for all companies. */
  blocked(actor: Actor, companyId: string | null): Promise<BlockedNumber[]>;
  block(actor: Actor, companyId: string | null, body: BlockBody): Promise<BlockedNumber>;
  unblock(actor: Actor, companyId: string, id: string): Promise<void>;
  /** Waits for a second person. Returns the id of the request. */
  unblockForAll(actor: Actor, id: string): Promise<string>;
}

export function createLimitsService(database: Database, numbering: Numbering): LimitsService {
  return {
    list: (actor, companyId) =>
      database.within(actor.scope, async (db) => {
        await requireCompany(db, companyId);
        return (await listLimits(db, companyId)).map(toLimit);
      }),

    save: (actor, companyId, body) =>
      database.within(actor.scope, async (db) => {
        if (!(await holdCompany(db, companyId))) throw notFound('Company not found');
        await holdOwnRecords(db, companyId);
        refuseOutdated(
          'these limits',
          namesOf(body.basedOn),
          codesOf(await listLimits(db, companyId)).toSorted(),
        );
        const approvalId = await askForHigherLimits(db, actor, companyId, body);
        const rows = approvalId
          ? await listLimits(db, companyId)
          : await changeLimits(db, actor, companyId, {
              limits: body.limits,
              changedBy: actor.userId,
            });
        return { data: rows.map(toLimit), meta: { approvalId } };
      }),

    preview: (actor, companyId, body) =>
      preview(database, actor, companyId, body.limits.map(toStored)),

    blocked: (actor, companyId) =>
      database.within(actor.scope, async (db) => {
        if (companyId) await requireCompany(db, companyId);
        return (await listBlocked(db, companyId)).map(toBlocked);
      }),

    block: async (actor, companyId, { phoneNumber: typed, reason }) => {
      const { phoneNumber } = await numbering.resolve(typed);
      return database.within(actor.scope, async (db) => {
        if (companyId) await requireCompany(db, companyId);
        const number = { id: uuidV7(), company_id: companyId, phone_number: phoneNumber, reason };
        const row = await insertBlocked(db, number, actor.userId).catch(refuseBlocked);
        if (!row) throw new Error('A number that was blocked is there');
        await audit(db, actor, {
          action: companyId ? 'limits.block' : 'limits.blockForAll',
          ...about(companyId),
          details: { phoneNumber, reason },
        });
        return toBlocked(row);
      });
    },

    unblock: (actor, companyId, id) =>
      database.within(actor.scope, async (db) => {
        const row = await deleteBlocked(db, companyId, id);
        if (!row) throw notFound('Number not found');
        await audit(db, actor, {
          action: 'limits.unblock',
          ...about(companyId),
          details: { phoneNumber: row.phone_number },
        });
      }),

    unblockForAll: (actor, id) => database.within(actor.scope, (db) => askToUnblock(db, actor, id)),
  };
}

const previewDays = 30;
const batchSize = 5_000;
const mostPreviewed = 200_000;

/** In batches of their own: the payments of a month take longer than one statement may. */
async function preview(
  database: Database,
  actor: Actor,
  companyId: string,
  limits: readonly NewLimit[],
): Promise<LimitPreview> {
  const now = databaseNow();
  const firstDay = kampalaDay(now - (previewDays - 1) * dayMs);
  // From the first of its month, so that the monthly limits know what came before.
  const day = `${firstDay.slice(0, 7)}-01`;
  const replay = createReplay(limits);
  let after = lowestUuidV7(Date.parse(day) - 2 * dayMs);
  await database.within(actor.scope, (db) => requireCompany(db, companyId));
  for (let seen = 0; seen < mostPreviewed; seen += batchSize) {
    const from = { day, after };
    const rows = await database.within(actor.scope, (db) =>
      listPastPayments(db, companyId, from, batchSize),
    );
    for (const row of rows) replay.add(row, row.day >= firstDay);
    after = rows.at(-1)?.id ?? after;
    if (rows.length < batchSize) return replay.result(previewDays, false);
  }
  return replay.result(previewDays, true);
}

/** In any order. */
function namesOf(limits: LimitsBody['basedOn']): string[] | undefined {
  return limits?.map(limitCode).toSorted();
}

async function requireCompany(db: Db, id: string): Promise<void> {
  if (!(await companyExists(db, id))) throw notFound('Company not found');
}

function refuseBlocked(error: unknown): never {
  if (violatedUnique(error) === 'blocked_numbers_key') {
    throw alreadyInUse('phoneNumber', 'This number is blocked already');
  }
  throw error;
}

function about(companyId: string | null) {
  return companyId ? { subject: { type: 'companies', id: companyId }, companyId } : {};
}

function toLimit(row: LimitRow): PaymentLimit {
  const { scope, direction, kind, used } = row;
  const amountOf = (text: string) => (isAmountLimit(kind) ? toUgx(text) : Number(text));
  return {
    ...toBody({ scope, direction, kind, most: BigInt(row.most) }),
    used: used === null ? null : amountOf(used),
    updatedAt: row.updated_at.toISOString(),
  };
}

function toBlocked(row: BlockedRow): BlockedNumber {
  return {
    id: row.id,
    phoneNumber: row.phone_number,
    reason: row.reason,
    companyId: row.company_id,
    blockedBy: row.blocked_by,
    blockedAt: row.blocked_at.toISOString(),
  };
}
