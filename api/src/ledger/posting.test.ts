import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { sqlState } from '../db/database-errors.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { findViolations } from './invariants.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { finishAll, postAll } from './posting.queries.ts';
import type { Posting } from './posting.ts';
import { systemAccountsOf } from './system-accounts.ts';

let test: TestDatabase;
let ledger: Ledger;

beforeAll(async () => {
  test = await createTestDatabase();
  ledger = createLedger(test.database);
});

interface World {
  readonly companyId: string;
  readonly account: string;
  readonly settlement: string;
}

async function createWorld(balance = 0n): Promise<World> {
  const companyId = await createCompany(test.owner);
  const account = await createAccount(test.owner, companyId, { balance });
  const { settlement } = await systemAccountsOf(test.owner, companyId);
  return { companyId, account, settlement };
}

/** A credit, or a debit with a negative amount. */
function move(world: World, amount: bigint, more: Partial<Posting> = {}): Posting {
  const size = amount < 0n ? -amount : amount;
  return {
    companyId: world.companyId,
    accountId: world.account,
    type: amount < 0n ? 'debit' : 'credit',
    amount: size,
    legs: [
      { accountId: world.settlement, amount: -amount },
      { accountId: world.account, amount },
    ],
    kind: 'test',
    key: uuidV7(),
    description: 'Moved by a test',
    ...more,
  };
}

function hold(world: World, amount: bigint, held = amount): Posting {
  return { ...move(world, -amount), legs: [], hold: held };
}

/** The id of the completed or pending transaction. */
async function posted(posting: Posting): Promise<string> {
  const outcome = await ledger.post(posting);
  if (outcome.status === 'failed') throw new Error(`Failed: ${outcome.reason}`);
  return outcome.transactionId;
}

async function stateOf(accountId: string): Promise<{ balance: bigint; held: bigint }> {
  const row = await test.owner.row<{ balance: string; held: string }>(
    'select balance, held from accounts where id = $1',
    [accountId],
  );
  return { balance: BigInt(row?.balance ?? -1), held: BigInt(row?.held ?? -1) };
}

const violations = () => test.database.within(platformScope, findViolations, 'ledger check');

