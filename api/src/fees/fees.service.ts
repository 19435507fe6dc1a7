import type { BodyOf, MetaOf } from '@sente/contract/endpoint';
import type { FeeSchedule, fees } from '@sente/contract/fees';
import { databaseNow } from '../db/clock.ts';
import { companyExists, holdCompany } from '../db/company.ts';
import type { Database } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { invalidField, notFound } from '../http/app-error.ts';
import { askForLowerFee, askForLowerWithout } from './fee-approvals.ts';
import { addFee, removeFee, toSchedule } from './fee-changes.ts';
import { findFee, listFees } from './fees.queries.ts';

type FeeBody = BodyOf<typeof fees.add>;
type Waits = MetaOf<typeof fees.add>;

export interface FeesService {
  list(actor: Actor, companyId: string): Promise<FeeSchedule[]>;
  /** Without data if it lowers what the provider earns, and therefore waits for a second person. */
  add(
    actor: Actor,
    companyId: string,
    body: FeeBody,
  ): Promise<{ data: FeeSchedule | null; meta: Waits }>;
  remove(actor: Actor, companyId: string, feeId: string): Promise<{ data: null; meta: Waits }>;
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
        const fee = { direction, rule, from };
        const approvalId = await askForLowerFee(db, actor, companyId, fee);
        if (approvalId) return { data: null, meta: { approvalId } };
        const data = await addFee(db, actor, companyId, { ...fee, createdBy: actor.userId });
        return { data, meta: { approvalId: null } };
      }),

    remove: (actor, companyId, feeId) =>
      database.within(actor.scope, async (db) => {
        if (!(await holdCompany(db, companyId))) throw notFound('Fee not found');
        const row = await findFee(db, companyId, feeId);
        if (!row) throw notFound('Fee not found');
        const isFuture = row.effective_from.getTime() > databaseNow();
        const approvalId = isFuture
          ? await askForLowerWithout(db, actor, companyId, toSchedule(row))
          : null;
        if (!approvalId) await removeFee(db, actor, companyId, feeId);
        return { data: null, meta: { approvalId } };
      }),
  };
}
