import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTarget, move, postNow, readDays, type Target } from '../../test/movements.ts';
import { platformScope } from '../db/scope.ts';
import { postWithAdvance } from './advances.ts';
import { findViolations } from './invariants.ts';
import { finishAll, postAll } from './posting.queries.ts';
import type { Leg, Posting } from './posting.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});

const firstDay = Date.parse('2026-03-01T09:00:00Z');
const dayOf = (day: number): Date => new Date(firstDay + day * 86_400_000);
const violations = () => test.database.within(platformScope, findViolations, 'ledger check');

const daysOf = (target: Target) => readDays(test.owner, target);
const post = (posting: Posting) => postNow(test.owner, posting);

it('a reversal on a later day leaves its own day without an amount', async () => {
  const target = await createTarget(test.owner);
  await post(move(target, 1_000n, { at: dayOf(0) }));
  const wrong = await post(move(target, -400n, { at: dayOf(0) }));
  await post(move(target, -50n, { at: dayOf(3) }));
  await post(move(target, 400n, { at: dayOf(3), reversalOf: wrong, kind: 'reversal' }));
  expect(await daysOf(target)).toEqual([
    { day: '2026-03-01', type: 'credit', count: 1, amount: 1_000, left_out: 0 },
    { day: '2026-03-01', type: 'debit', count: 1, amount: 0, left_out: 1 },
    { day: '2026-03-04', type: 'credit', count: 1, amount: 0, left_out: 1 },
    { day: '2026-03-04', type: 'debit', count: 1, amount: 50, left_out: 0 },
  ]);
  expect(await violations()).toEqual([]);
});

type Act =
  | { do: 'move'; amount: number }
  | { do: 'wait'; amount: number }
  | { do: 'finish'; which: number; to: 'completed' | 'failed' }
  | { do: 'reverse'; which: number };

const which = fc.nat(1_000);
const amount = fc.oneof(fc.integer({ min: -900, max: -1 }), fc.integer({ min: 1, max: 900 }));
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('move'), amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait'), amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('finish'),
      which,
      to: fc.constantFrom('completed', 'failed'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('reverse'), which }) },
) as fc.Arbitrary<Act>;
/** Days pass between acts. */
const story = fc.array(fc.record({ act, days: fc.nat(2) }), { minLength: 5, maxLength: 30 });

interface Done {
  readonly id: string;
  readonly posting: Posting;
}

/** One company's transactions, as far as they can still be finished or reversed. */
class Acts {
  private readonly target: Target;
  private waiting: Done[] = [];
  private completed: Done[] = [];

  constructor(target: Target) {
    this.target = target;
  }

  async play(current: Act, at: Date): Promise<void> {
    if (current.do === 'move') await this.cover(move(this.target, BigInt(current.amount), { at }));
    else if (current.do === 'wait') await this.wait(BigInt(current.amount), at);
    else if (current.do === 'finish') await this.finish(current.which, current.to, at);
    else await this.reverse(current.which, at);
  }

  /** What an account lacks is advanced, so that every debit and reversal succeeds. */
  private async cover(posting: Posting): Promise<void> {
    const { transactionId, status } = await test.database.within(platformScope, (db) =>
      postWithAdvance(db, posting),
    );
    expect(status).toBe('completed');
    this.completed.push({ id: transactionId ?? '', posting });
  }

  private async wait(size: bigint, at: Date): Promise<void> {
    const posting = move(this.target, size, { at });
    const hold = size < 0n ? -size : 0n;
    const [outcome] = await postAll(test.owner, [{ ...posting, legs: [], hold }]);
    if (outcome?.status === 'pending') this.waiting.push({ id: outcome.transactionId, posting });
  }

  private async finish(which: number, to: 'completed' | 'failed', at: Date): Promise<void> {
    const [done] = this.waiting.splice(which % Math.max(1, this.waiting.length), 1);
    if (!done) return;
    const { companyId, accountId, legs } = done.posting;
    const moved: readonly Leg[] = to === 'failed' ? [] : legs;
    await finishAll(test.owner, [
      { companyId, accountId, transactionId: done.id, to, legs: moved, at },
    ]);
    if (to === 'completed') this.completed.push(done);
  }

  private async reverse(which: number, at: Date): Promise<void> {
    const [done] = this.completed.splice(which % Math.max(1, this.completed.length), 1);
    if (!done) return;
    const { type, amount: size } = done.posting;
    const opposite = type === 'credit' ? -size : size;
    await this.cover(move(this.target, opposite, { at, reversalOf: done.id, kind: 'reversal' }));
  }
}

it('no figure of a day is below zero, whatever is posted, finished and reversed', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const acts = new Acts(await createTarget(test.owner));
      let day = 0;
      for (const { act: current, days } of steps) {
        day += days;
        await acts.play(current, dayOf(day));
        await expectNothingBelowZero();
      }
    }),
    { numRuns: 40, endOnFailure: true },
  );
  expect(await violations()).toEqual([]);
});

async function expectNothingBelowZero(): Promise<void> {
  const below = await test.owner.rows(
    `select day::text, type, status, count, amount, left_out from company_day_figures
     where count < 0 or amount < 0 or left_out < 0 or left_out > count
     union all
     select day::text, type, status, sum(count), sum(amount), sum(left_out)
     from platform_day_figures group by day, type, status
     having least(sum(count), sum(amount), sum(left_out)) < 0 or sum(left_out) > sum(count)`,
  );
  expect(below).toEqual([]);
}
