import { beforeAll, describe, expect, it } from 'vitest';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { move, type Target } from '../../test/movements.ts';
import { postWithAdvance } from './advances.ts';
import { findViolations } from './invariants.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { postAll } from './posting.queries.ts';
import type { Outcome, Posting } from './posting.ts';
import { systemAccountsOf } from './system-accounts.ts';

let test: TestDatabase;
let ledger: Ledger;

beforeAll(async () => {
  test = await createTestDatabase();
  ledger = createLedger(test.database);
});

async function createWorld(balance = 0n, held = 0n): Promise<Target> {
  const companyId = await createCompany(test.owner);
  const accountId = await createAccount(test.owner, companyId, { balance, held });
  const { settlement } = await systemAccountsOf(test.owner, companyId);
  return { companyId, accountId, settlement };
}
const covered = (posting: Posting): Promise<Outcome> =>
  test.database.within(platformScope, (db) => postWithAdvance(db, posting));

async function balances(world: Target): Promise<Record<string, bigint>> {
  const rows = await test.owner.rows<{ kind: string; balance: string }>(
    `select kind, sum(balance)::text as balance from accounts
     where company_id = $1 and kind in ('customer', 'receivable') group by kind`,
    [world.companyId],
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, BigInt(balance)]));
}

/** The entries of the account in their order, with the kinds of their transactions. */
const story = (account: string) =>
  test.owner.rows<{ kind: string; amount: number; after: number; description: string }>(
    `select t.kind, e.amount::int, e.balance_after::int as after, t.description
     from entries e join transactions t on t.id = e.transaction_id
     where e.account_id = $1 order by e.number`,
    [account],
  );

const violations = () => test.database.within(platformScope, findViolations, 'ledger check');

describe('an advance', () => {
  it('covers what the account lacks, and no more', async () => {
    const world = await createWorld(1_000n);
    expect(await covered(move(world, -400n))).toMatchObject({ status: 'completed' });
    expect(await balances(world)).toEqual({ customer: 600n });
    expect(await covered(move(world, -900n))).toMatchObject({ status: 'completed' });
    expect(await balances(world)).toEqual({ customer: 0n, receivable: -300n });
    expect((await story(world.accountId)).slice(2)).toEqual([
      {
        kind: 'advance',
        amount: 300,
        after: 900,
        description: 'Advance by the provider for: Moved -900',
      },
      { kind: 'test', amount: -900, after: 0, description: 'Moved -900' },
    ]);
    expect(await violations()).toEqual([]);
  });

  it('leaves money alone that is held for other payments', async () => {
    const world = await createWorld(1_000n, 700n);
    await covered(move(world, -500n));
    expect(await balances(world)).toEqual({ customer: 700n, receivable: -200n });
    const row = await test.owner.row('select held::int from accounts where id = $1', [
      world.accountId,
    ]);
    expect(row).toEqual({ held: 700 });
    expect(await violations()).toEqual([]);
  });

  it('is made once, however often the posting is repeated', async () => {
    const world = await createWorld(100n);
    const posting = move(world, -500n);
    const first = await covered(posting);
    const again = await Promise.all([1, 2, 3].map(() => covered(posting)));
    expect(again).toEqual(Array(3).fill({ ...first, replayed: true }));
    expect(await balances(world)).toEqual({ customer: 0n, receivable: -400n });
    expect(await violations()).toEqual([]);
  });

  it('is not made for an inactive account, which refuses the posting', async () => {
    const world = await createWorld(100n);
    await test.owner.rows('update accounts set is_active = false where id = $1', [world.accountId]);
    expect(await covered(move(world, -500n))).toMatchObject({ reason: 'inactive_account' });
    expect(await balances(world)).toEqual({ customer: 100n });
  });

  it('is taken back if the posting is refused', async () => {
    const world = await createWorld(100n);
    const posting = move(world, -500n, { reversalOf: uuidV7() });
    expect(await covered(posting)).toMatchObject({ reason: 'unknown_transaction' });
    expect(await balances(world)).toEqual({ customer: 100n });
    expect(await violations()).toEqual([]);
  });

  it.each([
    ['posts to the receivable account', (receivable: string) => ({ accountId: receivable })],
    ['calls itself a repayment', () => ({ kind: 'repayment' })],
  ])('only the ledger moves what is owed: no other posting %s', async (_, wrong) => {
    const world = await createWorld();
    await covered(move(world, -500n));
    const row = await test.owner.row<{ id: string }>(
      "select id from accounts where company_id = $1 and kind = 'receivable'",
      [world.companyId],
    );
    const { accountId = world.accountId, kind = 'test' } = wrong(row?.id ?? '') as Partial<Posting>;
    const posting = move({ ...world, accountId }, 100n, { kind });
    await expect(ledger.post(posting)).rejects.toThrow('only the ledger itself');
    expect(await balances(world)).toEqual({ customer: 0n, receivable: -500n });
  });
});

