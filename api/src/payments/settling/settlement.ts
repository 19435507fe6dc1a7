import { databaseNow } from '../../db/clock.ts';
import { coalesce } from '../../db/coalesce.ts';
import type { Database, Db } from '../../db/database.ts';
import { isAboutContent, maySucceedLater, retrying } from '../../db/retrying.ts';
import { engineScope } from '../../db/scope.ts';
import { finishAll } from '../../ledger/posting.queries.ts';
import type { Finish } from '../../ledger/posting.ts';
import { emitEvents } from '../../webhooks/outbox.ts';
import { readPayments } from '../payment-view.ts';
import { lockPayments, type StoredPayment } from '../payments.queries.ts';
import type { PollOptions } from './poll-schedule.ts';
import { writeSteps, type Step } from '../steps.ts';
import {
  completion,
  failure,
  requireFinished,
  type FindSystemAccounts,
} from './payment-postings.ts';
import { findKnownContradictions } from './contradictions.queries.ts';
import {
  endReservations,
  openReviews,
  writeEndings,
  type Ending,
  type NewReview,
} from './settlement.queries.ts';
import type { Heard } from './rules.ts';
import { planFor, type Plan } from './verdict.ts';

/** What was heard about a payment, with the steps that led to it. */
export interface Verdict {
  readonly companyId: string;
  readonly paymentId: string;
  readonly heard: Heard;
  readonly steps: readonly Step[];
}

/**
 * Settles payments. State, money, voucher and event change in one database transaction, and the
 * same verdict again, on any server, changes nothing.
 */
export interface Settlement {
  settle(verdict: Verdict): Promise<Plan['does']>;
}

const maxPerCall = 128;
const postedAtOnce = 'transactions_key';

export function createSettlement(
  database: Database,
  findSystemAccounts: FindSystemAccounts,
  polling: PollOptions,
): Settlement {
  const plan = (payment: StoredPayment, heard: Heard) => planFor(payment, heard, polling);
  return {
    settle: coalesce<Verdict, Plan['does']>({
      send: async (verdicts) => {
        // Read before the transaction, which must not wait for a second connection.
        await Promise.all(verdicts.map(({ companyId }) => findSystemAccounts(companyId)));
        return retrying(
          () =>
            database.within(engineScope, (db) => settleAll(db, verdicts, plan, findSystemAccounts)),
          postedAtOnce,
        );
      },
      keyOf: ({ paymentId }) => paymentId,
      groupOf: ({ companyId }) => companyId,
      max: maxPerCall,
      mayBeOnesFault: (error) => isAboutContent(error) && !maySucceedLater(error, postedAtOnce),
    }),
  };
}

type EndPlan = Extract<Plan, { does: 'end' }>;

interface Decided {
  readonly payment: StoredPayment;
  readonly plan: Plan;
}

