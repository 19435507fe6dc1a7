import type { MetaOf } from '@sente/contract/endpoint';
import type { Transaction, transactions } from '@sente/contract/transactions';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toShortId } from '../src/db/short-id.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import { magicNumberOf, type BehaviourName } from '../src/payments/simulator/magic-numbers.ts';
import { createMember, createStaff, type TestActor } from './actors.ts';
import { createAccount } from './factories.ts';
import { request, startMobileMoney, type Merchant, type MobileMoney } from './mobile-money.ts';
import { createCredential } from './signed.ts';

/* A collection is among the transactions from the moment it is asked for, as a payout is. */

let test: MobileMoney;
let staff: TestActor;
let second: TestActor;
let member: TestActor;
let merchant: Merchant;
let companyId: string;

beforeAll(async () => {
  test = await startMobileMoney({ giveUpAfterMs: 3_000 });
  staff = await createStaff(test.owner);
  second = await createStaff(test.owner);
}, 60_000);
beforeEach(async () => {
  member = await createMember(test.owner);
  companyId = member.companyId ?? '';
  const accountId = await createAccount(test.owner, companyId, { balance: 50_000_00n });
  merchant = { ...(await createCredential(test.owner, companyId)), accountId };
});

type Origin = 'portal' | 'api';

/** Returns the payment's id. */
async function ask(origin: Origin, name: BehaviourName): Promise<string> {
  const phoneNumber = magicNumberOf('MTN', name);
  if (origin === 'api') return request(test, merchant, 'collections', phoneNumber);
  const { accountId } = merchant;
  const body = { kind: 'add-money', accountId, amount: 1_000, phoneNumber, network: 'MTN' };
  const path = `/Transaction/company/${companyId}/requests`;
  const answer = await test.call(member, 'POST', path, { ...body, note: 'Fees' });
  expect([answer.status, answer.body.data?.status]).toEqual([200, 'pending']);
  return answer.body.data.apiTransactionId;
}

