import type { BodyOf } from '@sente/contract/endpoint';
import { toHundredths } from '@sente/contract/money';
import type { PaymentReview, paymentReviews } from '@sente/contract/payment-reviews';
import { toUgx } from '../../db/amounts.ts';
import { databaseNow } from '../../db/clock.ts';
import type { Database, Db } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { Actor } from '../../http/actor.ts';
import { invalidField, notFound, refused } from '../../http/app-error.ts';
import { audit } from '../../security/audit.ts';
import type { ApprovalActs } from '../../approvals/approval-kind.ts';
import { requireSecondPerson, requireSeen } from '../../approvals/second-person.ts';
import { tellAsked, tellDecided } from '../../approvals/telling.ts';
import type { FindSystemAccounts } from '../settling/payment-postings.ts';
import { carryOut } from './review-decision.ts';
import { statedAmountOf, toReview } from './review-view.ts';
import {
  findAnyReview,
  findReview,
  listReviews,
  lockReview,
  rejectProposal,
  removeProposal,
  writeProposal,
  type ReviewRow,
} from './reviews.queries.ts';

const notOpen = 'This payment does not wait for a decision';
const neverAsked = 'Nobody was asked to decide about this payment';

type Proposal = BodyOf<typeof paymentReviews.propose>;
type Confirmation = BodyOf<typeof paymentReviews.confirm>;
type Rejection = BodyOf<typeof paymentReviews.reject>;

/** Whether the proposal is the one that the person who answers looked at. */
type IsSeen = (review: ReviewRow) => boolean;

/** Payments that people decide: one person proposes, another confirms. */
export interface ReviewsService {
  list(actor: Actor): Promise<PaymentReview[]>;
  get(actor: Actor, id: string): Promise<PaymentReview>;
  propose(actor: Actor, id: string, proposal: Proposal): Promise<PaymentReview>;
  confirm(actor: Actor, id: string, seen: Confirmation): Promise<void>;
  withdraw(actor: Actor, id: string): Promise<PaymentReview>;
  reject(actor: Actor, id: string, rejection: Rejection): Promise<PaymentReview>;
  /** Proposals in the queue of approvals. */
  readonly approvals: ApprovalActs;
}

export function createReviewsService(
  database: Database,
  findSystemAccounts: FindSystemAccounts,
): ReviewsService {
  const confirmIf = async (actor: Actor, id: string, isSeen: IsSeen): Promise<void> => {
    const found = await database.within(byIndex(actor), (db) => findReview(db, id));
    if (!found) throw notFound(notOpen);
    // Read before the transaction, which must not wait for a second connection.
    const system = await findSystemAccounts(found.company_id);
    await database.within(byIndex(actor), async (db) => {
      const review = await lockOpen(db, id);
      const { decision, proposed_amount: amount } = review;
      const proposedBy = requireSeen(review.proposed_by, isSeen(review));
      await requireSecondPerson(db, proposedBy, actor);
      if (decision === null) throw new Error('A proposal without its decision');
      await carryOut(db, review, decision, { system, userId: actor.userId });
      const stated = amount !== null && { amount: toUgx(amount) };
      await noteAct(db, actor, review, 'confirm', { decision, ...stated });
      const end = { ...askedFor(review), outcome: 'approved' } as const;
      await tellDecided(db, actor, end, turnOf(review));
    });
  };
  return {
    list: (actor) =>
      database.within(byIndex(actor), async (db) =>
        (await listReviews(db)).map((row) => toReview(row, actor.userId)),
      ),

    get: (actor, id) =>
      database.within(actor.scope, async (db) => {
        const row = await findAnyReview(db, id);
        if (!row) throw notFound(neverAsked);
        return toReview(row, actor.userId);
      }),

    propose: (actor, id, proposal) =>
      database.within(byIndex(actor), async (db) => {
        const review = await lockOpen(db, id);
        if (review.proposed_by !== null && review.proposed_by !== actor.userId) {
          throw refused('Somebody has proposed a decision. Confirm or reject it first.');
        }
        const amount = statedAmount(review, proposal);
        await writeProposal(db, id, { ...proposal, amount, userId: actor.userId });
        await noteAct(db, actor, review, 'propose', { ...proposal });
        await tellAsked(db, actor, askedFor(review), `${actor.userId}:${databaseNow()}`);
        return reread(db, actor, id);
      }),

    confirm: (actor, id, seen) => confirmIf(actor, id, isAsSeen(seen)),

    withdraw: (actor, id) => withdraw(database, actor, id),

    reject: (actor, id, { reason, ...seen }) =>
      rejectIf(database, actor, { id, isSeen: isAsSeen(seen), reason }),

    approvals: {
      approve: (actor, { id }, askedAt) => confirmIf(actor, id, proposedAt(askedAt)),
      reject: async (actor, { id }, askedAt, reason) => {
        await rejectIf(database, actor, { id, isSeen: proposedAt(askedAt), reason });
      },
      withdraw: async (actor, { id }) => {
        await withdraw(database, actor, id);
      },
    },
  };
}

