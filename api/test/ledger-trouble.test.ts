import { beforeAll, describe, expect, it } from 'vitest';
import type { Database, Db } from '../src/db/database.ts';
import { DatabaseUnavailable, sqlState } from '../src/db/database-errors.ts';
import { platformScope } from '../src/db/scope.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { createLedger } from '../src/ledger/ledger.ts';
import { postAll } from '../src/ledger/posting.queries.ts';
import type { Posting } from '../src/ledger/posting.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createAccount } from './factories.ts';
import { move, type Target } from './movements.ts';
import { createTargets } from './promises.ts';

let test: TestDatabase;
let mine: Target;
let other: Target;
beforeAll(async () => {
  test = await createTestDatabase();
  [mine, other] = (await createTargets(test.owner, 2)) as [Target, Target];
  await createLedger(test.database).post(move(mine, 100_000n));
});

const hold = (target: Target, amount: bigint): Posting => ({
  ...move(target, -amount),
  legs: [],
  hold: amount,
});

/** Commits and then loses the answer, the given number of times. */
function losingAnswers(times: number): Database {
  let lost = 0;
  const rows: Db['rows'] = async (sql, values, name) => {
    const answer = await test.database.unscoped.rows(sql, values, name);
    if (lost++ < times) throw new DatabaseUnavailable(new Error('The line went dead'));
    return answer as never;
  };
  return { ...test.database, unscoped: { ...test.database.unscoped, rows } };
}

async function balanceOf(target: Target): Promise<bigint> {
  const row = await test.owner.row<{ balance: string }>(
    'select balance from accounts where id = $1',
    [target.accountId],
  );
  return BigInt(row?.balance ?? -1);
}

describe('a lost answer', () => {
  it('is retried, and the caller learns that its own posting succeeded', async () => {
    const before = await balanceOf(mine);
    const posting = move(mine, 100n);
    const outcome = await createLedger(losingAnswers(2)).post(posting);
    expect(outcome).toMatchObject({ status: 'completed', replayed: false });
    expect(await createLedger(test.database).post(posting)).toEqual({ ...outcome, replayed: true });
    expect(await balanceOf(mine)).toBe(before + 100n);
  });

  it('only the caller that finished the transaction is told that it changed', async () => {
    const { transactionId } = await createLedger(test.database).post(hold(mine, 50n));
    const { companyId, accountId } = mine;
    const finish = {
      companyId,
      accountId,
      transactionId: transactionId ?? '',
      to: 'completed',
      legs: move(mine, -50n).legs,
    } as const;
    const done = { status: 'completed', reason: null };
    expect(await createLedger(losingAnswers(2)).finish(finish)).toEqual({ ...done, changed: true });
    expect(await createLedger(test.database).finish(finish)).toEqual({ ...done, changed: false });
  });

  it('is given up after a few retries', async () => {
    await expect(createLedger(losingAnswers(99)).post(move(mine, 1n))).rejects.toThrow(
      DatabaseUnavailable,
    );
  });
});

it('stores a key once when two servers post it to different accounts concurrently', async () => {
  const [one] = (await createTargets(test.owner, 1)) as [Target];
  const two = { ...one, accountId: await createAccount(test.owner, one.companyId) };
  const servers = [createLedger(test.database), createLedger(test.database)] as const;
  for (let round = 0; round < 20; round++) {
    const key = `shared ${round}`;
    const outcomes = await Promise.all([
      servers[0].post(move(one, 10n, { key })),
      servers[1].post(move(two, 10n, { key })),
    ]);
    expect(new Set(outcomes.map(({ reason }) => reason))).toEqual(new Set([null, 'key_reused']));
  }
  expect((await balanceOf(one)) + (await balanceOf(two))).toBe(200n);
});

describe('a failing posting', () => {
  it('does not delay others, whether sent with it or after it', async () => {
    const ledger = createLedger(test.database);
    let letGo = (): void => {};
    const released = new Promise<void>((resolve) => (letGo = resolve));
    let hasLock = (): void => {};
    const locked = new Promise<void>((resolve) => (hasLock = resolve));
    const holding = test.asOwner(async (db) => {
      await db.rows('select 1 from accounts where id = $1 for update', [mine.accountId]);
      hasLock();
      await released;
    });
    await locked;
    const stuck = ledger.post(move(mine, 1n)).catch((error: unknown) => sqlState(error));
    const others = await Promise.all([ledger.post(move(other, 1n)), ledger.post(move(other, 2n))]);
    const later = await ledger.post(move(other, 3n));
    expect([...others, later].map(({ status }) => status)).toEqual(Array(3).fill('completed'));
    expect(await stuck).toBe('55P03');
    letGo();
    await holding;
  });

  it.each([
    ['a date that is none', { at: new Date('nonsense') }],
    ['a date before there were any', { at: new Date(-1) }],
  ])('%s is refused alone', async (_, wrong) => {
    const ledger = createLedger(test.database);
    const [bad, good] = await Promise.allSettled([
      ledger.post(move(mine, 1n, wrong)),
      ledger.post(move(mine, 1n)),
    ]);
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
  });
});

