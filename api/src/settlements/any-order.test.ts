import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { decide, openSettlementDesk, type SettlementDesk } from '../../test/settlements.ts';
import { checkLedger } from '../ledger/check.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await test.owner.rows('update platform_settings set settlement_fee = 50000');
});

const acts = ['ask', 'cancel', 'batch', 'approve', 'reject', 'pay', 'payAll', 'return'] as const;
/** `which` chooses among what there is; `times` at once, as by a double click or a retry. */
const step = fc.record({
  act: fc.constantFrom(...acts),
  which: fc.nat(20),
  times: fc.constantFrom(1, 1, 2),
});

interface World {
  readonly desk: SettlementDesk;
  readonly settlements: string[];
  readonly batches: { readonly id: string; readonly approvalId: string }[];
}

async function take(world: World, { act, which }: { act: string; which: number }): Promise<void> {
  const { desk, settlements, batches } = world;
  const id = settlements[which % Math.max(settlements.length, 1)] ?? '';
  const batch = batches[which % Math.max(batches.length, 1)];
  if (act === 'ask') {
    const { status, body } = await desk.ask((which + 1) * 10_000);
    if (status === 200) settlements.push(body.data.id);
  } else if (act === 'batch' && id) {
    const { status, body } = await desk.batch(id);
    if (status === 200) batches.push(body.data);
  } else if (act === 'cancel' && id) await desk.cancel(id);
  else if (act === 'pay' && id) await desk.pay(id);
  else if (act === 'return' && id) {
    const { body } = await desk.giveBack(id);
    const meta = body.meta as { approvalId: string | null } | undefined;
    if (meta?.approvalId) await decide(test, desk.second, meta.approvalId);
  } else if (act === 'payAll' && batch) {
    const path = `/SettlementBatches/${batch.id}/paid`;
    await test.call(desk.clerk, 'POST', path, { bankReference: 'ALL' });
  } else if ((act === 'approve' || act === 'reject') && batch) {
    await decide(test, desk.second, batch.approvalId, act);
  }
}

/** What the account must have lost and hold, by the states alone. */
async function expectedOf({ desk, settlements }: World) {
  const rows = await test.owner.rows<{ state: string; cost: string }>(
    'select state, (amount + fee) / 100 as cost from settlements where id = any($1::uuid[])',
    [settlements],
  );
  const sum = (...states: string[]) =>
    rows
      .filter(({ state }) => states.includes(state))
      .reduce((total, { cost }) => total + Number(cost), 0);
  return {
    now: await desk.balance(),
    expected: { balance: 1_000_000 - sum('paid'), held: sum('requested', 'batched') },
  };
}

it('in any order of acts the ledger balances, and each settlement ends once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const world: World = { desk: await openSettlementDesk(test), settlements: [], batches: [] };
      for (const { times, ...one } of steps) {
        await Promise.all(Array.from({ length: times }, () => take(world, one)));
      }
      const { now, expected } = await expectedOf(world);
      expect(now).toEqual(expected);
    }),
    { numRuns: 12 },
  );
  expect((await checkLedger(test.database)).violations).toEqual([]);
}, 120_000);