describe('posting', () => {
  it('moves money and keeps every invariant', async () => {
    const world = await createWorld();
    const outcome = await ledger.post(move(world, 12_345n));
    expect(outcome).toMatchObject({ status: 'completed', reason: null, replayed: false });
    expect(await stateOf(world.account)).toEqual({ balance: 12_345n, held: 0n });
    expect(await stateOf(world.settlement)).toEqual({ balance: -12_345n, held: 0n });
    expect(await violations()).toEqual([]);
  });

  it('moves money along more than two legs', async () => {
    const world = await createWorld(10_000n);
    const { fees } = await systemAccountsOf(test.owner, world.companyId);
    const legs = [
      { accountId: world.account, amount: -5_100n },
      { accountId: world.settlement, amount: 5_000n },
      { accountId: fees, amount: 100n },
    ];
    const outcome = await ledger.post(move(world, -5_000n, { legs }));
    expect(outcome.status).toBe('completed');
    expect((await stateOf(world.account)).balance).toBe(4_900n);
    expect((await stateOf(fees)).balance).toBe(100n);
    expect(await violations()).toEqual([]);
  });

  it.each([
    ['an amount of zero', { amount: 0n, legs: [] }],
    ['a negative amount', { amount: -5n }],
    ['legs that do not sum to zero', { legs: [{ accountId: uuidV7(), amount: 1n }] }],
    ['no legs and no hold', { legs: [] }],
    ['legs and a hold', { hold: 5n }],
  ])('refuses %s before it reaches the database', async (_, wrong) => {
    const world = await createWorld(100n);
    await expect(ledger.post(move(world, 5n, wrong))).rejects.toThrow(RangeError);
    expect((await stateOf(world.account)).balance).toBe(100n);
  });

  it('fails a posting without sufficient funds and stores the failure under the key', async () => {
    const world = await createWorld(100n);
    const posting = move(world, -101n);
    const failed = { status: 'failed', reason: 'insufficient_funds' };
    const first = await ledger.post(posting);
    expect(first).toMatchObject({ ...failed, replayed: false });
    await ledger.post(move(world, 1_000n));
    expect(await ledger.post(posting)).toEqual({ ...first, replayed: true });
    expect((await stateOf(world.account)).balance).toBe(1_100n);
    expect(await violations()).toEqual([]);
  });

  it('fails on an inactive account, in either direction', async () => {
    const world = await createWorld(100n);
    await test.owner.rows('update accounts set is_active = false where id = $1', [world.account]);
    for (const amount of [5n, -5n]) {
      expect(await ledger.post(move(world, amount))).toMatchObject({
        status: 'failed',
        reason: 'inactive_account',
      });
    }
    expect((await stateOf(world.account)).balance).toBe(100n);
  });

  it('refuses accounts that do not exist or belong to another company', async () => {
    const world = await createWorld(100n);
    const other = await createWorld(100n);
    const strangers: Partial<Posting>[] = [
      { accountId: uuidV7() },
      { accountId: other.account },
      {
        legs: [
          { accountId: other.account, amount: -5n },
          { accountId: world.account, amount: 5n },
        ],
      },
      {
        legs: [
          { accountId: uuidV7(), amount: -5n },
          { accountId: world.account, amount: 5n },
        ],
      },
    ];
    for (const stranger of strangers) {
      const posting = move(world, 5n, stranger);
      expect(await ledger.post(posting)).toMatchObject({
        status: 'failed',
        reason: 'unknown_account',
      });
      // Not stored: the company has no account to store it on.
      const row = await test.owner.row('select 1 from transactions where key = $1', [posting.key]);
      expect(row).toBeUndefined();
    }
    expect((await stateOf(other.account)).balance).toBe(100n);
    expect(await violations()).toEqual([]);
  });

  it('answers each posting of a batch with its own outcome', async () => {
    const world = await createWorld(50n);
    const amounts = [-30n, -30n, 5n, -25n, -1n];
    const outcomes = await Promise.all(amounts.map((amount) => ledger.post(move(world, amount))));
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'completed',
      'failed',
      'completed',
      'completed',
      'failed',
    ]);
    expect((await stateOf(world.account)).balance).toBe(0n);
  });

  it('does not fail a posting because of another in its batch', async () => {
    const world = await createWorld(100n);
    // Too large for the column, which only the database detects.
    const impossible = move(world, 10n ** 19n);
    const [broken, fine] = await Promise.allSettled([
      ledger.post(impossible),
      ledger.post(move(world, 5n)),
    ]);
    expect(broken.status).toBe('rejected');
    expect(fine).toMatchObject({ status: 'fulfilled', value: { status: 'completed' } });
    expect((await stateOf(world.account)).balance).toBe(105n);
  });
});

describe('idempotency', () => {
  it('replays the same key and input, and refuses the same key with other input', async () => {
    const world = await createWorld();
    const posting = move(world, 500n);
    const first = await ledger.post(posting);
    expect(await ledger.post(posting)).toEqual({ ...first, replayed: true });
    for (const other of [{ description: 'Other' }, { reference: 'R' }, move(world, 600n)]) {
      expect(await ledger.post({ ...posting, ...other, key: posting.key })).toMatchObject({
        status: 'failed',
        reason: 'key_reused',
      });
    }
    expect((await stateOf(world.account)).balance).toBe(500n);
  });

  it('keys are separate per company', async () => {
    const [one, two] = [await createWorld(), await createWorld()];
    await ledger.post(move(one, 5n, { key: 'the same' }));
    await ledger.post(move(two, 5n, { key: 'the same' }));
    expect((await stateOf(one.account)).balance).toBe(5n);
    expect((await stateOf(two.account)).balance).toBe(5n);
  });
});

