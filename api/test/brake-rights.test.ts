import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../src/db/database.ts';
import { sqlState } from '../src/db/database-errors.ts';
import { platformScope, type Scope } from '../src/db/scope.ts';
import { createMember, createStaff, type TestActor } from './actors.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createPayment, createAccount } from './factories.ts';
import { createCredential } from './signed.ts';

let test: TestDatabase;
let watcher: Database;
let staff: TestActor;
let member: TestActor;
/** The watcher has no scope: its policies let it read. */
const noScope: Scope = { platform: false, companyId: null, userId: null };

beforeAll(async () => {
  test = await createTestDatabase();
  const options = { poolSize: 2, statementTimeoutMs: 5_000, onIdleError: () => {} };
  watcher = openDatabase({ ...options, url: test.url, role: 'sente_watcher' });
  staff = await createStaff(test.owner);
  member = await createMember(test.owner);
  await createCredential(test.owner, member.companyId ?? '');
  const accountId = await createAccount(test.owner, member.companyId ?? '');
  await createPayment(test.owner, member.companyId ?? '', { accountId });
  return () => watcher.close();
});

const asStaff = (): Scope => ({ ...platformScope, userId: staff.userId });
const idOf = async (database: Database, scope: Scope, sql: string, values: readonly unknown[]) =>
  (await database.within(scope, (db) => db.row<{ id: string }>(sql, values)))?.id;
/** As a sign of the watcher. */
const trip = (database: Database, scope: Scope, values: readonly unknown[], figures = '[]') =>
  idOf(database, scope, 'select brake_trip_by_watcher($1, $2, $3, $4) as id', [...values, figures]);
const tripAsPerson = (scope: Scope) =>
  idOf(test.database, scope, "select brake_trip_by_person(null, 'Something is wrong.') as id", []);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => sqlState(error),
  );

describe('the watcher', () => {
  it('reads the payments of all companies', async () => {
    const rows = await watcher.within(noScope, (db) =>
      db.rows('select p.id, c.name from payments p join companies c on c.id = p.company_id'),
    );
    expect(rows).toHaveLength(1);
  });

  it('trips the brake once, which the audit log tells', async () => {
    const values = [member.companyId, 'one-amount', 'One amount is paid again and again.'];
    const ids = await Promise.all([1, 2, 3].map(() => trip(watcher, noScope, values)));
    expect(new Set(ids).size).toBe(1);
    const entries = await test.owner.rows(
      "select actor_id, actor_email, company_id from audit_log where action = 'payoutBrakes.trip'",
    );
    expect(entries).toEqual([
      { actor_id: null, actor_email: 'watcher', company_id: member.companyId },
    ]);
  });

  it('tells that it looked', async () => {
    const beat = "select watcher_beat(gen_random_uuid(), pg_current_snapshot(), '{}', '{}')";
    await watcher.within(noScope, (db) => db.rows(beat));
    await watcher.within(noScope, (db) => db.rows(beat));
    expect(await test.owner.rows('select from watcher_pulse')).toHaveLength(1);
    expect(await codeOf(test.database.within(platformScope, (db) => db.rows(beat)))).toBe('42501');
  });

  it('cannot have seen what is not there yet', async () => {
    const beat = "select watcher_beat(gen_random_uuid(), '9999999:9999999:', '{}', '{}')";
    expect(await codeOf(watcher.within(noScope, (db) => db.rows(beat)))).toBe('22023');
  });

  it('cannot pass for a person', async () => {
    const values = [null, 'person', 'A person stops all payouts.'];
    expect(await codeOf(trip(watcher, noScope, values))).toBe('23514');
  });

  it.each([
    ['a sign that there is not', ['no-sign', 'A reason'], '[]'],
    ['a reason without end', ['one-amount', 'x'.repeat(501)], '[]'],
    ['figures without end', ['one-amount', 'A reason'], JSON.stringify(['x'.repeat(2_000)])],
    ['figures that are no list', ['one-amount', 'A reason'], '{}'],
  ])('cannot trip it with %s', async (_, values, figures) => {
    expect(await codeOf(trip(watcher, noScope, [null, ...values], figures))).toBe('23514');
  });

  it.each([
    ['no keys', []],
    ['null as the keys', null],
    ['null among the keys', [null]],
    ['a key that the credentials do not have', ['another']],
  ])('cannot seal a brake with %s', async (_, keyNames) => {
    const id = await trip(watcher, noScope, [member.companyId, 'one-amount', 'A reason']);
    const seal = "select brake_seal($1, sha256('guessed'), $2)";
    await codeOf(watcher.within(noScope, (db) => db.rows(seal, [id, keyNames])));
    const brake = await test.owner.row('select seal from payout_brakes where id = $1', [id]);
    expect(brake).toEqual({ seal: null });
  });

  it('may call four functions that act with the rights of their owner, and no other', async () => {
    const functions = await test.owner.rows<{ name: string }>(
      `select proname as name from pg_proc
       where pronamespace = 'public'::regnamespace and prosecdef
         and has_function_privilege('sente_watcher', oid, 'execute') order by 1`,
    );
    expect(functions.map(({ name }) => name)).toEqual([
      'brake_seal',
      'brake_trip_by_watcher',
      'watcher_beat',
      'watcher_stop',
    ]);
  });

  it.each([
    'select password_hash from users',
    'select token_hash from sessions',
    'select secret_sealed from company_credentials',
    'select from product_codes',
    'select description from transactions',
    'select phone from companies',
    'select from audit_log',
    'select from entries',
    "update payments set status = 'FAILED'",
    'delete from open_payments',
    'select from approvals',
    'select key_name from payout_brakes',
    'update payout_brakes set ended_at = now()',
    'delete from braked_payments',
    "insert into audit_log (action, result) values ('test', 'done')",
  ])('can not: %s', async (sql) => {
    const scopes = [noScope, platformScope];
    for (const scope of scopes) {
      const code = await codeOf(watcher.within(scope, (db) => db.rows(sql)));
      expect(code).toBe('42501');
    }
  });
});

