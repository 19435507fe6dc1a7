import { describeRule, type FeeRule, type FeeSchedule } from '@sente/contract/fees';
import { timeWords } from '@sente/contract/kampala';
import { formatUgx } from '@sente/contract/money';
import type { Db } from '../db/database.ts';
import { violatedUnique } from '../db/database-errors.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { alreadyInUse, AppError, notFound } from '../http/app-error.ts';
import { audit } from '../security/audit.ts';
import { toRule, toStored } from './fee-rule.ts';
import { deleteFutureFee, findFee, insertFee, type FeeRow } from './fees.queries.ts';

interface NewFee {
  readonly direction: FeeSchedule['direction'];
  readonly rule: FeeRule;
  /** Null for now. */
  readonly from: Date | null;
  readonly createdBy: string;
}

/** The company is locked. */
export async function addFee(
  db: Db,
  actor: Actor,
  companyId: string,
  { direction, rule, from, createdBy }: NewFee,
): Promise<FeeSchedule> {
  const row = await insertFee(db, {
    id: uuidV7(),
    companyId,
    direction,
    rule: toStored(rule),
    effectiveFrom: from,
    createdBy,
  }).catch(refuseSameMoment);
  const schedule = toSchedule(row);
  await note(db, actor, 'add', companyId, schedule);
  return schedule;
}

export async function removeFee(
  db: Db,
  actor: Actor,
  companyId: string,
  feeId: string,
): Promise<void> {
  const row = await findFee(db, companyId, feeId);
  if (!row) throw notFound('Fee not found');
  if (!(await deleteFutureFee(db, feeId))) {
    throw new AppError('refused', {
      message: 'This fee has begun and stays in the history. Set a new one instead.',
    });
  }
  await note(db, actor, 'remove', companyId, toSchedule(row));
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
      effectiveFrom: timeWords(new Date(effectiveFrom)),
    },
  });
}

function refuseSameMoment(error: unknown): never {
  if (violatedUnique(error) !== 'fee_schedules_key') throw error;
  throw alreadyInUse('effectiveFrom', 'Another fee of this direction begins at this moment');
}

export function toSchedule(row: FeeRow): FeeSchedule {
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