describe('reversal', () => {
  const reversal = (world: World, amount: bigint, reversalOf: string) =>
    move(world, -amount, { reversalOf, kind: 'reversal' });

  it('a failed reversal is not counted like the one that replaces it in the same call', async () => {
    const world = await createWorld();
    const reversalOf = await posted(move(world, 700n));
    await posted(move(world, -700n));
    // The first reversal lacks funds, then money comes in, and the second one succeeds.
    const outcomes = await postAll(test.owner, [
      reversal(world, 700n, reversalOf),
      move(world, 700n),
      reversal(world, 700n, reversalOf),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['failed', 'completed', 'completed']);
    expect(await violations()).toEqual([]);
  });

  it('a reversal that an old version miscounted is corrected by the migration', async () => {
    const world = await createWorld();
    const reversalOf = await posted(move(world, 700n));
    await posted(move(world, -700n));
    await postAll(test.owner, [
      reversal(world, 700n, reversalOf),
      move(world, 700n),
      reversal(world, 700n, reversalOf),
    ]);
    // What an older posting function left behind.
    await test.owner.rows(
      `select ledger_count(array[$1::uuid], array[kampala_day(now())], array['credit'::transaction_type],
         array['failed'::transaction_status], array[0], array[-700::bigint], array[0::bigint])`,
      [world.companyId],
    );
    expect(await violations()).toMatchObject([
      { invariant: 'the daily figures equal the transactions' },
    ]);
    const migration = await readFile(
      new URL('../../migrations/0008_failed_reversals.sql', import.meta.url),
      'utf8',
    );
    await test.owner.rows(migration.slice(migration.indexOf('-- Sets the figures right')));
    expect(await violations()).toEqual([]);
  });

  it('reverses a transaction once', async () => {
    const world = await createWorld();
    const transactionId = await posted(move(world, 700n));
    expect(await ledger.post(reversal(world, 700n, transactionId))).toMatchObject({
      status: 'completed',
    });
    expect((await stateOf(world.account)).balance).toBe(0n);
    expect(await ledger.post(reversal(world, 700n, transactionId))).toMatchObject({
      reason: 'already_reversed',
    });
    expect(await violations()).toEqual([]);
  });

  it('reverses once when requested concurrently from two servers', async () => {
    const world = await createWorld();
    const transactionId = await posted(move(world, 700n));
    await ledger.post(move(world, 10_000n));
    const servers = [ledger, createLedger(test.database), createLedger(test.database)];
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        servers[n % 3]!.post(reversal(world, 700n, transactionId)),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'completed')).toHaveLength(1);
    expect((await stateOf(world.account)).balance).toBe(10_000n);
  });

  it('can be retried after it failed for insufficient funds', async () => {
    const world = await createWorld();
    const transactionId = await posted(move(world, 700n));
    await ledger.post(move(world, -700n));
    expect(await ledger.post(reversal(world, 700n, transactionId))).toMatchObject({
      reason: 'insufficient_funds',
    });
    await ledger.post(move(world, 700n));
    expect(await ledger.post(reversal(world, 700n, transactionId))).toMatchObject({
      status: 'completed',
    });
  });

  it('accepts only completed transactions of the company', async () => {
    const world = await createWorld(100n);
    const other = await createWorld();
    const foreign = await posted(move(other, 5n));
    const pending = await posted(hold(world, 5n));
    for (const id of [uuidV7(), foreign, pending]) {
      expect(await ledger.post(reversal(world, 5n, id))).toMatchObject({
        reason: 'unknown_transaction',
      });
    }
  });
});