async function settleAll(
  db: Db,
  verdicts: readonly Verdict[],
  plan: (payment: StoredPayment, heard: Heard) => Plan,
  findSystemAccounts: FindSystemAccounts,
): Promise<Plan['does'][]> {
  const rows = await lockPayments(
    db,
    verdicts.map(({ paymentId }) => paymentId),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const wanted = verdicts.map(({ paymentId, heard }): Decided => {
    const payment = found.get(paymentId);
    if (!payment) throw new Error('A verdict about a payment that is not there');
    return { payment, plan: plan(payment, heard) };
  });
  const decided = (await withoutKnown(db, wanted)).map(unlessInactive);
  const at = new Date(databaseNow());
  await openReviews(db, decided.flatMap(reviewOf));
  await endPayments(db, decided, at);
  await writeSteps(db, [...verdicts.flatMap(({ steps }) => steps), ...decided.flatMap(stepOf)]);
  // Last, because accounts and figures are locked until the end, and accepting waits for figures.
  await moveMoney(db, decided, findSystemAccounts, at);
  return decided.map(({ plan }) => plan.does);
}

/** Stores state, voucher and event of payments that end. */
export async function endPayments(
  db: Db,
  decided: readonly Decided[],
  finishedAt: Date,
): Promise<void> {
  const ended = decided.flatMap(({ payment, plan }) =>
    plan.does === 'end' ? [{ payment, ending: { ...endingOf(payment, plan), finishedAt } }] : [],
  );
  if (ended.length === 0) return;
  const endings = ended.map(({ ending }) => ending);
  const listening = await writeEndings(db, endings);
  await endReservations(
    db,
    ended.flatMap(({ payment, ending }) =>
      payment.product_code_id === null
        ? []
        : [
            {
              companyId: payment.company_id,
              paymentId: payment.id,
              codeId: payment.product_code_id,
              isSold: ending.status === 'SUCCESS',
            },
          ],
    ),
  );
  await emitEndings(
    db,
    endings.filter(({ companyId }) => listening.has(companyId)),
  );
}

async function emitEndings(db: Db, told: readonly Ending[]): Promise<void> {
  const views = await readPayments(
    db,
    told.map(({ paymentId }) => paymentId),
  );
  await emitEvents(
    db,
    told.flatMap(({ companyId, paymentId, status }, index) => {
      const data = views[index];
      const type = status === 'SUCCESS' ? 'payment.succeeded' : 'payment.failed';
      return data ? [{ companyId, paymentId, type, data }] : [];
    }),
  );
}

/**
 * Finishes the transactions in the ledger. If an account was switched off in this moment, the call fails,
 * and the payment is asked about again.
 */
async function moveMoney(
  db: Db,
  decided: readonly Decided[],
  findSystemAccounts: FindSystemAccounts,
  at: Date,
): Promise<void> {
  const finishes = await Promise.all(
    decided.flatMap(({ payment, plan }) =>
      plan.does === 'end' ? [finishOf(payment, plan, findSystemAccounts, at)] : [],
    ),
  );
  const outcomes = await finishAll(db, finishes);
  for (const [index, finish] of finishes.entries()) requireFinished(finish, outcomes[index]);
}

async function finishOf(
  payment: StoredPayment,
  { status, reason = 'Failed' }: EndPlan,
  findSystemAccounts: FindSystemAccounts,
  at: Date,
): Promise<Finish> {
  if (status === 'FAILED') return failure(payment, reason, at);
  return completion(payment, await findSystemAccounts(payment.company_id), at);
}

/** What was reversed, or left as booked by two people, is not asked about again by the same words. */
async function withoutKnown(db: Db, wanted: readonly Decided[]): Promise<Decided[]> {
  const contradictions = wanted.flatMap((decided) =>
    decided.plan.does === 'review' && decided.plan.kind === 'contradicted' ? reviewOf(decided) : [],
  );
  if (contradictions.length === 0) return [...wanted];
  const known = await findKnownContradictions(db, contradictions);
  return wanted.map((decided) =>
    known.has(decided.payment.id) ? { ...decided, plan: { does: 'nothing', title: '' } } : decided,
  );
}

/** A credit to an inactive account becomes a review. */
function unlessInactive({ payment, plan }: Decided): Decided {
  const isCredit =
    plan.does === 'end' && plan.status === 'SUCCESS' && payment.direction === 'collection';
  if (!isCredit || payment.is_account_active) return { payment, plan };
  const review: Plan = {
    does: 'review',
    kind: 'account_inactive',
    networkAmount: BigInt(payment.amount),
    networkReference: plan.networkReference ?? null,
    foreign: null,
    title: 'Paid, but the account is switched off: two people decide',
  };
  return { payment, plan: review };
}

function endingOf(payment: StoredPayment, plan: EndPlan): Omit<Ending, 'finishedAt'> {
  const { does: _, title: __, ...rest } = plan;
  return { companyId: payment.company_id, paymentId: payment.id, ...rest };
}

function reviewOf({ payment, plan }: Decided): NewReview[] {
  if (plan.does !== 'review') return [];
  const { kind, networkAmount, networkReference, foreign } = plan;
  return [
    {
      companyId: payment.company_id,
      paymentId: payment.id,
      kind,
      networkAmount,
      networkReference,
      foreign,
    },
  ];
}

function stepOf({ payment, plan }: Decided): Step[] {
  const at = { companyId: payment.company_id, paymentId: payment.id, title: plan.title };
  switch (plan.does) {
    case 'end':
      return plan.status === 'SUCCESS'
        ? [{ ...at, kind: 'settled', isGood: true }]
        : [{ ...at, kind: 'failed', isGood: false }];
    case 'review':
      return [{ ...at, kind: 'review', isGood: null }];
    case 'nothing':
      return [];
  }
}
