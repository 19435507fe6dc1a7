import { beforeAll, expect, it } from 'vitest';
import { sqlState } from '../src/db/database-errors.ts';
import { platformScope } from '../src/db/scope.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { lockAccounts, postWithAdvance } from '../src/ledger/advances.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { createLedger } from '../src/ledger/ledger.ts';
import type { Posting } from '../src/ledger/posting.ts';
import { postAll } from '../src/ledger/posting.queries.ts';
import { systemAccountsOf } from '../src/ledger/system-accounts.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createAccount, createCompany } from './factories.ts';

let test: TestDatabase;
/** Each acts as one server: with its own queue, or posting inside its own transactions. */
let servers: ((posting: Posting) => Promise<{ status: string; replayed: boolean }>)[];

beforeAll(async () => {
  test = await createTestDatabase();
  const queues = Array.from({ length: 3 }, () => createLedger(test.database));
  servers = [
    ...queues.map((ledger) => ledger.post),
    inLanes(async (posting) => {
      const [outcome] = await test.database.within(platformScope, (db) => postAll(db, [posting]));
      return outcome!;
    }),
  ];
});

/**
 * Limits concurrent calls to a few times the pool size. With all 2,000 at once on a busy machine,
 * the last ones would time out waiting for a connection.
 */
function inLanes<In, Out>(act: (input: In) => Promise<Out>): (input: In) => Promise<Out> {
  const lanes = Array.from({ length: 40 }, () => Promise.resolve());
  let next = 0;
  return (input) => {
    const lane = next++ % lanes.length;
    const result = lanes[lane]!.then(() => untilLocked(() => act(input)));
    lanes[lane] = result.then(
      () => {},
      () => {},
    );
    return result;
  };
}

/** On a slow machine a lock may take longer than the ledger waits for it; its callers try again. */
async function untilLocked<Out>(act: () => Promise<Out>): Promise<Out> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (sqlState(error) !== '55P03') throw error;
    }
  }
}

async function createWorld(balance: bigint) {
  const companyId = await createCompany(test.owner);
  const accountId = await createAccount(test.owner, companyId, { balance });
  const { settlement } = await systemAccountsOf(test.owner, companyId);
  const move = (amount: bigint, key: string): Posting => ({
    companyId,
    accountId,
    type: amount < 0n ? 'debit' : 'credit',
    amount: amount < 0n ? -amount : amount,
    legs: [
      { accountId, amount },
      { accountId: settlement, amount: -amount },
    ],
    kind: 'race',
    key,
    description: 'A race',
  });
  return { companyId, accountId, move };
}

async function balanceOf(accountId: string): Promise<bigint> {
  const row = await test.owner.row<{ balance: string }>(
    'select balance from accounts where id = $1',
    [accountId],
  );
  return BigInt(row?.balance ?? -1);
}

const violations = () => test.database.within(platformScope, findViolations, 'ledger check');

it('exactly 10 of 200 concurrent debits succeed when funds suffice for 10', async () => {
  const world = await createWorld(10_000n);
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, n) => servers[n % 4]!(world.move(-1_000n, uuidV7()))),
  );
  expect(outcomes.filter((outcome) => outcome.status === 'completed')).toHaveLength(10);
  expect(await balanceOf(world.accountId)).toBe(0n);
  expect(await violations()).toEqual([]);
});

it('moves money once for each of 200 keys sent 50 times at once', { timeout: 60_000 }, async () => {
  const world = await createWorld(0n);
  const keys = Array.from({ length: 200 }, () => uuidV7());
  const sent = Array.from({ length: 50 }, (_, n) =>
    // The last server has few connections, so it gets a smaller share.
    keys.map((key, k) => servers[n % 10 === 0 ? 3 : (n + k) % 3]!(world.move(100n, key))),
  );
  const outcomes = await Promise.all(sent.flat());
  expect(outcomes.every((outcome) => outcome.status === 'completed')).toBe(true);
  expect(outcomes.filter((outcome) => !outcome.replayed)).toHaveLength(200);
  expect(await balanceOf(world.accountId)).toBe(20_000n);
  expect(await violations()).toEqual([]);
});