describe('holds', () => {
  it('holds money, then settles it', async () => {
    const world = await createWorld(1_000n);
    const transactionId = await posted(hold(world, 600n));
    expect(await stateOf(world.account)).toEqual({ balance: 1_000n, held: 600n });
    expect(await ledger.post(move(world, -401n))).toMatchObject({ reason: 'insufficient_funds' });
    expect(await violations()).toEqual([]);

    const { legs } = move(world, -600n);
    const finish = { ...world, accountId: world.account, transactionId, legs } as const;
    expect(await ledger.finish({ ...finish, to: 'completed' })).toEqual({
      status: 'completed',
      reason: null,
      changed: true,
    });
    expect(await stateOf(world.account)).toEqual({ balance: 400n, held: 0n });
    expect(await violations()).toEqual([]);
  });

  it('releases the money on failure, and finishes once', async () => {
    const world = await createWorld(1_000n);
    const transactionId = await posted(hold(world, 600n));
    const failure = {
      companyId: world.companyId,
      accountId: world.account,
      transactionId,
      legs: [],
      to: 'failed',
      reason: 'rejected',
    } as const;
    const failed = { status: 'failed', reason: 'rejected' };
    expect(await ledger.finish(failure)).toEqual({ ...failed, changed: true });
    expect(await ledger.finish(failure)).toEqual({ ...failed, changed: false });
    const late = { ...failure, to: 'completed', legs: move(world, -600n).legs } as const;
    expect(await ledger.finish(late)).toEqual({ ...failed, changed: false });
    expect(await stateOf(world.account)).toEqual({ balance: 1_000n, held: 0n });
    expect(await violations()).toEqual([]);
  });

  it('counts a transaction settled on another day on both days', async () => {
    const world = await createWorld(1_000n);
    const at = new Date(Date.now() - 3 * 86_400_000);
    const transactionId = await posted({ ...hold(world, 600n), at });
    await ledger.finish({
      companyId: world.companyId,
      accountId: world.account,
      transactionId,
      to: 'completed',
      legs: move(world, -600n).legs,
    });
    const rows = await test.owner.rows(
      `select day = kampala_day($2) as created, count::int, amount::int, moved::int
       from company_day_figures where company_id = $1 and status = 'completed' and type = 'debit'
       order by day`,
      [world.companyId, at],
    );
    expect(rows).toEqual([
      { created: true, count: 1, amount: 600, moved: 0 },
      { created: false, count: 0, amount: 0, moved: -600 },
    ]);
    expect(await violations()).toEqual([]);
  });

  it('waits for incoming money without holding any', async () => {
    const world = await createWorld();
    const posting: Posting = { ...move(world, 900n), legs: [], hold: 0n };
    const transactionId = await posted(posting);
    await ledger.finish({
      companyId: world.companyId,
      accountId: world.account,
      transactionId,
      to: 'completed',
      legs: move(world, 900n).legs,
    });
    expect(await stateOf(world.account)).toEqual({ balance: 900n, held: 0n });
    expect(await violations()).toEqual([]);
  });

  it.each([
    ['credit', 900n, { status: 'pending', reason: 'inactive_account', changed: false }, 1_000n],
    ['debit', -600n, { status: 'completed', reason: null, changed: true }, 400n],
  ] as const)('settles a %s on an inactive account or leaves it', async (...wanted) => {
    const [, amount, expected, balance] = wanted;
    const world = await createWorld(1_000n);
    const { companyId, account: accountId } = world;
    const transactionId = await posted(
      amount < 0n ? hold(world, -amount) : { ...move(world, amount), legs: [], hold: 0n },
    );
    const setActive = (isActive: boolean) =>
      test.owner.rows('update accounts set is_active = $2 where id = $1', [accountId, isActive]);
    await setActive(false);
    const finish = { companyId, accountId, transactionId, legs: move(world, amount).legs };
    expect(await ledger.finish({ ...finish, to: 'completed' })).toEqual(expected);
    expect(await stateOf(accountId)).toEqual({ balance, held: 0n });
    await setActive(true);
    // What was left is completed once the account is active again.
    expect(await ledger.finish({ ...finish, to: 'completed' })).toMatchObject({
      status: 'completed',
      changed: !expected.changed,
    });
    expect(await stateOf(accountId)).toEqual({ balance: 1_000n + amount, held: 0n });
    expect(await violations()).toEqual([]);
  });

  it('fails a credit to an inactive account', async () => {
    const world = await createWorld();
    const { companyId, account: accountId } = world;
    const transactionId = await posted({ ...move(world, 900n), legs: [], hold: 0n });
    await test.owner.rows('update accounts set is_active = false where id = $1', [accountId]);
    const finish = { companyId, accountId, transactionId, to: 'failed', legs: [] } as const;
    expect(await ledger.finish(finish)).toMatchObject({ status: 'failed', changed: true });
    expect(await violations()).toEqual([]);
  });

  it('a collection may be worth no more than its fee, another credit may not', async () => {
    const world = await createWorld();
    const { companyId, account: accountId } = world;
    const { fees, clearing } = await systemAccountsOf(test.owner, companyId);
    const legs = [
      { accountId: clearing.get('MTN') ?? '', amount: -900n },
      { accountId: fees, amount: 900n },
    ];
    const finishing = async (kind: string) => {
      const posting: Posting = { ...move(world, 900n), kind, legs: [], hold: 0n };
      const transactionId = await posted(posting);
      return ledger.finish({ companyId, accountId, transactionId, to: 'completed', legs });
    };
    expect(await finishing('collection')).toMatchObject({ status: 'completed', changed: true });
    await expect(finishing('deposit')).rejects.toThrow('does not move as the transaction says');
    expect(await stateOf(accountId)).toEqual({ balance: 0n, held: 0n });
    expect(await violations()).toEqual([]);
  });

  it('does not find transactions of other companies', async () => {
    const world = await createWorld(100n);
    const other = await createWorld(100n);
    const transactionId = await posted(hold(world, 5n));
    const outcome = await ledger.finish({
      companyId: other.companyId,
      accountId: other.account,
      transactionId,
      to: 'failed',
      legs: [],
    });
    expect(outcome).toEqual({ status: null, reason: 'unknown_transaction', changed: false });
    expect((await stateOf(world.account)).held).toBe(5n);
  });
});

