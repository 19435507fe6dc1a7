import { expect, it } from 'vitest';
import { createMember, createStaff } from '../../test/actors.ts';
import { createTestDatabase } from '../../test/database.ts';
import { createAccount } from '../../test/factories.ts';
import { emptyDatabase } from '../../test/older-database.ts';
import { bothWorlds, inTest } from '../../test/test-mode.ts';
import { createTestApp } from '../../test/app.ts';
import { until } from '../../test/until.ts';
import { prepareTestDatabase } from './test-database.ts';

const both = bothWorlds();

it('a company has accounts with play money in test mode, and its own in live mode', async () => {
  const { live } = both;
  const member = await createMember(live.owner);
  const ownAccount = await createAccount(live.owner, member.companyId ?? '', { balance: 500_00n });
  const path = `/Account/company/${member.companyId}`;

  const answer = await inTest(live, member, 'GET', path);
  expect(answer.headers['sente-mode']).toBe('test');
  const balances = answer.body.data.map(({ accountName, balance }: Record<string, unknown>) => [
    accountName,
    balance,
  ]);
  expect(new Map(balances)).toEqual(
    new Map([
      ['Test account 1', 10_000_000],
      ['Test account 2', 0],
    ]),
  );
  const real = await live.call(member, 'GET', path);
  expect(real.headers['sente-mode']).toBeUndefined();
  expect(real.body.data).toMatchObject([{ id: ownAccount, balance: 500 }]);
});

it('the test world knows names, and nothing by which anybody could be reached or sign in', async () => {
  const { live, other } = both;
  const member = await createMember(live.owner);
  await inTest(live, member, 'GET', '/Networks');
  const people = await other.owner.rows(
    'select id, first_name, last_name, email, password_hash from users where company_id = $1',
    [member.companyId],
  );
  const email = `${member.userId}@test.invalid`;
  const names = { first_name: 'Test', last_name: 'Person' };
  expect(people).toEqual([{ id: member.userId, ...names, email, password_hash: null }]);
});

it('a payment is carried out by networks that are not real, and only there', async () => {
  const { live, other } = both;
  const member = await createMember(live.owner);
  const { body } = await inTest(live, member, 'GET', `/Account/company/${member.companyId}`);
  const accountId = body.data.find(({ balance }: { balance: number }) => balance > 0).id;
  const asked = await inTest(
    live,
    member,
    'POST',
    `/Transaction/company/${member.companyId}/requests`,
    {
      kind: 'send-money',
      accountId,
      amount: 2_000,
      phoneNumber: '0770000001',
      network: 'MTN',
      note: 'Rent',
    },
  );
  expect(asked.status).toBe(200);
  await until('it is paid', async () => {
    const { data } = (await inTest(live, member, 'GET', `/Account/${accountId}`)).body;
    return data.balance === 9_998_000;
  });
  for (const table of ['payments', 'transactions']) {
    const sql = `select from ${table} where company_id = $1`;
    expect(await live.owner.row(sql, [member.companyId])).toBeUndefined();
    expect(await other.owner.row(sql, [member.companyId])).toBeDefined();
  }
});

it('records of one world do not exist in the other', async () => {
  const { live } = both;
  const member = await createMember(live.owner);
  const ownAccount = await createAccount(live.owner, member.companyId ?? '');
  const path = `/Account/company/${member.companyId}`;
  const [testAccount] = (await inTest(live, member, 'GET', path)).body.data;

  expect((await inTest(live, member, 'GET', `/Account/${ownAccount}`)).status).toBe(404);
  expect((await live.call(member, 'GET', `/Account/${testAccount.id}`)).status).toBe(404);
});

it('who somebody is, is decided by the live world', async () => {
  const { live } = both;
  const stranger = await createMember(live.owner);
  const member = await createMember(live.owner, { role: 'Restricted' });
  const path = `/Account/company/${member.companyId}`;

  expect((await inTest(live, null, 'GET', path)).status).toBe(401);
  expect((await inTest(live, member, 'GET', path)).status).toBe(403);
  expect((await inTest(live, stranger, 'GET', path)).status).toBe(404);
  await live.owner.rows('delete from sessions where user_id = $1', [member.userId]);
  expect((await inTest(live, member, 'GET', path)).body.code).toBe('session_ended');
});

it('the provider has no test mode, and its calls none either', async () => {
  const { live } = both;
  const staff = await createStaff(live.owner);
  const member = await createMember(live.owner);
  for (const path of ['/Networks', `/Account/company/${member.companyId}`, '/Company']) {
    const { status, body, headers } = await inTest(live, staff, 'GET', path);
    expect([status, body.code]).toEqual([403, 'not_in_test_mode']);
    expect(headers['sente-mode']).toBe('test');
  }
});

it('a mode that nobody knows is refused, instead of being taken for live', async () => {
  const { live } = both;
  const { token } = await createMember(live.owner);
  const headers = { authorization: `Bearer ${token}`, 'sente-mode': 'tset' };
  const answer = await live.app.inject({ url: '/api/Networks', headers });
  expect(answer.statusCode).toBe(400);
});

it('a server without a test world says so', async () => {
  const alone = await createTestApp();
  const member = await createMember(alone.owner);
  const answer = await inTest(alone, member, 'GET', '/Networks');
  expect([answer.status, answer.body.code]).toEqual([403, 'test_mode_off']);
});

it('a changed name of the company arrives, and a new colleague', async () => {
  const { live, other } = both;
  const member = await createMember(live.owner);
  await inTest(live, member, 'GET', '/Networks');
  const colleague = await createMember(live.owner, { companyId: member.companyId ?? '' });
  await live.owner.rows("update companies set name = 'Renamed' where id = $1", [member.companyId]);
  // Somebody new is a reason to look again before the minute is over.
  expect((await inTest(live, colleague, 'GET', '/Networks')).status).toBe(200);
  const row = await other.owner.row('select name from companies where id = $1', [member.companyId]);
  expect(row).toEqual({ name: 'Renamed' });
});

it('an empty database becomes that of the test world, one of a live server does not', async () => {
  const url = await emptyDatabase();
  await prepareTestDatabase(url);
  await prepareTestDatabase(url);
  const live = await createTestDatabase();
  await live.owner.rows(`insert into server_facts (name, value) values ('first_run', '"x"')`);
  await expect(prepareTestDatabase(live.url)).rejects.toThrow('the database of a live server');
});