describe('a repayment', () => {
  it('takes later credits of any account first, directly after each', async () => {
    const world = await createWorld();
    const other = { ...world, accountId: await createAccount(test.owner, world.companyId) };
    await covered(move(world, -1_000n));
    await ledger.post(move(other, 300n, { description: 'First sale', reference: 'INV-1' }));
    expect(await balances(world)).toEqual({ customer: 0n, receivable: -700n });
    await ledger.post(move(world, 900n));
    expect(await balances(world)).toEqual({ customer: 200n, receivable: 0n });
    await ledger.post(move(other, 50n));
    expect(await balances(world)).toEqual({ customer: 250n, receivable: 0n });
    expect(await story(other.accountId)).toEqual([
      { kind: 'test', amount: 300, after: 300, description: 'First sale' },
      {
        kind: 'repayment',
        amount: -300,
        after: 0,
        description: 'Repayment to the provider from: First sale',
      },
      { kind: 'test', amount: 50, after: 50, description: 'Moved 50' },
    ]);
    expect(await violations()).toEqual([]);
  });

  it('is next to its cause in lists, and an advance is before its own', async () => {
    const world = await createWorld();
    await covered(move(world, -1_000n));
    for (let count = 0; count < 20; count++) await ledger.post(move(world, 30n));
    const rows = await test.owner.rows<{ kind: string }>(
      'select kind from transactions where company_id = $1 order by id',
      [world.companyId],
    );
    const kinds = rows.map(({ kind }) => kind);
    expect(kinds.slice(0, 2)).toEqual(['advance', 'test']);
    expect(
      kinds.filter((kind, index) => kind === 'repayment' && kinds[index - 1] !== 'test'),
    ).toEqual([]);
  });

  it('comes before a debit of the same call', async () => {
    const world = await createWorld();
    await covered(move(world, -1_000n));
    const outcomes = await test.database.within(platformScope, (db) =>
      postAll(db, [move(world, 900n), move(world, -100n), move(world, 300n), move(world, -200n)]),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      'completed',
      'failed',
      'completed',
      'completed',
    ]);
    expect(await balances(world)).toEqual({ customer: 0n, receivable: 0n });
    expect(await violations()).toEqual([]);
  });

  it('happens once for a credit that is repeated', async () => {
    const world = await createWorld();
    await covered(move(world, -1_000n));
    const posting = move(world, 400n);
    const outcomes = await Promise.all([1, 2, 3].map(() => ledger.post(posting)));
    expect(new Set(outcomes.map(({ transactionId }) => transactionId)).size).toBe(1);
    expect(await balances(world)).toEqual({ customer: 0n, receivable: -600n });
    expect(await violations()).toEqual([]);
  });

  it('follows money that was waited for when it arrives', async () => {
    const world = await createWorld(500n, 500n);
    const waiting = await ledger.post({ ...move(world, 900n), legs: [], hold: 0n });
    await covered(move(world, -600n));
    await ledger.finish({
      companyId: world.companyId,
      accountId: world.accountId,
      transactionId: waiting.transactionId ?? '',
      to: 'completed',
      legs: move(world, 900n).legs,
    });
    expect(await balances(world)).toEqual({ customer: 800n, receivable: 0n });
    expect(await violations()).toEqual([]);
  });

  it('does not touch the money of other companies', async () => {
    const [debtor, other] = [await createWorld(), await createWorld()];
    await covered(move(debtor, -1_000n));
    const outcomes = await test.database.within(platformScope, (db) =>
      postAll(db, [move(other, 500n), move(debtor, 200n)]),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(await balances(other)).toEqual({ customer: 500n });
    expect(await balances(debtor)).toEqual({ customer: 0n, receivable: -800n });
  });
});

describe('the figures', () => {
  it('count advances and repayments without an amount: they are not business', async () => {
    const world = await createWorld();
    await covered(move(world, -1_000n));
    await ledger.post(move(world, 700n));
    const rows = await test.owner.rows(
      `select type, count::int, amount::int, moved::int from company_figures
       where company_id = $1 order by type`,
      [world.companyId],
    );
    expect(rows).toEqual([
      { type: 'credit', count: 2, amount: 700, moved: 1_700 },
      { type: 'debit', count: 2, amount: 1_000, moved: -1_700 },
    ]);
    expect(await violations()).toEqual([]);
  });
});
