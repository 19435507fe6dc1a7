import type { BodyOf, MetaOf } from '@sente/contract/endpoint';
import { dayMs, kampalaDay } from '@sente/contract/kampala';
import { fromHundredths } from '@sente/contract/money';
import type {
  PayoutRule,
  PayoutRuleBody,
  PayoutRuleChange,
  PayoutRulePreview,
  payoutRules,
} from '@sente/contract/payout-rules';
import { databaseNow } from '../db/clock.ts';
import { companyExists, holdCompany } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { lowestUuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { listApprovers, listPastPayouts, readRule, type Rule } from './payout-rules.queries.ts';
import { createReplay } from './preview.ts';
import { changeCeiling, changeRule, ruleOf, toStored } from './rule-changes.ts';

interface Changed {
  readonly data: PayoutRule;
  readonly meta: MetaOf<typeof payoutRules.save>;
}

export interface PayoutRulesService {
  get(actor: Actor, companyId: string): Promise<PayoutRule>;
  /** Rules that allow more than before wait for a second person. */
  save(actor: Actor, companyId: string, body: PayoutRuleChange): Promise<Changed>;
  preview(actor: Actor, companyId: string, body: PayoutRuleBody): Promise<PayoutRulePreview>;
  saveCeiling(
    actor: Actor,
    companyId: string,
    body: BodyOf<typeof payoutRules.saveCeiling>,
  ): Promise<Changed>;
}

export function createPayoutRulesService(database: Database): PayoutRulesService {
  const change = (
    actor: Actor,
    companyId: string,
    work: (db: Db) => Promise<string | null>,
  ): Promise<Changed> =>
    // A company reads its rules, but only the platform changes them; the route has checked the company.
    database.within({ ...actor.scope, platform: true }, async (db) => {
      if (!(await holdCompany(db, companyId))) throw notFound('Company not found');
      const approvalId = await work(db);
      return { data: await readWhole(db, companyId), meta: { approvalId } };
    });

  return {
    get: (actor, companyId) =>
      database.within(actor.scope, async (db) => {
        await requireCompany(db, companyId);
        return readWhole(db, companyId);
      }),

    save: (actor, companyId, body) =>
      change(actor, companyId, (db) => changeRule(db, actor, companyId, body)),

    preview: (actor, companyId, body) => preview(database, actor, companyId, toStored(body)),

    saveCeiling: (actor, companyId, body) =>
      change(actor, companyId, (db) => changeCeiling(db, actor, companyId, body)),
  };
}

async function readWhole(db: Db, companyId: string): Promise<PayoutRule> {
  const row = await readRule(db, companyId);
  const rule = ruleOf(row);
  return {
    rule: rule && {
      atOnceUpTo: fromHundredths(rule.atOnceUpTo),
      colleagueUpTo: fromHundredths(rule.colleagueUpTo),
    },
    ceiling: fromHundredths(BigInt(row.ceiling)),
    updatedAt: row.updated_at?.toISOString() ?? null,
    approvers: await listApprovers(db, companyId),
    waitingId: row.waiting_id,
  };
}

const previewDays = 30;
const batchSize = 5_000;
const mostPreviewed = 200_000;

/** In batches of their own: the payouts of a month take longer than one statement may. */
async function preview(
  database: Database,
  actor: Actor,
  companyId: string,
  rule: Rule,
): Promise<PayoutRulePreview> {
  const now = databaseNow();
  const day = kampalaDay(now - previewDays * dayMs);
  const replay = createReplay(rule);
  let after = lowestUuidV7(Date.parse(day) - 2 * dayMs);
  await database.within(actor.scope, (db) => requireCompany(db, companyId));
  for (let seen = 0; seen < mostPreviewed; seen += batchSize) {
    const from = { day, after };
    const rows = await database.within(actor.scope, (db) =>
      listPastPayouts(db, companyId, from, batchSize),
    );
    for (const row of rows) replay.add(row);
    after = rows.at(-1)?.id ?? after;
    if (rows.length < batchSize) return replay.result(previewDays, false);
  }
  return replay.result(previewDays, true);
}

async function requireCompany(db: Db, id: string): Promise<void> {
  if (!(await companyExists(db, id))) throw notFound('Company not found');
}
