import { beforeAll, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createCompany } from '../../test/factories.ts';
import type { Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { findViolations } from '../ledger/invariants.ts';
import { extendChain, hasHead, readHead } from './audit-chain.ts';

let test: TestApp;
let staff: TestActor;
beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  for (let count = 0; count < 3; count++) await renameCompany();
  await extendChain(test.database);
});

const changedWords = 'the audit log matches its chain of hashes';
const violationsIn = async (db: Db): Promise<string[]> =>
  (await findViolations(db)).map(({ invariant }) => invariant);

/** As the owner of the database, who can switch policies and triggers off; rolled back after looking. */
async function afterTampering<T>(
  statements: readonly string[],
  look: (db: Db) => Promise<T>,
): Promise<T> {
  let found: { value: T } | undefined;
  const rollBack = new Error('roll back');
  await test
    .asOwner(async (db) => {
      await db.rows('alter table audit_log no force row level security');
      await db.rows('alter table audit_log disable trigger user');
      await db.rows('alter table audit_chain disable trigger user');
      for (const sql of statements) await db.rows(sql);
      found = { value: await look(db) };
      throw rollBack;
    })
    .catch((error: unknown) => {
      if (error !== rollBack) throw error;
    });
  return found ? found.value : expect.unreachable();
}

async function renameCompany(): Promise<void> {
  const id = await createCompany(test.owner);
  await test.call(staff, 'PUT', `/Company/${id}`, {
    name: `Renamed ${id}`,
    email: `${id}@example.test`,
    phone: '+256 772 000001',
    address: 'Jinja',
  });
}

it('chains every entry once, among all and within its company', async () => {
  await Promise.all(Array.from({ length: 6 }, renameCompany));
  await Promise.all([extendChain(test.database), extendChain(test.database)]);
  await extendChain(test.database);
  const row = await test.owner.row(
    `select (select count(*) from audit_log) = count(*) as whole, max(position) = count(*) as dense,
       (select count(*)::int from audit_unchained) as waiting
     from audit_chain`,
  );
  expect(row).toEqual({ whole: true, dense: true, waiting: 0 });
  expect(await test.asOwner(violationsIn)).toEqual([]);
});

const oldest = '(select min(audit_id) from audit_chain where number = 1)';
it.each([
  ['a changed entry', `update audit_log set actor_email = 'x@example.test' where id = ${oldest}`],
  ['a later time', `update audit_log set at = at + interval '1 ms' where id = ${oldest}`],
  ['another result', `update audit_log set result = 'refused' where id = ${oldest}`],
  ['a changed detail', `update audit_log set details = details || '{"x":1}' where id = ${oldest}`],
  ['another company', `update audit_log set company_id = null where company_id is not null`],
  ['a removed entry', `delete from audit_log where id = ${oldest}`],
  [
    'a removed entry with its link',
    `with gone as (delete from audit_chain where position = 2 returning audit_id)
     delete from audit_log where id in (select audit_id from gone)`,
  ],
])('%s shows', async (_, sql) => {
  expect(await afterTampering([sql], violationsIn)).toContain(changedWords);
});

it('an entry that was slipped in shows', async () => {
  const sql = "insert into audit_log (action, result) values ('slipped.in', 'done')";
  expect(await afterTampering([sql], violationsIn)).toEqual([
    'every audit entry is chained, or waits to be',
  ]);
});

it('a log that was rewritten with its chain no longer has the earlier head', async () => {
  const head = (await readHead(test.database)) ?? expect.unreachable();
  expect(await hasHead(test.database, head)).toBe(true);
  const rewriting = [
    `update audit_log set actor_email = 'x@example.test' where id = ${oldest}`,
    'delete from audit_chain',
    'insert into audit_unchained select id from audit_log',
    'select audit_chain_extend(1000000)',
  ];
  const [found, hash] = await afterTampering(rewriting, async (db) => {
    const row = await db.row<{ hash: string }>(
      "select encode(hash, 'hex') as hash from audit_chain where position = $1",
      [head.position],
    );
    return [await violationsIn(db), row?.hash];
  });
  expect(found).toEqual([]);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hash).not.toBe(head.hash);
  expect(await hasHead(test.database, { ...head, hash: String(hash) })).toBe(false);
});

it('requests can neither chain nor unchain by hand', async () => {
  for (const sql of [
    'delete from audit_unchained',
    'insert into audit_unchained values (1)',
    'delete from audit_chain',
    "update audit_chain set hash = ''",
  ]) {
    await expect(test.database.within(platformScope, (db) => db.rows(sql))).rejects.toThrow(
      /permission denied|append-only/,
    );
  }
});
