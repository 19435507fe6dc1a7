import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createAccount, createCompany } from '../../test/factories.ts';
import { move, type Target } from '../../test/movements.ts';
import { postWithAdvance } from './advances.ts';
import { findViolations } from './invariants.ts';
import { createLedger } from './ledger.ts';
import { postAll } from './posting.queries.ts';
import { systemAccountsOf } from './system-accounts.ts';

let test: TestDatabase;
let world: Target;

/** A company with every way in which money moves: posted, finished, advanced, repaid, reversed. */
beforeAll(async () => {
  test = await createTestDatabase();
  const companyId = await createCompany(test.owner);
  const accountId = await createAccount(test.owner, companyId, { balance: 1_000n });
  const { settlement } = await systemAccountsOf(test.owner, companyId);
  world = { companyId, accountId, settlement };
  const ledger = createLedger(test.database);
  const { transactionId: posted } = await ledger.post(move(world, 70n));
  const { transactionId: held } = await ledger.post({
    ...move(world, -30n),
    hold: 30n,
    legs: [],
    description: 'Zürich\n5:quotes',
    reference: 'A:\nB',
  });
  await ledger.finish({
    companyId,
    accountId,
    transactionId: held!,
    to: 'completed',
    legs: move(world, -30n).legs,
  });
  await test.database.within(platformScope, (db) => postWithAdvance(db, move(world, -2_000n)));
  await ledger.post(move(world, 1_500n));
  await ledger.post({ ...move(world, -70n), type: 'debit', reversalOf: posted!, amount: 70n });
});

interface LinkRow {
  readonly id: string;
  readonly moved: string;
  readonly type: string;
  readonly amount: string;
  readonly kind: string;
  readonly reference: string | null;
  readonly description: string;
  readonly hash: string;
  readonly legs: readonly { account: string; number: string; amount: string; after: string }[];
}

/** In an order in which each comes after those that its accounts had before. */
function readLinks(): Promise<LinkRow[]> {
  return test.owner.rows<LinkRow>(
    `select t.id, (extract(epoch from t.finished_at) * 1000000)::bigint::text as moved, t.type,
       t.amount::text, t.kind, t.reference, t.description, encode(t.chain_hash, 'hex') as hash,
       json_agg(json_build_object('account', e.account_id, 'number', e.number::text,
         'amount', e.amount::text, 'after', e.balance_after::text)
         order by e.account_id <> t.account_id, e.account_id) as legs
     from transactions t join entries e on e.transaction_id = t.id
     where t.company_id = $1 group by t.company_id, t.id
     order by min(e.number) filter (where e.account_id = t.account_id)`,
    [world.companyId],
  );
}

