import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { platformScope } from '../src/db/scope.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { postWithAdvance } from '../src/ledger/advances.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { createLedger, type Ledger } from '../src/ledger/ledger.ts';
import type { Finish, Posting } from '../src/ledger/posting.ts';
import { systemAccountsOf } from '../src/ledger/system-accounts.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createAccount, createCompany } from './factories.ts';
import { LedgerModel } from './ledger-model.ts';

const runs = 300;
const commandsPerRun = 100;

let test: TestDatabase;
let ledger: Ledger;

beforeAll(async () => {
  test = await createTestDatabase();
  ledger = createLedger(test.database);
});

/**
 * The next command; accounts and earlier transactions are chosen by a number modulo their count.
 */
type Command =
  | { do: 'move'; from: number; to: number; amount: number; fee: number }
  | { do: 'hold'; on: number; amount: number }
  | { do: 'await'; on: number; amount: number }
  | { do: 'reverse'; which: number }
  | { do: 'replay'; which: number }
  | { do: 'reuse'; which: number; amount: number }
  | { do: 'stranger'; amount: number };
type Step =
  | { kind: 'post'; commands: Command[] }
  | { kind: 'finish'; which: number[]; to: 'completed' | 'failed' }
  | { kind: 'advance'; command: Command }
  | { kind: 'switch'; account: number; isActive: boolean };

const index = fc.nat(1_000);
const amount = fc.integer({ min: 1, max: 5_000 });
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('move'),
      from: index,
      to: index,
      amount,
      fee: fc.nat(50),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold'), on: index, amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('await'), on: index, amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reverse'), which: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replay'), which: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reuse'), which: index, amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stranger'), amount }) },
) as fc.Arbitrary<Command>;
/** What may have happened outside, so that no lack of funds stops it. */
const happened: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    do: fc.constant('move'),
    from: fc.integer({ min: 1, max: 3 }),
    to: fc.constant(0),
    amount,
    fee: fc.nat(50),
  }),
  fc.record({ do: fc.constant('reverse'), which: index }),
  fc.record({ do: fc.constant('replay'), which: index }),
) as fc.Arbitrary<Command>;
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('post'),
      commands: fc.array(command, { minLength: 1, maxLength: 20 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('finish'),
      which: fc.array(index, { minLength: 1, maxLength: 5 }),
      to: fc.constantFrom('completed', 'failed'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('advance'), command: happened }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('switch'), account: index, isActive: fc.boolean() }),
  },
) as fc.Arbitrary<Step>;

function sizeOf(current: Step): number {
  if (current.kind === 'post') return current.commands.length;
  return current.kind === 'finish' ? current.which.length : 1;
}

/** Steps until there are enough commands. */
const story = fc
  .array(step, { minLength: 60, maxLength: 60, size: 'max' })
  .map((steps) => {
    let count = 0;
    return steps.filter((current) => (count += sizeOf(current)) <= commandsPerRun * 1.2);
  })
  .filter((steps) => steps.reduce((sum, current) => sum + sizeOf(current), 0) >= commandsPerRun);

async function createModel(): Promise<LedgerModel> {
  const companyId = await createCompany(test.owner);
  const customers: string[] = [];
  for (let number = 0; number < 3; number++) {
    customers.push(await createAccount(test.owner, companyId));
  }
  const { settlement, fees } = await systemAccountsOf(test.owner, companyId);
  return new LedgerModel(companyId, customers, settlement, fees);
}

function postingOf(model: LedgerModel, current: Command): Posting | null {
  switch (current.do) {
    case 'move':
      return model.movement(current.from, current.to, BigInt(current.amount), BigInt(current.fee));
    case 'hold':
      return model.pending(current.on, 'debit', BigInt(current.amount));
    case 'await':
      return model.pending(current.on, 'credit', BigInt(current.amount));
    case 'reverse':
      return model.reversal(current.which);
    case 'replay':
      return model.earlier(current.which);
    case 'reuse': {
      const earlier = model.earlier(current.which);
      return earlier && { ...earlier, description: `Something else, ${current.amount}` };
    }
    case 'stranger': {
      const posting = model.movement(0, 1, BigInt(current.amount), 0n);
      return { ...posting, accountId: uuidV7() };
    }
  }
}

