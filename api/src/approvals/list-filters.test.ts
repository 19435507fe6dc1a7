import { beforeAll, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createCompany } from '../../test/factories.ts';
import { platformScope } from '../db/scope.ts';

let test: TestApp;
let staff: TestActor;
let companyId: string;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  companyId = await createCompany(test.owner);
});

const list = async (query: string) => {
  const answer = await test.call(staff, 'GET', `/Approvals?tab=open&${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const openAccount = async (accountName: string): Promise<string> => {
  const body = { accountName, accountType: 2, companyId, initialDeposit: 5_000_000 };
  const { data } = (await test.call(staff, 'POST', '/Account', body)).body;
  return data.id;
};

it('the requests about one account are listed, and found by their index', async () => {
  await test.owner.rows(
    `insert into approvals (id, kind, subject, company_id, account_id, asked_by, expires_at)
     select gen_random_uuid(), 'deposit', i::text, $1, gen_random_uuid(), $2, now() + interval '1 day'
     from generate_series(1, 2000) i`,
    [companyId, staff.userId],
  );
  const id = await openAccount('Rent');
  const { data, meta } = await list(`kind=deposit&accountId=${id}`);
  expect(data).toMatchObject([{ kind: 'deposit', accountId: id }]);
  expect(meta).toMatchObject({ totalCount: 1, openCount: 2_001 });
  await test.owner.rows('analyze approvals');
  const plan = await test.database.within(platformScope, async (db) => {
    return db.rows(
      `explain select from approval_queue q where q.is_waiting and q.account_id = $1`,
      [id],
    );
  });
  expect(JSON.stringify(plan)).toContain('approvals_account_idx');
});

it('requests about limits are listed by what they are about', async () => {
  const asked = await test.call(staff, 'PUT', `/Company/${companyId}/payout-ceiling`, {
    ceiling: 2_000_000,
  });
  const { approvalId: id } = asked.body.meta as { approvalId: string };
  const ofCompany = `kind=limit&companyId=${companyId}`;
  expect((await list(`${ofCompany}&limitOf=payout-ceiling`)).data).toMatchObject([{ id }]);
  expect((await list(`${ofCompany}&limitOf=limits`)).data).toEqual([]);
});