/** Whoever proposed it takes it back. */
function withdraw(database: Database, actor: Actor, id: string): Promise<PaymentReview> {
  return database.within(actor.scope, async (db) => {
    const review = await lockOpen(db, id);
    if (requireSeen(review.proposed_by, true) !== actor.userId) {
      throw refused('Only who proposed it can withdraw it: reject it');
    }
    await removeProposal(db, id);
    await noteAct(db, actor, review, 'withdraw', {});
    return reread(db, actor, id);
  });
}

/** Somebody else says no, and why. */
function rejectIf(
  database: Database,
  actor: Actor,
  { id, isSeen, reason }: { id: string; isSeen: IsSeen; reason: string },
): Promise<PaymentReview> {
  return database.within(actor.scope, async (db) => {
    const review = await lockOpen(db, id);
    if (requireSeen(review.proposed_by, isSeen(review)) === actor.userId) {
      throw refused('This is your own proposal: withdraw it');
    }
    await rejectProposal(db, id, { userId: actor.userId, reason });
    await noteAct(db, actor, review, 'reject', { decision: review.decision, reason });
    const end = { outcome: 'rejected', reason, isKept: false } as const;
    await tellDecided(db, actor, { ...askedFor(review), ...end }, turnOf(review));
    return reread(db, actor, id);
  });
}

const isAsSeen =
  ({ decision, amount }: Confirmation): IsSeen =>
  (review) =>
    review.decision === decision && isStatedIn(review, amount);

const proposedAt =
  (moment: number): IsSeen =>
  (review) =>
    review.proposed_at?.getTime() === moment;

/** What moved in hundredths of UGX, where the network did not say it. */
function statedAmount(review: ReviewRow, { decision, amount }: Proposal): bigint | null {
  const wanted = decision === 'book' ? statedAmountOf(review) : 'none';
  if (amount === undefined) {
    if (wanted !== 'required') return null;
    throw invalidField('amount', 'State how much was paid in UGX');
  }
  if (wanted === 'none') {
    const why = decision === 'book' ? 'The network says how much was paid' : 'Nothing was paid';
    throw invalidField('amount', `${why}: leave the amount out`);
  }
  return toHundredths(amount);
}

function isStatedIn({ proposed_amount }: ReviewRow, amount: number | undefined): boolean {
  const seen = amount === undefined ? null : toHundredths(amount);
  return seen === (proposed_amount === null ? null : BigInt(proposed_amount));
}

/** What is open is found by its keys, and planning to read it takes longer than reading it. */
function byIndex({ scope }: Actor): Scope {
  return { ...scope, isByIndex: true };
}

/** The same review is proposed again after a rejection. */
function turnOf({ proposed_at }: ReviewRow): string {
  return String(proposed_at?.getTime());
}

function askedFor({ id, company_id: companyId, proposed_by: askedBy, amount }: ReviewRow) {
  return { id, kind: 'payment-decision', companyId, askedBy, amount: BigInt(amount) } as const;
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
