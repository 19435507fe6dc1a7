import { beforeAll, expect, it } from 'vitest';
import { createTestDatabase, someoneWaits, type TestDatabase } from '../../../test/database.ts';
import { createAccount, createCompany, createPayment } from '../../../test/factories.ts';
import { engineScope } from '../../db/scope.ts';
import { lockPayments, noteSending } from '../payments.queries.ts';
import { claimDue, putBack } from './claims.queries.ts';

let test: TestDatabase;
let companyId: string;
let accountId: string;

beforeAll(async () => {
  test = await createTestDatabase();
  companyId = await createCompany(test.owner);
  accountId = await createAccount(test.owner, companyId);
});

const duePayment = () =>
  createPayment(test.owner, companyId, { accountId, nextStepAt: new Date(Date.now() - 1_000) });
const queued = (id: string) =>
  test.owner.row<{ sent_at: Date | null; send_count: number }>(
    'select sent_at, send_count from open_payments where payment_id = $1',
    [id],
  );
const claim = (id: string) =>
  test.database.within(engineScope, async (db) => {
    const share = { network: 'MTN', companyId, kind: 'send', count: 10 } as const;
    const claimed = await claimDue(db, [share], 10_000);
    return claimed.filter((payment) => payment.id === id);
  });
const returnLate = (claimed: Awaited<ReturnType<typeof claim>>) =>
  test.database.within(engineScope, (db) => putBack(db, claimed, () => 1_000));

it('a payment that was not sent goes back as it was', async () => {
  const id = await duePayment();
  await returnLate(await claim(id));
  expect(await queued(id)).toEqual({ sent_at: null, send_count: 0 });
});

it('a payment that another server sent again is not made unsent by the first, which wakes up late', async () => {
  const id = await duePayment();
  const claimed = await claim(id);
  await test.database.within(engineScope, (db) => noteSending(db, { id, direction: 'collection' }));
  await returnLate(claimed);
  expect(await queued(id)).toEqual({ sent_at: expect.any(Date), send_count: 2 });
});

it('all payments are locked before the first row of the queue', async () => {
  const [first, second] = [await duePayment(), await duePayment()].toSorted();
  let settling: Promise<unknown> = Promise.resolve();
  await test.asOwner(async (db) => {
    await db.rows('select from payments where id = $1 for update', [second]);
    settling = test.database.within(engineScope, (engine) =>
      lockPayments(engine, [first ?? '', second ?? '']),
    );
    await someoneWaits(test.owner);
    // Fails if it is locked.
    await test.owner.rows('select from open_payments where payment_id = $1 for update nowait', [
      first,
    ]);
  });
  expect(await settling).toHaveLength(2);
});