describe('forbidden statements', () => {
  const asRequest = (sql: string) =>
    test.database
      .within(platformScope, (db) => db.rows(sql))
      .then(
        () => 'allowed',
        (error: unknown) => sqlState(error),
      );
  it.each([
    "update transactions set description = 'x'",
    'delete from transactions',
    'update entries set amount = amount + 1',
    'delete from entries',
    'truncate entries',
    'insert into entries select * from entries',
    'update accounts set balance = 1',
    'update accounts set held = 1',
    'update accounts set floor = -1',
    'delete from accounts',
    'update company_figures set count = 0',
    'update platform_day_figures set count = 0',
    "select ledger_count('{}','{}','{}','{}','{}','{}','{}')",
  ])('a request cannot: %s', async (sql) => {
    expect(await asRequest(sql)).toBe('42501');
  });

  it.each([
    "update transactions set description = 'x'",
    "update transactions set status = 'failed' where status = 'completed'",
    "update transactions set status = 'completed', amount = 1 where status = 'pending'",
    'delete from transactions',
    'truncate transactions cascade',
    'update entries set amount = amount + 1',
    'delete from entries',
  ])('even the owner cannot: %s', async (sql) => {
    const world = await createWorld(100n);
    await ledger.post(hold(world, 5n));
    await expect(test.owner.rows(sql)).rejects.toThrow('append-only');
  });

  it.each(['post', 'finish'] as const)('a company cannot %s for another company', async (verb) => {
    const [mine, theirs] = [await createWorld(100n), await createWorld(100n)];
    const transactionId = await posted(hold(theirs, 5n));
    const { companyId, account: accountId } = theirs;
    const scope = { platform: false, companyId: mine.companyId, userId: null };
    const attempt = test.database.within<unknown>(scope, (db) =>
      verb === 'post'
        ? postAll(db, [move(mine, 5n), move(theirs, 5n)])
        : finishAll(db, [{ companyId, accountId, transactionId, to: 'failed', legs: [] }]),
    );
    await expect(attempt).rejects.toThrow('acts for another company');
    const allowed = await test.database.within(scope, (db) => postAll(db, [move(mine, 5n)]));
    expect(allowed).toMatchObject([{ status: 'completed' }]);
    expect(await stateOf(theirs.account)).toEqual({ balance: 100n, held: 5n });
  });

  it('entries that do not sum to zero are refused', async () => {
    const world = await createWorld(100n);
    await expect(
      test.owner.rows('insert into entries values ($1, $2, 2, $3, 5, 105)', [
        world.companyId,
        world.account,
        uuidV7(),
      ]),
    ).rejects.toThrow('sum to zero');
  });
});
