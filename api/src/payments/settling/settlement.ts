import { coalesce } from '../../db/coalesce.ts';
import type { Database, Db } from '../../db/database.ts';
import { isAboutContent, maySucceedLater, retrying } from '../../db/retrying.ts';
import { platformScope } from '../../db/scope.ts';
import { lockAccounts } from '../../ledger/advances.ts';
import { finishAll, postAll } from '../../ledger/posting.queries.ts';
import { emitEvents } from '../../webhooks/outbox.ts';
import { readPayments } from '../payment-view.ts';
import { lockPayments, type StoredPayment } from '../payments.queries.ts';
import type { PollOptions } from './poll-schedule.ts';
import { writeSteps, type Step } from '../steps.ts';
import {
  collectionPosting,
  payoutFinish,
  payoutRelease,
  requireFinished,
  type FindSystemAccounts,
} from './payment-postings.ts';
import {
  closeReviews,
  companiesThatListen,
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
            database.within(platformScope, (db) =>
              settleAll(db, verdicts, plan, findSystemAccounts),
            ),
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
  const decided = await moveMoney(db, wanted, findSystemAccounts);
  await openReviews(db, decided.flatMap(reviewOf));
  await endPayments(db, decided);
  await writeSteps(db, [...verdicts.flatMap(({ steps }) => steps), ...decided.flatMap(stepOf)]);
  return decided.map(({ plan }) => plan.does);
}

/** Stores state, voucher and event of payments that end. */
export async function endPayments(db: Db, decided: readonly Decided[]): Promise<void> {
  const ended = decided.flatMap(({ payment, plan }) =>
    plan.does === 'end' ? [{ payment, ending: endingOf(payment, plan) }] : [],
  );
  if (ended.length === 0) return;
  await writeEndings(
    db,
    ended.map(({ ending }) => ending),
  );
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
  await closeReviews(
    db,
    ended.map(({ payment }) => payment.id),
  );
  await tellCompanies(
    db,
    ended.map(({ ending }) => ending),
  );
}

async function tellCompanies(db: Db, endings: readonly Ending[]): Promise<void> {
  const companyIds = endings.map(({ companyId }) => companyId);
  const listening = await companiesThatListen(db, companyIds);
  const told = endings.filter(({ companyId }) => listening.has(companyId));
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

/** Moves money in the ledger. A credit to an inactive account becomes a review. */
async function moveMoney(
  db: Db,
  wanted: readonly Decided[],
  findSystemAccounts: FindSystemAccounts,
): Promise<Decided[]> {
  const ending = wanted.filter(({ plan }) => plan.does === 'end');
  const systems = await Promise.all(
    ending.map(({ payment }) => findSystemAccounts(payment.company_id)),
  );
  const withSystem = ending.map((item, index) => ({ ...item, system: systems[index] }));
  const credits: { id: string; posting: ReturnType<typeof collectionPosting> }[] = [];
  const finishes: ReturnType<typeof payoutFinish>[] = [];
  for (const { payment, plan, system } of withSystem) {
    if (plan.does !== 'end' || !system) continue;
    const isPaid = plan.status === 'SUCCESS';
    if (payment.direction === 'collection') {
      const { id, amount, fee } = payment;
      const key = `collection:${id}`;
      const posting = collectionPosting(payment, system, BigInt(amount), BigInt(fee), key);
      if (isPaid) credits.push({ id, posting });
    } else {
      finishes.push(
        isPaid ? payoutFinish(payment, system) : payoutRelease(payment, plan.reason ?? 'Failed'),
      );
    }
  }
  if (credits.length > 0 && finishes.length > 0) {
    // Two calls: each alone would lock in order, but the second after the first.
    const items = [...credits.map(({ posting }) => posting), ...finishes];
    const accounts = items.flatMap(({ accountId, legs }) => [
      accountId,
      ...legs.map((leg) => leg.accountId),
    ]);
    await lockAccounts(db, accounts);
  }
  const outcomes = await postAll(
    db,
    credits.map(({ posting }) => posting),
  );
  requireFinished(finishes, await finishAll(db, finishes));
  const posted = new Map(outcomes.map((outcome, index) => [credits[index]?.id, outcome]));
  return wanted.map(({ payment, plan }): Decided => {
    const outcome = posted.get(payment.id);
    if (!outcome || plan.does !== 'end') return { payment, plan };
    if (outcome.status === 'completed') {
      return { payment, plan: { ...plan, transactionId: outcome.transactionId } };
    }
    if (outcome.reason !== 'inactive_account') {
      throw new Error(`A collection was not credited: ${outcome.reason}`);
    }
    return {
      payment,
      plan: {
        does: 'review',
        kind: 'account_inactive',
        networkAmount: BigInt(payment.amount),
        networkReference: plan.networkReference ?? null,
        foreign: null,
        title: 'Paid, but the account is switched off: two people decide',
      },
    };
  });
}

function endingOf(payment: StoredPayment, plan: Extract<Plan, { does: 'end' }>): Ending {
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
