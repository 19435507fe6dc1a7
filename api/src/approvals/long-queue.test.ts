import { beforeAll, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createCompany, createPayment } from '../../test/factories.ts';

/* Salaries through the API, all above what goes at once. */
const waiting = 2_000;

let test: TestApp;
let staff: TestActor;
let owner: TestActor;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  const companyId = await createCompany(test.owner, { name: 'Kololo School' });
  for (let i = 0; i < 5; i++) await createMember(test.owner, { companyId });
  owner = await createMember(test.owner, { companyId });
  // Two people saw the API key, so for each colleague it is asked whether they are their puppet.
  for (const { userId } of [await createStaff(test.owner), await createStaff(test.owner)]) {
    await test.owner.rows(
      `insert into audit_log (company_id, actor_id, actor_email, action, subject_type, subject_id,
         result, address)
       values ($1, $2, 'key@sente.test', 'credentials.reveal', 'companies', $1, 'done', '127.0.0.1')`,
      [companyId, userId],
    );
  }
  const first = await createPayment(test.owner, companyId, { awaitsApproval: true });
  await test.asOwner(async (db) => {
    await db.rows('alter table payments disable trigger payouts_are_held');
    await db.rows(
      `insert into payments (company_id, id, direction, origin, account_id, phone_number, network, amount,
         fee, status, awaits_approval, approval, created_at)
       select company_id, gen_random_uuid(), direction, 'api', account_id, phone_number, network, amount,
         fee, status, true, 'colleague_and_provider', created_at
       from payments, generate_series(1, $2) where id = $1`,
      [first, waiting],
    );
    await db.rows('alter table payments enable trigger payouts_are_held');
  });
});

it('thousands of payouts can wait for a colleague', async () => {
  const { body } = await test.call(owner, 'GET', '/Approvals?tab=waiting');
  expect(body.meta).toMatchObject({ totalCount: waiting });
});

it.each(['/Approvals?tab=open', '/AdminDashboard/attention', '/Search?search=Kololo'])(
  'staff can read %s then',
  async (path) => {
    expect((await test.call(staff, 'GET', path)).status).toBe(200);
  },
);