it('the role of the watcher writes nothing but its pulse and a brake', async () => {
  const tables = await test.owner.rows<{ name: string; column: string }>(
    `select quote_ident(tablename) as name, (
       select quote_ident(attname) from pg_attribute
       where attrelid = quote_ident(tablename)::regclass and attnum > 0 and not attisdropped
         and attidentity = '' and attgenerated = '' order by attnum limit 1
     ) as column
     from pg_tables where schemaname = 'public'`,
  );
  expect(tables.length).toBeGreaterThan(50);
  for (const { name, column } of tables) {
    for (const statement of [
      `insert into ${name} default values`,
      `update ${name} set ${column} = default`,
      `delete from ${name}`,
      `truncate ${name}`,
    ]) {
      const refused = await codeOf(watcher.within(noScope, (db) => db.rows(statement)));
      expect({ statement, refused }).toEqual({ statement, refused: '42501' });
    }
  }
});

describe('requests', () => {
  it('trip the brake as the person who is signed in', async () => {
    const id = await tripAsPerson(asStaff());
    const brake = await test.owner.row(
      'select company_id, sign, tripped_by from payout_brakes where id = $1',
      [id],
    );
    expect(brake).toEqual({ company_id: null, sign: 'person', tripped_by: staff.userId });
  });

  it('trip it neither as nobody nor as the watcher', async () => {
    expect(await codeOf(tripAsPerson(platformScope))).toBe('23514');
    const values = [member.companyId, 'one-amount', 'One amount is paid again and again.'];
    expect(await codeOf(trip(test.database, asStaff(), values))).toBe('42501');
  });

  it.each([
    "insert into payout_brakes (sign, reason) values ('watcher', 'x')",
    'update payout_brakes set ended_at = now()',
    'update payout_brakes set tripped_at = now()',
    'delete from payout_brakes',
    "update braked_payments set outcome = 'released', released_at = now()",
    'insert into braked_payments (brake_id, payment_id, company_id, released_at) select id, id, id, now() from payout_brakes',
    'delete from braked_payments',
    'truncate payout_brakes',
    "select brake_trip(null, 'one-amount', 'x', '[]', null)",
    "select brake_seal(gen_random_uuid(), '', '{}')",
    'update watcher_pulse set last_looked_at = now()',
    'delete from watcher_stops',
    "select watcher_stop(null, 'one-amount', 'x', '[]')",
  ])('can not: %s', async (sql) => {
    const code = await codeOf(test.database.within(platformScope, (db) => db.rows(sql)));
    expect(code).toBe('42501');
  });
});
