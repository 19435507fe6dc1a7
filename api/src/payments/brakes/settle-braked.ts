import { plainArray } from '../../db/array-literal.ts';
import { databaseNow } from '../../db/clock.ts';
import type { Database, Db } from '../../db/database.ts';
import { platformScope } from '../../db/scope.ts';
import { finishAll } from '../../ledger/posting.queries.ts';
import { lockPayments } from '../payments.queries.ts';
import { failure, requireFinished } from '../settling/payment-postings.ts';
import { endPayments } from '../settling/settlement.ts';
import { failing } from '../settling/verdict.ts';
import { writeSteps, type Step } from '../steps.ts';

/** Payouts in one transaction: few enough that nobody waits long for an account. */
const atOnce = 250;

interface Settled {
  readonly payment_id: string;
  readonly company_id: string;
  readonly outcome: 'released' | 'resumed' | 'cancelled';
  readonly goes_on: boolean;
}

/**
 * Lets the payouts of ended brakes go, or cancels them, as two people decided. Each step is a transaction of
 * its own and takes what is left, so it goes on after a kill and on several servers. One that cannot be
 * settled stays as it is and is reported at the end, after all the others. Returns how many.
 */
export async function settleBraked(database: Database): Promise<number> {
  const failures = new Map<string, unknown>();
  let count = 0;
  let limit = atOnce;
  for (;;) {
    let taken: readonly Settled[] = [];
    try {
      await database.within(platformScope, async (db) => {
        const values = [limit, plainArray([...failures.keys()])];
        taken = await db.rows<Settled>('select * from brake_settle($1, $2::uuid[])', values);
        await carryOut(db, taken);
      });
    } catch (error) {
      const [first, ...others] = taken;
      if (!first) throw error;
      // One of them cannot be settled: until it is found, they go one by one.
      if (others.length === 0) failures.set(first.payment_id, error);
      limit = others.length === 0 ? atOnce : 1;
      continue;
    }
    count += taken.length;
    if (taken.length < limit) break;
  }
  if (failures.size > 0) {
    const ids = [...failures.keys()].join(', ');
    throw new AggregateError(failures.values(), `Payouts of a brake could not be settled: ${ids}`);
  }
  return count;
}

async function carryOut(db: Db, settled: readonly Settled[]): Promise<void> {
  await cancel(
    db,
    settled.flatMap(({ outcome, payment_id }) => (outcome === 'cancelled' ? payment_id : [])),
  );
  await writeSteps(db, settled.flatMap(stepOf));
}

const cancellation = failing(
  'BRAKE_CANCELLED',
  'Cancelled by the provider after a check of payouts',
);

/** They fail, and what they hold is free again. brake_settle has locked them and found them pending. */
async function cancel(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const payments = await lockPayments(db, ids);
  const at = new Date(databaseNow());
  await endPayments(
    db,
    payments.map((payment) => ({ payment, plan: cancellation })),
    at,
  );
  const reason = 'Cancelled by the provider after a check of payouts';
  const finishes = payments.map((payment) => failure(payment, reason, at));
  const outcomes = await finishAll(db, finishes);
  for (const [index, finish] of finishes.entries()) requireFinished(finish, outcomes[index]);
}

const titles: Record<Settled['outcome'], string> = {
  cancelled: 'Two people cancelled it after a check of payouts: the held money is free again',
  released: 'Two people released it from the payout brake',
  resumed: 'The payout brake ended, so it goes on',
};

/** Nothing about what was decided meanwhile, or waits for something else. */
function stepOf(settled: Settled): Step[] {
  const { company_id: companyId, payment_id: paymentId, outcome, goes_on: goesOn } = settled;
  const isCancelled = outcome === 'cancelled';
  if (!isCancelled && !goesOn) return [];
  const kind = isCancelled ? 'failed' : 'held';
  return [{ companyId, paymentId, kind, title: titles[outcome], isGood: !isCancelled }];
}
