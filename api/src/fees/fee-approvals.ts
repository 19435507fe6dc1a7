import {
  describeRule,
  feeDirections,
  feeRule,
  isLower,
  type FeeRule,
  type FeeSchedule,
} from '@sente/contract/fees';
import { timeWords } from '@sente/contract/kampala';
import { formatUgx } from '@sente/contract/money';
import * as z from 'zod';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { ask } from '../approvals/asking.ts';
import { holdCompany } from '../db/company.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { nothing, ruleAt } from './fee-rule.ts';
import { addFee, removeFee } from './fee-changes.ts';

/*
 * A fee that lowers what the provider earns needs a second person.
 */

interface WantedFee {
  readonly direction: FeeSchedule['direction'];
  readonly rule: FeeRule;
  /** Null for now. */
  readonly from: Date | null;
}

/** Returns the id of the request, or null if the fee is not lower than what applies until then. */
export async function askForLowerFee(
  db: Db,
  actor: Actor,
  companyId: string,
  { direction, rule, from }: WantedFee,
): Promise<string | null> {
  const before = await ruleAt(db, companyId, direction, from);
  if (!isLower(rule, before)) return null;
  return askAbout(db, actor, companyId, {
    direction,
    rule,
    effectiveFrom: from?.toISOString() ?? null,
    fee: textOf(rule),
    before: textOf(before),
    from: from ? timeWords(from) : null,
  });
}

/** The same for a planned fee that is taken back. */
export async function askForLowerWithout(
  db: Db,
  actor: Actor,
  companyId: string,
  { id, direction, rule, effectiveFrom }: FeeSchedule,
): Promise<string | null> {
  const stays = await ruleAt(db, companyId, direction, new Date(effectiveFrom), id);
  if (!isLower(stays, rule)) return null;
  return askAbout(db, actor, companyId, {
    direction,
    feeId: id,
    fee: textOf(rule),
    before: textOf(stays),
  });
}

function askAbout(
  db: Db,
  actor: Actor,
  companyId: string,
  details: Readonly<Record<string, unknown>>,
): Promise<string> {
  return ask(db, actor, {
    kind: 'fee',
    subject: `${companyId} ${String(details['direction'])}`,
    companyId,
    details,
    about: { type: 'companies', id: companyId },
    isWaiting: 'A fee of this direction waits for a second person already',
  });
}

const wanted = z.object({
  direction: z.enum(feeDirections),
  rule: z.optional(feeRule),
  effectiveFrom: z.optional(z.nullable(z.string())),
  feeId: z.optional(z.string()),
});

export const carryOutFee: CarryOut = async (db, approver, approval) => {
  const { company_id: companyId, asked_by: askedBy } = approval;
  if (!companyId || !(await holdCompany(db, companyId))) throw notFound('Company not found');
  const { direction, rule, effectiveFrom, feeId } = wanted.parse(approval.details);
  if (feeId) {
    await removeFee(db, approver, companyId, feeId);
  } else {
    if (!rule) throw new Error('A fee without its rule');
    const from = effectiveFrom ? new Date(effectiveFrom) : null;
    await addFee(db, approver, companyId, { direction, rule, from, createdBy: askedBy });
  }
  return null;
};

function textOf(rule: FeeRule): string {
  return rule === nothing ? 'no fee' : describeRule(rule, formatUgx);
}
