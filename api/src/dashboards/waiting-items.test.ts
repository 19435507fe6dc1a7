import { beforeAll, expect, it } from 'vitest';
import { createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount, createCompany, createPayment } from '../../test/factories.ts';
import { uuidV7 } from '../db/uuid.ts';

let test: TestApp;
let staff: TestActor;
let reader: TestActor;

interface Item {
  readonly id: string;
  readonly amount: number;
}

/** Of these two, one waits for the reader only if somebody else asked for it. */
beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
  reader = await createStaff(test.owner);
  const companyId = await createCompany(test.owner);
  const accountId = await createAccount(test.owner, companyId, { balance: 1_000_000n });
  for (const { userId } of [staff, reader]) {
    await createPayment(test.owner, companyId, {
      accountId,
      awaitsApproval: true,
      requestedBy: userId,
      amount: 3_100n,
    });
  }
  // Somebody proposed how a payment ended.
  const paymentId = await createPayment(test.owner, companyId, {
    accountId,
    status: 'FAILED',
    amount: 4_400n,
  });
  await test.owner.rows(
    `insert into payment_reviews
       (id, company_id, payment_id, kind, decision, note, proposed_by, proposed_at)
     values ($1, $2, $3, 'late_success', 'book', 'Seen', $4, now())`,
    [uuidV7(), companyId, paymentId, staff.userId],
  );
});

const sortedIds = (items: readonly Item[]) => items.map(({ id }) => id).toSorted();

async function readAs(actor: TestActor) {
  const { data } = (await test.call(actor, 'GET', '/AdminDashboard/attention')).body;
  const items: Item[] = data.items.filter(
    ({ kind }: { kind: string }) => kind === 'pending-approval',
  );
  return { items, count: data.approvalsForReader, amount: data.approvalsAmount };
}

async function listAs(actor: TestActor, tab: string): Promise<readonly Item[]> {
  return (await test.call(actor, 'GET', `/Approvals?tab=${tab}`)).body.data;
}

it('what waits for the reader is what the list of approvals has, with the same sum', async () => {
  const { items, count, amount } = await readAs(reader);
  expect(items).toHaveLength(2);
  expect(count).toBe(2);
  expect(items.reduce((sum, item) => sum + item.amount, 0)).toBe(amount);
  expect(sortedIds(items)).toEqual(sortedIds(await listAs(reader, 'waiting')));
});

it('who can decide none of them sees all that wait', async () => {
  const support = await createStaff(test.owner, 'Support');
  const { items, count } = await readAs(support);
  expect(count).toBe(0);
  expect(items).toHaveLength(3);
  expect(sortedIds(items)).toEqual(sortedIds(await listAs(support, 'open')));
});
