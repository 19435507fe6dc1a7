import { formatUgx, fromHundredths, toHundredths } from '@sente/contract/money';
import {
  payoutRuleBody,
  type CeilingChange,
  type PayoutRuleBody,
  type PayoutRuleChange,
} from '@sente/contract/payout-rules';
import * as z from 'zod';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { ask } from '../approvals/asking.ts';
import { holdCompany } from '../db/company.ts';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { invalidField, notFound, refused } from '../http/app-error.ts';
import { refuseOutdated } from '../http/stale.ts';
import { audit } from '../security/audit.ts';
import {
  lockRule,
  writeCeiling,
  writeRule,
  type Rule,
  type RuleRow,
} from './payout-rules.queries.ts';

/*
 * Rules that allow more than before wait for a second person, and so does a higher ceiling; stricter ones
 * apply at once.
 */

/** Returns the id of the request, or null if the rules apply from now on. */
export async function changeRule(
  db: Db,
  actor: Actor,
  companyId: string,
  { basedOn, ...body }: PayoutRuleChange,
): Promise<string | null> {
  const before = await lockRule(db, companyId);
  refuseOutdated('these rules', basedOn && toStored(basedOn), ruleOf(before));
  const rule = toStored(body);
  requireBelowCeiling(rule, before);
  if (!allowsMore(before, rule)) {
    await applyRule(db, actor, companyId, before, rule);
    return null;
  }
  return ask(db, actor, {
    kind: 'payout-rule',
    subject: companyId,
    companyId,
    details: { rule: body, before: ruleText(ruleOf(before)), after: ruleText(rule) },
    about: { type: 'companies', id: companyId },
    isWaiting: 'A change of these rules waits for a second person already',
  });
}

/** Without rules no payout of the portal goes without the provider. */
function allowsMore(before: RuleRow, { atOnceUpTo, colleagueUpTo }: Rule): boolean {
  return (
    atOnceUpTo > BigInt(before.at_once_up_to ?? 0) ||
    colleagueUpTo > BigInt(before.colleague_up_to ?? 0)
  );
}

function requireBelowCeiling({ colleagueUpTo }: Rule, { ceiling }: RuleRow): void {
  if (colleagueUpTo <= BigInt(ceiling)) return;
  const most = formatUgx(fromHundredths(BigInt(ceiling)));
  throw invalidField('colleagueUpTo', `Must be at most ${most}, the ceiling that the provider set`);
}

const wantedRule = z.object({ rule: payoutRuleBody });

export const carryOutRule: CarryOut = async (db, approver, { company_id: companyId, details }) => {
  if (!companyId || !(await holdCompany(db, companyId))) throw notFound('Company not found');
  const rule = toStored(wantedRule.parse(details).rule);
  const before = await lockRule(db, companyId);
  requireAsSeen(details, ruleText(ruleOf(before)));
  requireBelowCeiling(rule, before);
  await applyRule(db, approver, companyId, before, rule);
  return null;
};

/** Whoever approves has seen what it replaces. */
function requireAsSeen({ before }: Readonly<Record<string, unknown>>, now: string): void {
  if (before === now) return;
  throw refused('This was changed after the request. Reject it, and ask for the change again.');
}

async function applyRule(
  db: Db,
  actor: Actor,
  companyId: string,
  before: RuleRow,
  rule: Rule,
): Promise<void> {
  await writeRule(db, companyId, rule);
  await record(db, actor, 'payoutRules.save', companyId, {
    rule: [ruleText(ruleOf(before)), ruleText(rule)],
  });
}

/** Of the provider. Returns the id of the request, or null if the ceiling applies from now on. */
export async function changeCeiling(
  db: Db,
  actor: Actor,
  companyId: string,
  { ceiling: ceilingUgx, basedOn, reason }: CeilingChange,
): Promise<string | null> {
  const before = await lockRule(db, companyId);
  refuseOutdated('this ceiling', basedOn, fromHundredths(BigInt(before.ceiling)));
  const ceiling = toHundredths(ceilingUgx) ?? 0n;
  if (ceiling <= BigInt(before.ceiling)) {
    await applyCeiling(db, actor, companyId, before, ceiling);
    return null;
  }
  return ask(db, actor, {
    kind: 'limit',
    subject: `${companyId} payout-ceiling`,
    companyId,
    details: {
      of: 'payout-ceiling',
      ceiling: ceilingUgx,
      before: ugx(BigInt(before.ceiling)),
      after: ugx(ceiling),
    },
    ...(reason && { note: reason }),
    about: { type: 'companies', id: companyId },
    isWaiting: 'A higher ceiling waits for a second person already',
  });
}

const wantedCeiling = z.object({ ceiling: z.number() });

export const carryOutCeiling: CarryOut = async (
  db,
  approver,
  { company_id: companyId, details },
) => {
  if (!companyId || !(await holdCompany(db, companyId))) throw notFound('Company not found');
  const { ceiling } = wantedCeiling.parse(details);
  const before = await lockRule(db, companyId);
  requireAsSeen(details, ugx(BigInt(before.ceiling)));
  await applyCeiling(db, approver, companyId, before, toHundredths(ceiling) ?? 0n);
  return null;
};

async function applyCeiling(
  db: Db,
  actor: Actor,
  companyId: string,
  before: RuleRow,
  ceiling: bigint,
): Promise<void> {
  await writeCeiling(db, companyId, ceiling);
  const after = await lockRule(db, companyId);
  const [ruleBefore, ruleAfter] = [ruleText(ruleOf(before)), ruleText(ruleOf(after))];
  await record(db, actor, 'payoutRules.saveCeiling', companyId, {
    ceiling: [ugx(BigInt(before.ceiling)), ugx(ceiling)],
    ...(ruleBefore !== ruleAfter && { rule: [ruleBefore, ruleAfter] }),
  });
}

function record(
  db: Db,
  actor: Actor,
  action: string,
  companyId: string,
  changes: Readonly<Record<string, readonly [string, string]>>,
): Promise<void> {
  const side = (index: 0 | 1) =>
    Object.fromEntries(Object.entries(changes).map(([name, values]) => [name, values[index]]));
  return audit(db, actor, {
    action,
    subject: { type: 'companies', id: companyId },
    companyId,
    details: { changed: Object.keys(changes), from: side(0), to: side(1) },
  });
}

export function ruleOf({ at_once_up_to, colleague_up_to }: RuleRow): Rule | null {
  if (at_once_up_to === null || colleague_up_to === null) return null;
  return { atOnceUpTo: BigInt(at_once_up_to), colleagueUpTo: BigInt(colleague_up_to) };
}

export function toStored({ atOnceUpTo, colleagueUpTo }: PayoutRuleBody): Rule {
  return {
    atOnceUpTo: toHundredths(atOnceUpTo) ?? 0n,
    colleagueUpTo: toHundredths(colleagueUpTo) ?? 0n,
  };
}

/** For people. */
function ruleText(rule: Rule | null): string {
  if (!rule) return 'in the portal all wait for the provider, through the API all go at once.';
  const { atOnceUpTo, colleagueUpTo } = rule;
  const first =
    atOnceUpTo === 0n ? 'none goes at once' : `up to ${ugx(atOnceUpTo)} a day go at once`;
  const second =
    colleagueUpTo === 0n
      ? 'all need a colleague and the provider'
      : `up to ${ugx(colleagueUpTo)} need a colleague, larger ones also the provider`;
  return `${first}, ${second}.`;
}

function ugx(hundredths: bigint): string {
  return formatUgx(fromHundredths(hundredths));
}
