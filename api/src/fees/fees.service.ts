import type { BodyOf } from '@sente/contract/endpoint';
import { describeRule, type FeeSchedule, type fees } from '@sente/contract/fees';
import { kampalaTime } from '@sente/contract/kampala';
import { formatUgx } from '@sente/contract/money';
import { databaseNow } from '../db/clock.ts';
import { companyExists, holdCompany } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { violatedUnique } from '../db/database-errors.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { alreadyInUse, AppError, invalidField, notFound } from '../http/app-error.ts';
import { audit } from '../security/audit.ts';
import { toRule, toStored } from './fee-rule.ts';
import { deleteFutureFee, findFee, insertFee, listFees, type FeeRow } from './fees.queries.ts';

type FeeBody = BodyOf<typeof fees.add>;

export interface FeesService {
  list(actor: Actor, companyId: string): Promise<FeeSchedule[]>;
  add(actor: Actor, companyId: string, body: FeeBody): Promise<FeeSchedule>;
  remove(actor: Actor, companyId: string, feeId: string): Promise<void>;
}

/** Tolerance for clock differences and slow submissions. */
const graceMs = 60_000;

export function createFeesService(database: Database): FeesService {
  return {
    list: (actor, companyId) =>
      database.within(actor.scope, async (db) => {
        if (!(await companyExists(db, companyId))) throw notFound('Company not found');
        return (await listFees(db, companyId)).map(toSchedule);
      }),

    add: (actor, companyId, { direction, rule, effectiveFrom }) =>
      database.within(actor.scope, async (db) => {
        if (!(await holdCompany(db, companyId))) throw notFound('Company not found');
        const from = effectiveFrom === undefined ? null : new Date(effectiveFrom);
        if (from && from.getTime() < databaseNow() - graceMs) {
          throw invalidField('effectiveFrom', 'Must not be in the past');
        }
        const row = await insertFee(db, {
          id: uuidV7(),
          companyId,
          direction,
          rule: toStored(rule),
          effectiveFrom: from,
          createdBy: actor.userId,
        }).catch(refuseSameMoment);
        const schedule = toSchedule(row);
        await note(db, actor, 'add', companyId, schedule);
        return schedule;
      }),

    remove: (actor, companyId, feeId) =>
      database.within(actor.scope, async (db) => {
        if (!(await holdCompany(db, companyId))) throw notFound('Fee not found');
        const row = await findFee(db, companyId, feeId);
        if (!row) throw notFound('Fee not found');
        if (!(await deleteFutureFee(db, feeId))) {
          throw new AppError('refused', {
            message: 'This fee has begun and stays in the history. Set a new one instead.',
          });
        }
        await note(db, actor, 'remove', companyId, toSchedule(row));
      }),
  };
}

/** Recorded in the company's history as text, readable without the data model. */
function note(
  db: Db,
  actor: Actor,
  action: 'add' | 'remove',
  companyId: string,
  { direction, rule, effectiveFrom }: FeeSchedule,
): Promise<void> {
  return audit(db, actor, {
    action: `fees.${action}`,
    subject: { type: 'companies', id: companyId },
    companyId,
    details: {
      direction,
      fee: describeRule(rule, formatUgx),
      effectiveFrom: kampalaTime(new Date(effectiveFrom)),
    },
  });
}

function refuseSameMoment(error: unknown): never {
  if (violatedUnique(error) !== 'fee_schedules_key') throw error;
  throw alreadyInUse('effectiveFrom', 'Another fee of this direction begins at this moment');
}

function toSchedule(row: FeeRow): FeeSchedule {
  return {
    id: row.id,
    direction: row.direction,
    rule: toRule(row),
    effectiveFrom: row.effective_from.toISOString(),
    isCurrent: row.is_current,
    createdBy: row.created_by_name,
    createdAt: row.created_at.toISOString(),
  };
}