/** For a payer that "waits for a person". */
async function answerPrompt(paymentId: string, isApproved: boolean): Promise<void> {
  const find = () =>
    test.simulator.orders().find(({ transactionId }) => transactionId === toShortId(paymentId));
  while (!find()) await wait(20);
  await fetch(`${test.simulator.url}/simulator/phones/${find()?.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ isApproved }),
  });
}

type List = MetaOf<typeof transactions.ofCompany> & { readonly rows: readonly Transaction[] };

async function list(query = ''): Promise<List> {
  const path = `/Transaction/company/${companyId}${query}`;
  const { status, body } = await test.call(member, 'GET', path);
  expect(status).toBe(200);
  return { ...(body.meta as MetaOf<typeof transactions.ofCompany>), rows: body.data };
}

/** Those in the company's list. */
async function ofCompany(paymentId: string): Promise<Transaction[]> {
  return (await list()).rows.filter(({ apiTransactionId }) => apiTransactionId === paymentId);
}

async function onlyOf(paymentId: string): Promise<Transaction> {
  const [transaction, ...others] = await ofCompany(paymentId);
  expect(others).toEqual([]);
  if (!transaction) throw new Error('It is not among the transactions of the company');
  return transaction;
}

async function until(paymentId: string, status: string): Promise<void> {
  const isThere = async () =>
    test.owner.row('select 1 from payments where id = $1 and status = $2', [paymentId, status]);
  while (!(await isThere())) await wait(20);
}

/** What the staff see of a transaction: in their list of that status, and in its details. */
async function ofStaff(id: string, status: string) {
  const path = `/AdminDashboard/transactions?limit=200&status=${status}`;
  const rows = (await test.call(staff, 'GET', path)).body.data as { id: string }[];
  const details = (await test.call(staff, 'GET', `/Transaction/${id}`)).body.data;
  return { row: rows.find((row) => row.id === id), details };
}

const balance = async () => {
  const row = await test.owner.row<{ balance: string; held: string }>(
    'select balance, held from accounts where id = $1',
    [merchant.accountId],
  );
  return [BigInt(row?.balance ?? 0) / 100n, BigInt(row?.held ?? 0)];
};
const statistics = async () => {
  const { body } = await test.call(member, 'GET', '/v1/CompanyDashboard/statistics');
  return body.data.overviewStatistics;
};
/** The same moment for the payment and its transaction, so that both lists name the same day. */
const finishes = (paymentId: string) =>
  test.owner.row(
    `select p.finished_at = t.finished_at as "isSame" from payments p
     join transactions t on t.company_id = p.company_id and t.id = p.transaction_id where p.id = $1`,
    [paymentId],
  );
const whole = async () => expect(await test.asOwner((db) => findViolations(db))).toEqual([]);

describe.each(['portal', 'api'] as const)('a collection of the %s', (origin) => {
  it('is pending at once and moves nothing, then completed', async () => {
    const before = await statistics();
    const paymentId = await ask(origin, 'waits for a person');
    const pending = await onlyOf(paymentId);
    expect(pending).toMatchObject({ type: 'credit', amount: 1_000, status: 'pending' });
    expect(pending).toMatchObject({ accountId: merchant.accountId, network: 'MTN', reason: null });
    expect(pending).toMatchObject({ finishedAt: null, net: null });
    const { id, date } = pending;
    const waiting = await ofStaff(id, 'pending');
    expect(waiting.row).toMatchObject({ type: 'Credit', status: 'Pending', companyId });
    expect(waiting.details).toMatchObject({ kind: 'collection', held: 0, legs: [], date });
    expect(waiting.details).toMatchObject({ finishedAt: null, payment: { id: paymentId } });
    expect(await balance()).toEqual([50_000n, 0n]);
    const during = await statistics();
    expect(during).toEqual({
      ...before,
      totalTransactions: before.totalTransactions + 1,
      transactionsLately: before.transactionsLately + 1,
      transactionsChangePercentage: during.transactionsChangePercentage,
    });
    await whole();

    await answerPrompt(paymentId, true);
    await until(paymentId, 'SUCCESS');
    const finishedAt = expect.any(String);
    expect(await onlyOf(paymentId)).toEqual({
      ...pending,
      status: 'completed',
      net: 1_000,
      finishedAt,
    });
    const paid = await ofStaff(id, 'success');
    expect(paid.row).toMatchObject({ status: 'Success' });
    expect(paid.details).toMatchObject({ date, finishedAt });
    expect(Date.parse(paid.details.finishedAt)).toBeGreaterThan(Date.parse(date));
    expect(paid.details.legs).toMatchObject([{ amount: 1_000 }, { account: 'Clearing MTN' }]);
    expect((await ofStaff(id, 'pending')).row).toBeUndefined();
    expect(await balance()).toEqual([51_000n, 0n]);
    expect(await finishes(paymentId)).toEqual({ isSame: true });
    await whole();
  });

  it('fails with the reason of the payment, and needs nobody', async () => {
    const paymentId = await ask(origin, 'refused');
    await until(paymentId, 'FAILED');
    const failed = await onlyOf(paymentId);
    const payment = await test.owner.row<{ reason: string }>(
      'select reason from payments where id = $1',
      [paymentId],
    );
    expect(failed).toMatchObject({ status: 'failed', reason: payment?.reason });
    const { id } = failed;
    const seen = await ofStaff(id, 'failed');
    expect(seen.row).toMatchObject({ status: 'Failed' });
    expect(seen.details).toMatchObject({ legs: [], reason: payment?.reason });
    expect(seen.details.finishedAt).not.toBeNull();
    const attention = (await test.call(staff, 'GET', '/AdminDashboard/attention')).body.data;
    expect(attention.items.some((item: { id: string }) => item.id === id)).toBe(false);
    expect(await balance()).toEqual([50_000n, 0n]);
    expect(await finishes(paymentId)).toEqual({ isSame: true });
    await whole();
  });
});

it('list, count, figures and every page of the export agree, whatever the states', async () => {
  await ask('portal', 'waits for a person');
  const paid = await ask('api', 'approved');
  const failed = await ask('api', 'refused');
  await until(paid, 'SUCCESS');
  await until(failed, 'FAILED');
  const { rows, totalCount, isCountExact } = await list();
  // The opening deposit is the fourth.
  expect([rows.length, totalCount, isCountExact]).toEqual([4, 4, true]);
  expect((await statistics()).totalTransactions).toBe(4);
  for (const status of ['pending', 'completed', 'failed']) {
    const some = await list(`?status=${status}`);
    expect(some.rows).toHaveLength(status === 'completed' ? 2 : 1);
    expect(some.totalCount).toBe(some.rows.length);
  }
  const exported: string[] = [];
  for (let after: string | null = ''; after !== null;) {
    const page: List = await list(`?limit=1${after && `&after=${after}`}`);
    exported.push(...page.rows.map(({ id }) => id));
    after = page.nextAfter;
  }
  expect(exported).toEqual(rows.map(({ id }) => id));
  // Only what was paid came in.
  expect(await statistics()).toMatchObject({ totalBalances: 51_000, monthlyVolume: 51_000 });
});

it('one request has one transaction, however often it is sent', async () => {
  const { accountId } = merchant;
  const body = {
    kind: 'add-money',
    accountId,
    amount: 700,
    phoneNumber: magicNumberOf('MTN', 'refused'),
    network: 'MTN',
    note: null,
    idempotencyKey: uuidV7(),
  };
  const send = async (): Promise<Transaction> =>
    (await test.call(member, 'POST', `/Transaction/company/${companyId}/requests`, body)).body.data;
  const [first, ...others] = await Promise.all([send(), send(), send()]);
  for (const other of others) expect(other.id).toBe(first?.id);
  const paymentId = first?.apiTransactionId ?? '';
  await until(paymentId, 'FAILED');
  const again = { id: first?.id, status: 'failed', reason: expect.any(String) };
  expect(await send()).toMatchObject(again);
  expect(await onlyOf(paymentId)).toMatchObject(again);
});

it('cannot be approved or rejected by staff', async () => {
  const { id } = await onlyOf(await ask('portal', 'waits for a person'));
  for (const act of ['approve', 'reject']) {
    const { status, body } = await test.call(staff, 'PUT', `/Transaction/${id}/${act}`);
    expect([status, body.message]).toEqual([409, 'This transaction does not wait for approval']);
  }
  expect((await ofStaff(id, 'pending')).row).toBeDefined();
});

describe('a collection under review', () => {
  async function decide(paymentId: string, decision: 'book' | 'fail'): Promise<void> {
    const find = async () => {
      const { body } = await test.call(staff, 'GET', '/PaymentReviews');
      return (body.data as { id: string; recordId: string }[]).find(
        ({ recordId }) => recordId === paymentId,
      );
    };
    let review = await find();
    for (; !review; review = await find()) await wait(20);
    const path = `/PaymentReviews/${review.id}`;
    const note = 'As the network says';
    await test.call(staff, 'POST', `${path}/propose`, { decision, note });
    const answer = await test.call(second, 'POST', `${path}/confirm`, { decision });
    expect([answer.status, answer.body.message]).toEqual([200, null]);
  }
  const statesOf = async (paymentId: string) => {
    const rows = await test.owner.rows<{ status: string; amount: string; reason: string | null }>(
      `select status, amount, reason from transactions t
       where company_id = $1 and kind = 'collection' order by id`,
      [companyId],
    );
    // In the list each of them names the payment, also the one that failed before another was booked.
    expect(await ofCompany(paymentId)).toHaveLength(rows.length);
    return rows.map(({ status, amount, reason }) => [status, Number(amount) / 100, reason]);
  };

  const decisions = [
    ['book', 'completed', 51_000n, null],
    ['fail', 'failed', 50_000n, 'Decided by the provider: not paid'],
  ] as const;

  it.each(decisions)(
    'stays pending without an answer until two people %s it',
    async (...expected) => {
      const [decision, status, after, reason] = expected;
      const paymentId = await ask('api', 'never known');
      await decide(paymentId, decision);
      expect(await statesOf(paymentId)).toEqual([[status, 1_000, reason]]);
      expect(await balance()).toEqual([after, 0n]);
      await whole();
    },
  );

  it.each(decisions)(
    'stays pending for an inactive account until two people %s it',
    async (...expected) => {
      const [decision, status, after, reason] = expected;
      const paymentId = await ask('portal', 'waits for a person');
      await test.owner.rows('update accounts set is_active = false where id = $1', [
        merchant.accountId,
      ]);
      await answerPrompt(paymentId, true);
      await decide(paymentId, decision);
      expect(await statesOf(paymentId)).toEqual([[status, 1_000, reason]]);
      expect(await balance()).toEqual([after, 0n]);
      await whole();
    },
  );

  it('another amount fails the first transaction and is booked as a second one', async () => {
    const paymentId = await ask('api', 'wrong amount');
    await decide(paymentId, 'book');
    const [asked, paid] = await statesOf(paymentId);
    expect(asked).toEqual(['failed', 1_000, 'Another amount was paid']);
    expect(paid?.[0]).toBe('completed');
    expect(paid?.[1]).not.toBe(1_000);
    await whole();
  });

  it('a late success leaves the failed transaction and is booked as a second one', async () => {
    const paymentId = await ask('api', 'late success');
    await until(paymentId, 'FAILED');
    await decide(paymentId, 'book');
    expect(await statesOf(paymentId)).toEqual([
      ['failed', 1_000, expect.any(String)],
      ['completed', 1_000, null],
    ]);
    expect(await balance()).toEqual([51_000n, 0n]);
    await whole();
  });
});