it('no company waits for another that has not committed yet', async () => {
  const waits: Promise<unknown>[] = [];
  let letGo = (): void => {};
  const open = new Promise<void>((resolve) => (letGo = resolve));
  // More open transactions than the platform figures have shards.
  const targets = await createTargets(test.owner, 11);
  let posted = 0;
  for (const target of targets) {
    waits.push(
      test.database.within(platformScope, async (db) => {
        const [outcome] = await postAll(db, [move(target, 5n)]);
        expect(outcome?.status).toBe('completed');
        if (++posted === targets.length) letGo();
        await open;
      }),
    );
  }
  await Promise.all(waits);
  expect(await test.database.within(platformScope, findViolations, 'ledger check')).toEqual([]);
});

describe('the database', () => {
  const refusedWith = async (posting: Posting): Promise<string | undefined> =>
    createLedger(test.database)
      .post(posting)
      .then(
        () => 'posted',
        (error: unknown) => sqlState(error),
      );

  it.each<[string, () => Posting]>([
    ['a credit that takes', () => ({ ...move(mine, -5n), type: 'credit' })],
    ['a debit that gives', () => ({ ...move(mine, 5n), type: 'debit' })],
    ['a credit of more than it says', () => ({ ...move(mine, 5n), amount: 4n })],
    ['a debit of less than it says', () => ({ ...move(mine, -5n), amount: 6n })],
    [
      'one that leaves its own account alone',
      () => ({
        ...move(mine, 5n),
        legs: [
          { accountId: mine.settlement, amount: -5n },
          { accountId: other.settlement, amount: 5n },
        ].map((leg, index) => (index ? { ...leg, accountId: feesOfMine } : leg)),
      }),
    ],
  ])('refuses %s', async (_, posting) => {
    const row = await test.owner.row<{ id: string }>(
      "select id from accounts where company_id = $1 and kind = 'fees'",
      [mine.companyId],
    );
    feesOfMine = row?.id ?? '';
    expect(await refusedWith(posting())).toBe('22023');
  });
  let feesOfMine = '';

  it('refuses a reversal that is not the exact opposite', async () => {
    const { transactionId } = await createLedger(test.database).post(move(mine, 700n));
    const half = move(mine, -350n, { amount: 700n, reversalOf: transactionId ?? '' });
    expect(await refusedWith(half)).toBe('22023');
  });

  it('refuses a finish that exceeds the hold, leaves the company, or has no account', async () => {
    const ledger = createLedger(test.database);
    const { transactionId } = await ledger.post(hold(mine, 50n));
    const { companyId, accountId } = mine;
    const finish = {
      companyId,
      accountId,
      transactionId: transactionId ?? '',
      to: 'completed',
    } as const;
    const legsTo = (target: string, amount: bigint) => [
      { accountId, amount: -amount },
      { accountId: target, amount },
    ];
    const attempts = [
      legsTo(mine.settlement, 51n),
      legsTo(other.settlement, 50n),
      legsTo(uuidV7(), 50n),
    ].map((legs) =>
      ledger.finish({ ...finish, legs }).then(
        () => 'finished',
        (error: unknown) => sqlState(error),
      ),
    );
    expect(await Promise.all(attempts)).toEqual(['22023', '23503', '23503']);
  });

  it('refuses a customer account that may be overdrawn', async () => {
    const { companyId } = mine;
    const scope = { platform: false, companyId, userId: null };
    const opened = test.database.within(scope, (db) =>
      db.rows(
        `insert into accounts (id, company_id, floor, name, number, type_code)
         values ($1, $2, -100, 'x', 'x', 1)`,
        [uuidV7(), companyId],
      ),
    );
    await expect(opened).rejects.toThrow('accounts_floor_kind');
  });

  it('refuses accounts out of order', async () => {
    const shuffled = move(mine, 5n, {
      legs: [
        { accountId: mine.settlement, amount: -5n },
        { accountId: mine.accountId.toUpperCase(), amount: 5n },
      ],
    });
    // Two spellings of one id are two accounts to the caller and one to the database.
    expect(await refusedWith(shuffled)).toBe('22023');
  });
});

it('a reversed transaction does not count in the figures', async () => {
  const [target] = await createTargets(test.owner, 1);
  const ledger = createLedger(test.database);
  const { transactionId } = await ledger.post(move(target!, 9_000n));
  await ledger.post(move(target!, -9_000n, { reversalOf: transactionId ?? '' }));
  const rows = await test.owner.rows(
    'select type, count::int, amount::int, moved::int from company_figures where company_id = $1 order by type',
    [target!.companyId],
  );
  expect(rows).toEqual([
    { type: 'credit', count: 1, amount: 0, moved: 9_000 },
    { type: 'debit', count: 1, amount: 0, moved: -9_000 },
  ]);
  expect(await test.database.within(platformScope, findViolations, 'ledger check')).toEqual([]);
});
