import type { BodyOf } from '@sente/contract/endpoint';
import type { PaymentReview, paymentReviews } from '@sente/contract/payment-reviews';
import type { Database, Db } from '../../db/database.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { audit } from '../../security/audit.ts';
import type { FindSystemAccounts } from '../settling/payment-postings.ts';
import { carryOut } from './review-decision.ts';
import {
  closeReview,
  findReview,
  listReviews,
  lockReview,
  toReview,
  writeProposal,
  type ReviewRow,
} from './reviews.queries.ts';

const notOpen = 'This payment does not wait for a decision';

type Proposal = BodyOf<typeof paymentReviews.propose>;

/** Payments that people decide: one person proposes, another confirms. */
export interface ReviewsService {
  list(actor: Actor): Promise<PaymentReview[]>;
  propose(actor: Actor, id: string, proposal: Proposal): Promise<PaymentReview>;
  confirm(actor: Actor, id: string, decision: Proposal['decision']): Promise<void>;
  withdraw(actor: Actor, id: string): Promise<PaymentReview>;
}

export function createReviewsService(
  database: Database,
  findSystemAccounts: FindSystemAccounts,
): ReviewsService {
  return {
    list: (actor) =>
      database.within(actor.scope, async (db) =>
        (await listReviews(db)).map((row) => toReview(row, actor.userId)),
      ),

    propose: (actor, id, { decision, note }) =>
      database.within(actor.scope, async (db) => {
        const review = await lockOpen(db, id);
        await writeProposal(db, id, { decision, note, userId: actor.userId });
        await noteAct(db, actor, review, 'propose', { decision, note });
        return reread(db, actor, id);
      }),

    confirm: async (actor, id, decision) => {
      const found = await database.within(actor.scope, (db) => findReview(db, id));
      if (!found) throw notFound(notOpen);
      // Read before the transaction, which must not wait for a second connection.
      const system = await findSystemAccounts(found.company_id);
      await database.within(actor.scope, async (db) => {
        const review = await lockOpen(db, id);
        if (review.decision === null) throw refused('Nobody has proposed a decision yet');
        if (review.decision !== decision) throw refused('The proposal was changed. Look again.');
        if (review.proposed_by === actor.userId) {
          throw refused('Somebody else has to confirm your proposal');
        }
        await carryOut(db, review, decision, system);
        await closeReview(db, id, actor.userId);
        await noteAct(db, actor, review, 'confirm', { decision });
      });
    },

    withdraw: (actor, id) =>
      database.within(actor.scope, async (db) => {
        const review = await lockOpen(db, id);
        await writeProposal(db, id, null);
        await noteAct(db, actor, review, 'withdraw', {});
        return reread(db, actor, id);
      }),
  };
}

async function lockOpen(db: Db, id: string): Promise<ReviewRow> {
  const review = await lockReview(db, id);
  if (!review) throw notFound(notOpen);
  return review;
}

async function reread(db: Db, actor: Actor, id: string): Promise<PaymentReview> {
  const row = await findReview(db, id);
  if (!row) throw new Error('A review that is locked is not there');
  return toReview(row, actor.userId);
}

function noteAct(
  db: Db,
  actor: Actor,
  review: ReviewRow,
  action: keyof typeof paymentReviews,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  return audit(db, actor, {
    action: `paymentReviews.${action}`,
    subject: { type: 'companies', id: review.company_id },
    companyId: review.company_id,
    details: { payment: review.payment_id, ...details },
  });
}

function refused(message: string): AppError {
  return new AppError('refused', { message });
}