/** Posts concurrently what may be posted concurrently: no key twice. */
async function postTogether(model: LedgerModel, commands: readonly Command[]): Promise<void> {
  const postings = new Map<string, Posting>();
  for (const current of commands) {
    const posting = postingOf(model, current);
    if (posting && !postings.has(posting.key)) postings.set(posting.key, posting);
  }
  const together = [...postings.values()];
  const expected = together.map((posting) => model.post(posting));
  const outcomes = await Promise.all(together.map((posting) => ledger.post(posting)));
  expect(outcomes.map(({ status, reason, replayed }) => ({ status, reason, replayed }))).toEqual(
    expected,
  );
  for (const [position, outcome] of outcomes.entries()) {
    model.learn(together[position]!.key, outcome.transactionId);
  }
}

async function postAdvanced(model: LedgerModel, command: Command): Promise<void> {
  const posting = postingOf(model, command);
  if (!posting || posting.hold !== undefined) return;
  const expected = model.postWithAdvance(posting);
  const outcome = await test.database.within(platformScope, (db) => postWithAdvance(db, posting));
  const { status, reason, replayed } = outcome;
  expect({ status, reason, replayed }).toEqual(expected);
  model.learn(posting.key, outcome.transactionId);
}

async function finishTogether(
  model: LedgerModel,
  which: readonly number[],
  to: Finish['to'],
): Promise<void> {
  const finishes = new Map<string, Finish>();
  for (const number of which) {
    const finish = model.finishing(number, to);
    if (finish) finishes.set(finish.transactionId, finish);
  }
  const together = [...finishes.values()];
  const expected = together.map((finish) => model.finish(finish));
  expect(await Promise.all(together.map((finish) => ledger.finish(finish)))).toEqual(expected);
}

async function compare(model: LedgerModel): Promise<void> {
  const rows = await test.owner.rows<{ id: string; kind: string; balance: string; held: string }>(
    'select id, kind, balance, held from accounts where company_id = $1',
    [model.companyId],
  );
  if (!rows.some(({ kind }) => kind === 'receivable')) expect(model.debt).toBe(0n);
  for (const { id, kind, balance, held } of rows) {
    expect({ id, balance: BigInt(balance), held: BigInt(held) }).toEqual({
      id,
      balance: kind === 'receivable' ? -model.debt : model.balanceOf(id),
      held: model.heldOn(id),
    });
  }
  const counted = await test.owner.row<{ count: number }>(
    'select count(*)::int as count from transactions where company_id = $1',
    [model.companyId],
  );
  expect(counted?.count).toBe(model.storedCount);
}

it(
  `the ledger agrees with a model, ${runs} times over ${commandsPerRun} commands`,
  { timeout: 300_000 },
  async () => {
    const seed = Date.now() & 0x7fffffff;
    console.log(`ledger model: seed ${seed}`);
    await fc.assert(
      fc.asyncProperty(story, async (steps) => {
        const model = await createModel();
        for (const current of steps) {
          if (current.kind === 'post') await postTogether(model, current.commands);
          else if (current.kind === 'finish')
            await finishTogether(model, current.which, current.to);
          else if (current.kind === 'advance') await postAdvanced(model, current.command);
          else {
            const id = model.switch(current.account, current.isActive);
            await test.owner.rows('update accounts set is_active = $2 where id = $1', [
              id,
              current.isActive,
            ]);
          }
        }
        await compare(model);
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
    expect(await test.database.within(platformScope, findViolations, 'ledger check')).toEqual([]);
  },
);