it('servers that post across the same accounts never deadlock', { timeout: 60_000 }, async () => {
  const companyId = await createCompany(test.owner);
  const accounts: string[] = [];
  for (let n = 0; n < 6; n++) {
    accounts.push(await createAccount(test.owner, companyId, { balance: 1_000n }));
  }
  const transfer = (n: number): Posting => {
    const from = accounts[n % 6]!;
    const to = accounts[(n * 5 + 1 + (n % 5)) % 6]!;
    return {
      companyId,
      accountId: from,
      type: 'debit',
      amount: 1n,
      legs: [
        { accountId: from, amount: -1n },
        { accountId: to === from ? accounts[(n + 1) % 6]! : to, amount: 1n },
      ],
      kind: 'race',
      key: uuidV7(),
      description: 'Around and around',
    };
  };
  const outcomes = await Promise.all(
    Array.from({ length: 2_000 }, (_, n) => servers[n % 4]!(transfer(n))),
  );
  expect(outcomes.every((outcome) => outcome.status === 'completed')).toBe(true);
  const sum = await Promise.all(accounts.map(balanceOf));
  expect(sum.reduce((total, balance) => total + balance, 0n)).toBe(6_000n);
  expect(await violations()).toEqual([]);
});

it(
  'advances and repayments on all accounts of a company never deadlock',
  { timeout: 60_000 },
  async () => {
    const companyId = await createCompany(test.owner);
    const accounts: string[] = [];
    for (let n = 0; n < 4; n++) accounts.push(await createAccount(test.owner, companyId));
    const { clearing, fees } = await systemAccountsOf(test.owner, companyId);
    const networks = [...clearing.values()];
    const move = (n: number, amount: bigint): Posting => {
      const accountId = accounts[n % 4]!;
      const isIn = amount > 0n;
      return {
        companyId,
        accountId,
        type: isIn ? 'credit' : 'debit',
        amount: isIn ? amount : -amount,
        legs: [
          { accountId, amount: amount - 1n },
          { accountId: networks[(n >> 2) % networks.length]!, amount: -amount },
          { accountId: fees, amount: 1n },
        ],
        kind: 'race',
        key: uuidV7(),
        description: 'In and out',
      };
    };
    const advancing = inLanes((posting: Posting) =>
      test.database.within(platformScope, (db) => postWithAdvance(db, posting)),
    );
    // As in settling: two calls in one transaction, with all locks taken before.
    const together = inLanes((postings: [Posting, Posting]) =>
      test.database.within(platformScope, async (db) => {
        await lockAccounts(
          db,
          postings.flatMap(({ legs }) => legs.map(({ accountId }) => accountId)),
        );
        const [first] = await postAll(db, [postings[0]]);
        const [second] = await postAll(db, [postings[1]]);
        return first?.status === 'completed' ? second! : first!;
      }),
    );
    const before = await deadlocks();
    const outcomes = await Promise.all(
      Array.from({ length: 1_200 }, (_, n) => {
        if (n % 3 === 0) return advancing(move(n * 7, -50n));
        if (n % 6 === 1) return together([move(n * 5, 10n), move(n * 5 + 1, 21n)]);
        return servers[n % 4]!(move(n * 5, 30n));
      }),
    );
    expect(outcomes.every((outcome) => outcome.status === 'completed')).toBe(true);
    expect(await deadlocks()).toBe(before);
    const sums = await test.owner.row<{ money: string; debt: string }>(
      `select coalesce(sum(balance) filter (where kind = 'customer'), 0)::text as money,
       coalesce(-sum(balance) filter (where kind = 'receivable'), 0)::text as debt
     from accounts where company_id = $1`,
      [companyId],
    );
    expect(BigInt(sums!.money) - BigInt(sums!.debt)).toBe(800n * 29n - 400n * 51n);
    expect(await violations()).toEqual([]);
  },
);

/** Those that the database had to break; the callers' retries hide them. */
async function deadlocks(): Promise<number> {
  await test.owner.rows('select pg_stat_clear_snapshot()');
  const row = await test.owner.row<{ count: number }>(
    'select deadlocks::int as count from pg_stat_database where datname = current_database()',
  );
  return row?.count ?? -1;
}