const sha256 = (...parts: Buffer[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();
const uuid = (text: string): Buffer => Buffer.from(text.replaceAll('-', ''), 'hex');
function int64(value: bigint | string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
}
function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
const microsecondsTo2000 = 946_684_800_000_000n;

/** As docs/proofs.md says, without the database's functions. */
function hashOf(link: LinkRow, previousOf: (account: string) => Buffer): Buffer {
  const reference =
    link.reference === null ? '' : `${Buffer.byteLength(link.reference)}:${link.reference}`;
  return sha256(
    Buffer.from('sente.ledger.1'),
    uuid(world.companyId),
    uuid(link.id),
    int64(BigInt(link.moved) - microsecondsTo2000),
    int64(link.amount),
    int32(link.legs.length),
    ...link.legs.flatMap((leg) => [
      uuid(leg.account),
      int64(leg.number),
      int64(leg.amount),
      int64(leg.after),
      previousOf(leg.account),
    ]),
    Buffer.from([link.kind, link.type, reference, link.description].join('\n')),
  );
}

it('anybody computes the same hashes from what a statement shows', async () => {
  const links = await readLinks();
  expect(new Set(links.map(({ kind }) => kind))).toEqual(new Set(['test', 'advance', 'repayment']));
  const last = new Map<string, Buffer>();
  const opening = (account: string): Buffer =>
    sha256(
      Buffer.from('sente.opening.1'),
      uuid(world.companyId),
      uuid(account),
      int64(0n),
      int64(0n),
    );
  for (const link of links) {
    const hash = hashOf(link, (account) => last.get(account) ?? opening(account));
    expect(hash.toString('hex'), link.description).toBe(link.hash);
    for (const { account } of link.legs) last.set(account, hash);
  }
  const accounts = await test.owner.rows<{ id: string; hash: string | null }>(
    `select id, encode(chain_hash, 'hex') as hash from accounts where company_id = $1`,
    [world.companyId],
  );
  for (const { id, hash } of accounts) expect(hash).toBe(last.get(id)?.toString('hex') ?? null);
});

it('legs in another order, as a server of the version before gives them, have the same hash', async () => {
  const { fees } = await systemAccountsOf(test.owner, world.companyId);
  const posting = move(world, 500n, {
    legs: [
      { accountId: world.accountId, amount: 490n },
      { accountId: world.settlement, amount: -500n },
      { accountId: fees, amount: 10n },
    ],
  });
  const lastTwoSwapped = (list: unknown): string => {
    const [own, second, third] = String(list).slice(1, -1).split(',');
    return `{${[own, third, second].join()}}`;
  };
  await test.database.within(platformScope, (db) => {
    const rows: Db['rows'] = (sql, values = [], name) =>
      db.rows(sql, [...values.slice(0, -2), ...values.slice(-2).map(lastTwoSwapped)], name);
    return postAll({ ...db, rows }, [posting]);
  });
  expect(await test.database.within(platformScope, findViolations, 'ledger check')).toEqual([]);
});

it('a posting that is refused or only holds money is in no chain', async () => {
  const ledger = createLedger(test.database);
  await ledger.post(move(world, -9_000_000n));
  await ledger.post({ ...move(world, -5n), hold: 5n, legs: [] });
  const row = await test.owner.row<{ count: number }>(
    `select count(*)::int as count from transactions
     where (chain_hash is null) <> (status <> 'completed')`,
  );
  expect(row?.count).toBe(0);
});

const changes = [
  "set description = description || ' '",
  "set reference = 'A'",
  "set kind = 'gift'",
  'set amount = amount + 1',
  "set finished_at = finished_at + interval '1 microsecond'",
  'set chain_hash = sha256(chain_hash)',
  'set chain_hash = null',
];

it.each(changes)('a changed transaction is found: %s', async (change) => {
  const undo = new Error('undo');
  const changed = test.asOwner(async (db) => {
    await db.rows('alter table transactions disable trigger user');
    await db.rows(
      `update transactions ${change}
       where id = (select id from transactions where status = 'completed' order by random() limit 1)`,
    );
    expect((await findViolations(db)).map(({ invariant }) => invariant)).toContain(
      'the movements match their chain of hashes',
    );
    throw undo;
  });
  await expect(changed).rejects.toBe(undo);
});

it('the chain of an older database begins with its balances', async () => {
  await test.asOwner(async (db) => {
    await db.rows('alter table transactions disable trigger user');
    await db.rows('update transactions set chain_hash = null');
    await db.rows('update accounts set chain_hash = null, chain_from = entry_count');
    await db.rows('alter table transactions enable trigger user');
  });
  const ledger = createLedger(test.database);
  for (const amount of [12n, -3n, 900n]) await ledger.post(move(world, amount));
  expect(await test.database.within(platformScope, findViolations, 'ledger check')).toEqual([]);
  const first = (await readLinks()).find(({ hash }) => hash !== null);
  const previousOf = (account: string): Buffer => {
    const leg = first!.legs.find((each) => each.account === account)!;
    const before = BigInt(leg.after) - BigInt(leg.amount);
    const number = BigInt(leg.number) - 1n;
    const texts = [Buffer.from('sente.opening.1'), uuid(world.companyId), uuid(account)];
    return sha256(...texts, int64(number), int64(before));
  };
  expect(hashOf(first!, previousOf).toString('hex')).toBe(first!.hash);
});
