import { beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createCompany } from '../../test/factories.ts';
import { openDatabase } from './database.ts';
import { DatabaseUnavailable } from './database-errors.ts';
import { platformScope } from './scope.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await createCompany(test.owner);
});

describe('the role of requests', () => {
  it('is set whatever the connection string says', async () => {
    const url = new URL(test.url);
    url.searchParams.set('options', '-c geqo=on -c role=none');
    const database = openDatabase({
      url: url.href,
      poolSize: 1,
      statementTimeoutMs: 1_234,
      role: 'sente_app',
      onIdleError: () => {},
    });
    const who = `select current_user::text as role, current_setting('statement_timeout') as timeout`;
    const expected = { role: 'sente_app', timeout: '1234ms' };
    expect(await database.unscoped.row(who)).toEqual(expected);
    expect(await database.within(platformScope, (db) => db.row(who))).toEqual(expected);
    expect(await database.unscoped.rows('select 1 from companies')).toEqual([]);
    await database.close();
  });

  it('a connection without the role is not handed out', async () => {
    const database = openDatabase({
      url: test.url,
      poolSize: 1,
      statementTimeoutMs: 1_000,
      // A role that does not exist or is not granted.
      role: 'no_such_role' as 'sente_app',
      onIdleError: () => {},
    });
    await expect(database.unscoped.rows('select 1')).rejects.toThrow('no_such_role');
    await database.close();
  });
});

describe('a transaction', () => {
  const insert = `insert into companies (id, name, email, phone, address)
    values (gen_random_uuid(), $1, $1, '1', 'x')`;

  it('rolls back when its work fails', async () => {
    const work = test.database.within(platformScope, async (db) => {
      await db.rows(insert, ['half-done']);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await test.owner.rows("select 1 from companies where name = 'half-done'")).toEqual([]);
  });

  it('is retried after a serialization failure, and gives up eventually', async () => {
    let runs = 0;
    const failTwice = test.database.within(platformScope, async (db) => {
      runs += 1;
      if (runs < 3) await db.rows("do $$ begin raise sqlstate '40001'; end $$");
      return runs;
    });
    expect(await failTwice).toBe(3);
    const failAlways = test.database.within(platformScope, (db) =>
      db.rows("do $$ begin raise sqlstate '40P01'; end $$"),
    );
    await expect(failAlways).rejects.toMatchObject({ code: '40P01' });
  });
});

it('the pool survives a connection cut in the middle of a transaction', async () => {
  const work = test.database.within(platformScope, async (db) => {
    const row = await db.row<{ pid: number }>('select pg_backend_pid() as pid');
    await test.owner.rows('select pg_terminate_backend($1)', [row?.pid]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    return db.rows('select 1');
  });
  await expect(work).rejects.toThrow(DatabaseUnavailable);
  expect(await test.database.unscoped.rows('select 1 as one')).toEqual([{ one: 1 }]);
});
