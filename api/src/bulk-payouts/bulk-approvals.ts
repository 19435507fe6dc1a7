import type { ApprovalActs } from '../approvals/approval-kind.ts';
import { isBehindText, puppetText } from '../approvals/second-person.ts';
import { tellAsked, tellDecided } from '../approvals/telling.ts';
import { stopOf } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound, refused } from '../http/app-error.ts';
import { findProblem, requireStep, writeApproval } from '../payments/requests/payout-decisions.ts';
import { audit, auditServer } from '../security/audit.ts';
import { lockBulk, listExpiredBulks, moveBulk, type StoredBulk } from './stored-bulks.queries.ts';
import { requireOnce } from './doubled.ts';
import { lackingFor } from './submitting.ts';
import { endUnpaid } from './unpaid.ts';

type Ending = 'reject' | 'withdraw' | 'cancel';

/** Bulk payouts that wait, in the queue of approvals: one approval covers all lines, by the rules for payouts. */
export function bulkApprovals(database: Database): ApprovalActs {
  const decide = (actor: Actor, id: string, work: (db: Db, bulk: StoredBulk) => Promise<void>) =>
    database.within({ ...actor.scope, platform: true }, async (db) => {
      const bulk = await lockBulk(db, id);
      if (!bulk || (!actor.isStaff && bulk.company_id !== actor.companyId)) {
        throw notFound('Approval not found');
      }
      if (bulk.state !== 'waiting') throw refused('This request was already decided');
      await work(db, bulk);
      db.changed({ topic: 'approvals', companyId: bulk.company_id });
      db.changed({ topic: 'money', companyId: bulk.company_id });
    });
  return {
    approve: (actor, { id }) => decide(actor, id, (db, bulk) => approve(db, actor, bulk)),

    reject: (actor, { id }, _askedAt, reason) =>
      decide(actor, id, async (db, bulk) => {
        const { step } = await readStep(db, bulk);
        requireStep(actor, step);
        if (bulk.created_by === actor.userId)
          throw refused('This is your own request: withdraw it');
        const { userId } = actor;
        await endUnpaid(db, bulk, { state: 'refused', decision: 'rejected', userId, note: reason });
        await record(db, actor, bulk, 'reject', { step, reason });
        await tellDecided(db, actor, { ...askedFor(bulk), outcome: 'rejected', reason });
      }),

    withdraw: (actor, { id }) =>
      decide(actor, id, async (db, bulk) => {
        if (bulk.created_by !== actor.userId) {
          throw refused('Only who asked for it can withdraw it');
        }
        const { userId } = actor;
        await endUnpaid(db, bulk, { state: 'cancelled', decision: 'withdrawn', userId });
        await record(db, actor, bulk, 'withdraw', {});
      }),

    cancel: (actor, { id }, reason) =>
      decide(actor, id, async (db, bulk) => {
        if (bulk.created_by !== null) throw refused('Only who asked for it can withdraw it');
        const { userId } = actor;
        const end = { state: 'cancelled', decision: 'withdrawn', userId, note: reason } as const;
        await endUnpaid(db, bulk, end);
        await record(db, actor, bulk, 'cancel', { reason });
      }),
  };
}

async function approve(db: Db, actor: Actor, bulk: StoredBulk): Promise<void> {
  const { step, hasColleague, isExpired } = await readStep(db, bulk);
  requireStep(actor, step);
  await requireNoProblem(db, actor, bulk);
  if (isExpired) throw refused('Nobody approved this in time: it has expired');
  const stop = await stopOf(db, bulk.account_id);
  if (stop) throw new AppError(stop);
  await requireOnce(db, bulk.id, bulk.pays_doubled);
  const lacking = await lackingFor(db, bulk);
  if (lacking !== null) throw new AppError('insufficient_funds', { message: lacking });
  const { userId } = actor;
  await writeApproval(db, bulk, { step, userId });
  // Nobody in the company could take the step of a colleague.
  const isForColleague = step === 'provider' && bulk.approval !== 'provider' && !hasColleague;
  if (isForColleague) await writeApproval(db, bulk, { step: 'colleague', userId });
  if (step === 'provider' || bulk.approval === 'colleague') {
    await moveBulk(db, bulk.id, { state: 'running', decision: 'approved', userId });
    await tellDecided(db, actor, { ...askedFor(bulk), outcome: 'approved' });
  } else {
    await tellAsked(db, null, askedFor(bulk), 'provider');
  }
  await record(db, actor, bulk, 'approve', { step });
}

interface Step {
  readonly step: 'colleague' | 'provider';
  readonly hasColleague: boolean;
  readonly isExpired: boolean;
}

async function readStep(db: Db, bulk: StoredBulk): Promise<Step> {
  const row = await db.row<Step>(
    `select payout_step(b.company_id, b.id, b.approval, b.created_by) as step,
       exists (
         select from payout_approvals a
         where a.company_id = b.company_id and a.payment_id = b.id and a.step = 'colleague'
       ) as "hasColleague",
       greatest(b.submitted_at, s.expiry_since)
         <= now() - s.payout_expiry_hours * interval '1 hour' as "isExpired"
     from bulk_payouts b cross join platform_settings s where b.id = $1`,
    [bulk.id],
  );
  if (!row) throw new Error('A bulk payout that is locked is there');
  return row;
}

async function requireNoProblem(db: Db, actor: Actor, bulk: StoredBulk): Promise<void> {
  const { id, company_id, created_by } = bulk;
  const found = await findProblem(db, { id, company_id, requested_by: created_by }, actor);
  if (!found) return;
  if (found.problem !== 'same') throw refused(puppetText(found.problem, found.name));
  throw refused(found.person === created_by ? 'You cannot approve your own request' : isBehindText);
}

/** Ends those that nobody decided about in time; they hold nothing. */
export async function expireBulks(database: Database): Promise<number> {
  const ids = await database.within(platformScope, listExpiredBulks);
  for (const id of ids) {
    await database.within(platformScope, async (db) => {
      const bulk = await lockBulk(db, id);
      // Another server, or a person, may have been faster.
      if (bulk?.state !== 'waiting' || !(await readStep(db, bulk)).isExpired) return;
      const reason = 'Nobody approved it in time.';
      await endUnpaid(db, bulk, { state: 'refused', decision: 'expired', reason });
      await auditServer(db, { action: 'approvals.expire', ...entryOf(bulk, {}) });
      await tellDecided(db, null, { ...askedFor(bulk), outcome: 'expired' });
      db.changed({ topic: 'approvals', companyId: bulk.company_id });
    });
  }
  return ids.length;
}

/** For whoever is told how it goes on. */
function askedFor({ id, company_id: companyId, created_by: askedBy, amount }: StoredBulk) {
  return { id, kind: 'bulk-payout', companyId, askedBy, amount: BigInt(amount) } as const;
}

function record(
  db: Db,
  actor: Actor,
  bulk: StoredBulk,
  action: Ending | 'approve',
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  return audit(db, actor, { action: `approvals.${action}`, ...entryOf(bulk, details) });
}

function entryOf(bulk: StoredBulk, details: Readonly<Record<string, unknown>>) {
  return {
    subject: { type: 'accounts', id: bulk.account_id },
    companyId: bulk.company_id,
    details: { kind: 'bulk-payout', approval: bulk.id, name: bulk.name, ...details },
  };
}
